/** Columns of a schools file (domain 10.5), by the header in its template. */
export const SCHOOL_COLUMNS = [
  'School Identifier',
  'School Name',
  'Address',
  'City',
  'State',
  'ZIP Code',
  'Phone',
  'Time Zone',
  'Region',
  'Enrollment',
  'Coordinator',
  'Coordinator Email',
  'Coordinator Phone',
  'Contacts',
  'Tax-Exempt',
  'Certificate Number',
  'Exempt Until',
  'FACTS',
  'Payment Terms',
  'Notes',
  'Status',
] as const;
export type SchoolColumn = (typeof SCHOOL_COLUMNS)[number];
export const REQUIRED_SCHOOL_COLUMNS = [
  'School Identifier',
  'School Name',
  'Address',
  'City',
  'State',
  'ZIP Code',
] as const satisfies readonly SchoolColumn[];
