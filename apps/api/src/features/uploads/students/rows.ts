import { NewParent, NewStudent, type StudentChanges } from '@pos/contract/student-records';
import { STUDENT_COLUMNS, type StudentColumn } from '@pos/contract/student-columns';
import { invalid, type Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { cellText, unreadable } from '#api/spreadsheets/cells/text.ts';
import type { Cell } from '#api/spreadsheets/sheet.ts';
import type { TableRow } from '#api/spreadsheets/table.ts';
import { refuse, rowReader, type ReadRow } from '../row-reader.ts';

/** Rule of each column's value: that of the form. */
const RULES = {
  'Student Number': NewStudent.shape.studentNumber,
  'First Name': NewStudent.shape.firstName,
  'Last Name': NewStudent.shape.lastName,
  Grade: NewStudent.shape.grade,
  Teacher: NewStudent.shape.teacher,
  'Parent Name': NewParent.shape.name,
  'Parent Email': NewParent.shape.email,
  'Parent Phone': NewParent.shape.phone,
  'Second Parent Name': NewParent.shape.name,
  'Second Parent Email': NewParent.shape.email,
  'Second Parent Phone': NewParent.shape.phone,
  'FACTS Family ID': NewStudent.shape.factsFamilyId,
} as const satisfies Record<StudentColumn, unknown>;

/** Fields of a student that a file can have besides the parents, by column. */
export const STUDENT_FIELDS = {
  'Student Number': 'studentNumber',
  'First Name': 'firstName',
  'Last Name': 'lastName',
  Grade: 'grade',
  Teacher: 'teacher',
  'FACTS Family ID': 'factsFamilyId',
} as const satisfies Partial<Record<StudentColumn, keyof StudentChanges>>;

/** A row with the fields that it gives; blank cells give none. */
export type StudentRow = ReadRow<StudentColumn> & {
  fields: Partial<Record<(typeof STUDENT_FIELDS)[keyof typeof STUDENT_FIELDS], string>>;
  parents: NewParent[];
};

/** Reads one row. Each value passes the rule of the form. */
export function readStudentRow(tableRow: TableRow<StudentColumn>): StudentRow {
  const { row, cells, optional } = rowReader(tableRow, STUDENT_COLUMNS);
  const given: Partial<Record<StudentColumn, string>> = {};
  for (const column of STUDENT_COLUMNS) {
    const value = optional(
      column,
      () => parseField(column, cells[column]),
      column === 'Grade' ? (grade) => grade : undefined,
    );
    if (value) given[column] = value;
  }
  const fields = Object.fromEntries(
    Object.entries(STUDENT_FIELDS).flatMap(([column, field]) => {
      const value = given[column as StudentColumn];
      return value === undefined ? [] : [[field, value]];
    }),
  );
  const read = { ...row, fields, parents: [] as NewParent[] };
  for (const prefix of ['Parent', 'Second Parent'] as const) addParent(read, given, prefix);
  return read;
}

function parseField(column: StudentColumn, cell: Cell): Parsed<string> {
  const problem = unreadable(cell, column);
  if (problem) return problem;
  const checked = RULES[column].safeParse(cellText(cell));
  return checked.success
    ? { value: checked.data ?? '' }
    : invalid('INVALID_VALUE', checked.error.issues[0]?.message ?? '');
}

function addParent(
  row: StudentRow,
  given: Partial<Record<StudentColumn, string>>,
  prefix: 'Parent' | 'Second Parent',
): void {
  const name = given[`${prefix} Name`];
  const [email, phone] = [given[`${prefix} Email`], given[`${prefix} Phone`]];
  if (name !== undefined) row.parents.push({ name, email, phone });
  else if ((email ?? phone) !== undefined && row.values[`${prefix} Name`] === undefined)
    refuse(row, `${prefix} Name`, 'REQUIRED', `${prefix} Name is required beside email or phone.`);
}
