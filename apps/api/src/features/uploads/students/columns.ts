import {
  REQUIRED_STUDENT_COLUMNS,
  STUDENT_COLUMNS,
  type StudentColumn,
} from '@pos/contract/student-columns';
import type { ColumnRule } from '#api/spreadsheets/header.ts';
import type { ColumnNote } from '../template.ts';

const ALIASES: Record<StudentColumn, readonly string[]> = {
  'Student Number': ['Student ID', 'Student No', 'Number', 'ID', 'Student Identifier'],
  'First Name': ['First', 'Given Name', 'Student First Name'],
  'Last Name': ['Last', 'Surname', 'Family Name', 'Student Last Name'],
  Grade: ['Grade Level', 'Class Grade'],
  Teacher: ['Homeroom', 'Homeroom Teacher', 'Teacher Name', 'Class'],
  'Parent Name': ['Parent', 'Guardian', 'Guardian Name', 'Parent 1 Name'],
  'Parent Email': ['Guardian Email', 'Parent 1 Email', 'Email'],
  'Parent Phone': ['Guardian Phone', 'Parent 1 Phone', 'Phone'],
  'Second Parent Name': ['Parent 2 Name', 'Second Guardian', 'Guardian 2 Name'],
  'Second Parent Email': ['Parent 2 Email', 'Guardian 2 Email'],
  'Second Parent Phone': ['Parent 2 Phone', 'Guardian 2 Phone'],
  'FACTS Family ID': ['FACTS Family', 'FACTS ID', 'Family ID'],
};

export const studentColumns: ColumnRule<StudentColumn>[] = STUDENT_COLUMNS.map((name) => ({
  name,
  header: name,
  required: (REQUIRED_STUDENT_COLUMNS as readonly string[]).includes(name),
  aliases: ALIASES[name],
}));

const optional = (rule: string, example: string): ColumnNote => ({ required: 'No', rule, example });
const text = (max: number, example: string) => optional(`Up to ${max} characters.`, example);

/** Column notes for the template's second sheet. */
export const STUDENT_NOTES: Record<StudentColumn, ColumnNote> = {
  'Student Number': {
    required: 'Yes',
    rule: 'Up to 60 characters, unique in the school. A known number changes that student.',
    example: '20451',
  },
  'First Name': { required: 'For a new student', rule: 'Up to 60 characters.', example: 'Wren' },
  'Last Name': { required: 'For a new student', rule: 'Up to 60 characters.', example: 'Ashby' },
  Grade: text(20, '3'),
  Teacher: text(120, 'Ms. Oak'),
  'Parent Name': text(120, 'Petra Ashby'),
  'Parent Email': optional('An email address.', 'petra@example.org'),
  'Parent Phone': text(30, '(616) 555-0100'),
  'Second Parent Name': text(120, 'Lena Ashby'),
  'Second Parent Email': optional('An email address.', 'lena@example.org'),
  'Second Parent Phone': text(30, '(616) 555-0142'),
  'FACTS Family ID': text(60, 'F-1042'),
};
