import { formText, type UploadColumns } from '../upload-column.ts';

const FOR_NEW = { required: true, filled: 'For a new student' } as const;

/** Columns of a school's student list (domain 10.7). */
export const STUDENT_COLUMNS = {
  'Student Number': {
    field: 'studentNumber',
    required: true,
    rule: 'Up to 60 characters, unique in the school. A known number changes that student.',
    example: '20451',
    also: 'Student ID, Student No, Number, ID, Student Identifier',
  },
  'First Name': {
    ...formText('firstName', 60, 'Wren', 'First, Given Name, Student First Name'),
    ...FOR_NEW,
  },
  'Last Name': {
    ...formText('lastName', 60, 'Ashby', 'Last, Surname, Family Name, Student Last Name'),
    ...FOR_NEW,
  },
  Grade: { field: 'grade', cell: 'code', max: 20, example: '3', also: 'Grade Level, Class Grade' },
  Teacher: formText('teacher', 120, 'Ms. Oak', 'Homeroom, Homeroom Teacher, Teacher Name, Class'),
  'Parent Name': formText(
    'parentName',
    120,
    'Petra Ashby',
    'Parent, Guardian, Guardian Name, Parent 1 Name',
  ),
  'Parent Email': {
    field: 'parentEmail',
    rule: 'An email address.',
    example: 'petra@example.org',
    also: 'Guardian Email, Parent 1 Email, Email',
  },
  'Parent Phone': formText(
    'parentPhone',
    30,
    '(616) 555-0100',
    'Guardian Phone, Parent 1 Phone, Phone',
  ),
  'Second Parent Name': formText(
    'secondParentName',
    120,
    'Lena Ashby',
    'Parent 2 Name, Second Guardian, Guardian 2 Name',
  ),
  'Second Parent Email': {
    field: 'secondParentEmail',
    rule: 'An email address.',
    example: 'lena@example.org',
    also: 'Parent 2 Email, Guardian 2 Email',
  },
  'Second Parent Phone': formText(
    'secondParentPhone',
    30,
    '(616) 555-0142',
    'Parent 2 Phone, Guardian 2 Phone',
  ),
  'School Identifier': {
    field: 'schoolIdentifier',
    stays: true,
    rule: 'Identifier or name of the school. Rows of another school are refused.',
    example: 'MI006719',
    also: 'School, School ID, School Code, School Number, School Name',
  },
  'FACTS Family ID': formText('factsFamilyId', 60, 'F-1042', 'FACTS Family, FACTS ID, Family ID'),
} as const satisfies UploadColumns;
