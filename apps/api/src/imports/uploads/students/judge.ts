import type { School } from '@pos/contract/fairs/schools';
import { STUDENT_COLUMNS } from '@pos/contract/students/student-columns';
import { NewParent, NewStudent, type StudentChanges } from '@pos/contract/students/student-records';
import {
  differing,
  mergedReason,
  sourceLocked,
  type ChangedStudent,
  type StudentRecord,
} from '#api/students/students/student-records.rules.ts';
import {
  refuse,
  type ReadRow,
  refuseBlanks,
  refuseFields,
  refuseRepeated,
} from '../row-messages.ts';
import { givenFields, rowReader } from '../row-reader.ts';
import type { Outcome } from '../upload.ts';

type StudentColumn = keyof typeof STUDENT_COLUMNS;

/** A row with the fields that it gives; blank cells give none. */
export type StudentRow = ReadRow<StudentColumn> & {
  fields: Partial<
    Record<(typeof STUDENT_COLUMNS)[StudentColumn]['field'] & keyof StudentChanges, string>
  >;
  parents: NewParent[];
  /** School that the row names. */
  school: string | undefined;
};

const PARENT = NewParent.shape;

/** Reads one row. Each value passes the rule of the form. */
export const readStudentRow = rowReader(
  STUDENT_COLUMNS,
  (read, values) => {
    const given = givenFields(values) as Partial<Record<keyof typeof values, string>>;
    const { parentName, parentEmail, parentPhone, ...others } = given;
    const { secondParentName, secondParentEmail, secondParentPhone, ...rest } = others;
    const { schoolIdentifier: school, ...fields } = rest;
    const row: StudentRow = { ...read, fields, parents: [], school };
    addParent(row, 'Parent Name', [parentName, parentEmail, parentPhone]);
    addParent(row, 'Second Parent Name', [secondParentName, secondParentEmail, secondParentPhone]);
    return row;
  },
  {
    form: {
      ...NewStudent.shape,
      parentName: PARENT.name,
      parentEmail: PARENT.email,
      parentPhone: PARENT.phone,
      secondParentName: PARENT.name,
      secondParentEmail: PARENT.email,
      secondParentPhone: PARENT.phone,
    },
  },
);

function addParent(
  row: StudentRow,
  column: 'Parent Name' | 'Second Parent Name',
  [name, email, phone]: readonly (string | undefined)[],
): void {
  if (name !== undefined) row.parents.push({ name, email, phone });
  else if ((email ?? phone) !== undefined && row.values[column] === undefined)
    refuse(row, column, 'REQUIRED', `${column} is required beside email or phone.`);
}

/** School of the list, and its known students by number in lowercase. */
export type StudentState = {
  school: Pick<School, 'id' | 'identifier' | 'name'>;
  students: ReadonlyMap<string, StudentRecord>;
};

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
  { school, students }: StudentState,
  firstRows: Map<string, number>,
): JudgedStudent {
  const key = row.fields.studentNumber?.toLowerCase();
  refuseRepeated(row, 'Student Number', key, firstRows);
  const { identifier, name } = school;
  if (row.school !== undefined && ![identifier, name].some((one) => isSame(one, row.school)))
    refuse(
      row,
      'School Identifier',
      'OTHER_SCHOOL',
      `Another school: this list goes to ${name} (${identifier}).`,
    );
  const known = key === undefined ? undefined : students.get(key);
  return known ? judgeChange(row, known) : judgeNew(row, school.id);
}

const isSame = (one: string, other = ''): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

function judgeNew(row: StudentRow, schoolId: string): JudgedStudent {
  refuseBlanks(row, STUDENT_COLUMNS, 'student');
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
  const { parents: locked, ...others } = sourceLocked(before, changes);
  refuseFields(row, STUDENT_COLUMNS, 'SOURCE_OWNED', others);
  if (locked) refuse(row, 'Parent Name', 'SOURCE_OWNED', locked);
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
