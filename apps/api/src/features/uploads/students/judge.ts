import type { NewParent, NewStudent } from '@pos/contract/student-records';
import { STUDENT_COLUMNS, type StudentColumn } from '@pos/contract/student-columns';
import {
  differing,
  mergedReason,
  sourceLocked,
  type ChangedStudent,
  type StudentRecord,
} from '#api/features/students/student-records.rules.ts';
import { refuse } from '../row-reader.ts';
import type { Outcome } from '../upload.ts';
import { STUDENT_FIELDS, type StudentRow } from './rows.ts';

/** Known students of the school by number in lowercase. */
export type StudentState = { schoolId: string; students: ReadonlyMap<string, StudentRecord> };

export type JudgedStudent = StudentRow & {
  outcome: Outcome;
  /** Student that the row adds. */
  added?: NewStudent;
  /** Student that the row changes, and the fields that differ. */
  changed?: { before: StudentRecord; changes: ChangedStudent };
};

/** Judges one row against the known students and earlier rows, and remembers its number. */
export function judgeStudentRow(
  row: StudentRow,
  { schoolId, students }: StudentState,
  firstRows: Map<string, number>,
): JudgedStudent {
  const key = row.fields.studentNumber?.toLowerCase();
  const earlier = key === undefined ? undefined : firstRows.get(key);
  if (earlier !== undefined)
    refuse(row, 'Student Number', 'DUPLICATE', `Duplicate of row ${earlier}.`);
  else if (key !== undefined) firstRows.set(key, row.number);
  else if (!row.values['Student Number'])
    refuse(row, 'Student Number', 'REQUIRED', 'Student Number is required.');
  const known = key === undefined ? undefined : students.get(key);
  return known ? judgeChange(row, known) : judgeNew(row, schoolId);
}

function judgeNew(row: StudentRow, schoolId: string): JudgedStudent {
  for (const column of ['First Name', 'Last Name'] as const)
    if (row.values[column] === undefined)
      refuse(row, column, 'REQUIRED', `${column} is required for a new student.`);
  const { studentNumber, firstName, lastName, ...others } = row.fields;
  if (row.errors.length > 0 || !studentNumber || !firstName || !lastName)
    return { ...row, outcome: 'reject' };
  const { parents } = row;
  return {
    ...row,
    outcome: 'create',
    added: { schoolId, studentNumber, firstName, lastName, ...others, parents },
  };
}

/** Blank cells keep what the student has, and so does the spelling of the number. */
function judgeChange(row: StudentRow, before: StudentRecord): JudgedStudent {
  const { studentNumber: _, ...fields } = row.fields;
  if (before.erasedAt)
    refuse(row, 'Student Number', 'ERASED', 'This student was erased and cannot be changed.');
  const merged = mergedReason(before);
  if (merged) refuse(row, 'Student Number', 'MERGED', `${merged.text}.`);
  const parents = row.parents.map((parent) => withKnown(parent, before));
  const changes = differing(before, { ...fields, ...(parents.length > 0 && { parents }) });
  for (const [field, message] of Object.entries(sourceLocked(before, changes)))
    refuse(row, columnOf(field), 'SOURCE_OWNED', message);
  if (row.errors.length > 0) return { ...row, outcome: 'reject' };
  return Object.keys(changes).length === 0
    ? { ...row, outcome: 'unchanged' }
    : { ...row, outcome: 'update', changed: { before, changes } };
}

/** Fills in the email and phone that the student's parent of that name has. */
function withKnown(parent: NewParent, { parents }: StudentRecord): NewParent {
  const known = parents.find(({ name }) => name === parent.name);
  if (!known) return parent;
  return {
    id: known.id,
    name: parent.name,
    email: parent.email ?? known.email,
    phone: parent.phone ?? known.phone,
  };
}

function columnOf(field: string): StudentColumn {
  if (field === 'parents') return 'Parent Name';
  const fields: Readonly<Record<string, string>> = STUDENT_FIELDS;
  return STUDENT_COLUMNS.find((column) => fields[column] === field) ?? 'Student Number';
}
