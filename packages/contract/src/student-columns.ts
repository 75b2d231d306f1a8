/** Columns of a school's student list (domain 10.7), by the header in its template. */
export const STUDENT_COLUMNS = [
  'Student Number',
  'First Name',
  'Last Name',
  'Grade',
  'Teacher',
  'Parent Name',
  'Parent Email',
  'Parent Phone',
  'Second Parent Name',
  'Second Parent Email',
  'Second Parent Phone',
  'FACTS Family ID',
] as const;
export type StudentColumn = (typeof STUDENT_COLUMNS)[number];
export const REQUIRED_STUDENT_COLUMNS = [
  'Student Number',
  'First Name',
  'Last Name',
] as const satisfies readonly StudentColumn[];
