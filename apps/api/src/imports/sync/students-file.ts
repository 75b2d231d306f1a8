import { toGrade } from '@pos/contract/fairs/grades';
import { StudentSourceField } from '@pos/contract/students/students';
import { text } from '@pos/contract/values';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Tx } from '#api/db/db.ts';
import { recordActivities } from '#api/staff/activity/activity.service.ts';
import { optionalText } from './cells.ts';
import {
  findMergedSchools,
  findSchoolZones,
  findSpellings,
  findStudentIds,
  studentKey,
} from './people.queries.ts';
import type { FileRules, Numbered, RowProblem } from './sync-file.ts';
import { deactivateRows, findDeliveredRows, upsertRows } from './upsert.queries.ts';

/** A grade in the spelling of the list (domain 3.6), or as the source delivers it. */
const knownGrade = optionalText(20).transform((grade) => grade && (toGrade(grade) ?? grade));

/** Names the first row of each grade that no rule knows. The student is stored all the same. */
function unknownGrades(rows: readonly Numbered<{ grade?: string | undefined }>[]): RowProblem[] {
  const unknown = rows.filter(({ value: { grade } }) => grade && toGrade(grade) === undefined);
  const first = new Map(unknown.toReversed().map((row) => [row.value.grade, row.row]));
  return [...first].map(([grade, row]) => ({
    row,
    column: 'grade',
    message: `Grade "${grade}" is not PK3, PK4, K or 1 to 12. It is stored, but filters and lists do not know it.`,
  }));
}

const StudentRow = z.object({
  schoolIdentifier: text(1, 40, 'School identifier is required.'),
  studentNumber: text(1, 60, 'Student number must have 1 to 60 characters.'),
  firstName: text(1, 60, 'First name must have 1 to 60 characters.'),
  lastName: text(1, 60, 'Last name must have 1 to 60 characters.'),
  grade: knownGrade,
  teacher: optionalText(120),
  parentName: optionalText(120),
  parentEmail: z.union([z.literal(''), z.email()], 'Invalid email address').optional(),
  /** Beyond domain 3.6, the source may name two parents of a child. */
  secondParentName: optionalText(120),
  secondParentEmail: z.union([z.literal(''), z.email()], 'Invalid email address').optional(),
  factsFamilyId: optionalText(60),
});
type StudentRow = z.infer<typeof StudentRow>;
type Placed = Numbered<StudentRow> & { schoolId: string };

/** SQL condition: money or an unsettled sale refers to the student. */
const isOpen = sql<boolean>`
  exists (select from wallets where wallets.student_id = students.id and wallets.balance_cents <> 0)
  or exists (select from orders where orders.student_id = students.id and orders.status = 'open')
  or exists (
    select
    from payments
    where payments.student_id = students.id and payments.status in ('pending', 'under_review'))`;

/**
 * `students.csv`: students by school and number, each with an eWallet and the one or two parents
 * named in the row.
 */
export const studentsFile: FileRules<StudentRow> = {
  name: 'students.csv',
  columns: {
    required: ['schoolIdentifier', 'studentNumber', 'firstName', 'lastName'],
    optional: [
      'grade',
      'teacher',
      'parentName',
      'parentEmail',
      'secondParentName',
      'secondParentEmail',
      'factsFamilyId',
    ],
  },
  schema: StudentRow,
  toKey: (cells) =>
    cells.get('schoolIdentifier') && cells.get('studentNumber')
      ? studentKey(cells.get('schoolIdentifier')!, cells.get('studentNumber')!)
      : undefined,
  rowsAtOnce: 500,

  async apply(tx, rows, { actor }) {
    const { placed, rejected } = await placeRows(tx, rows);
    const { spelled, merged } = await spelledAsStored(tx, placed);
    rejected.push(
      ...merged.map(({ row, value }) => ({
        row,
        column: 'studentNumber',
        message: `Student "${value.studentNumber}" was merged into another. Remove the row from the source.`,
      })),
    );
    const records = spelled.map(
      ({
        schoolId,
        value: { studentNumber, firstName, lastName, grade, teacher, factsFamilyId, ...value },
      }) => ({
        id: uuidv7(),
        schoolId,
        studentNumber,
        firstName,
        lastName,
        grade,
        teacher,
        factsFamilyId: factsFamilyId === undefined ? undefined : factsFamilyId || null,
        sourceFields: deliveredFields({ grade, teacher, factsFamilyId, parents: value.parentName }),
      }),
    );
    const changed = await upsertRows(
      tx,
      'students',
      sql`(school_id, student_number)`,
      ['id', 'schoolId', 'studentNumber'],
      records,
    );
    await addWalletRows(
      tx,
      changed.filter((one) => one.created).map(({ id }) => id),
    );
    const regrouped = await replaceParents(tx, spelled);
    await recordActivities(tx, actor, {
      action: 'student.synced',
      entity: 'student',
      entityIds: changed.map(({ id }) => id),
    });
    const created = changed.filter((one) => one.created).length;
    const touched = new Set([...changed.map(({ id }) => id), ...regrouped]).size;
    return {
      created,
      updated: touched - created,
      unchanged: spelled.length - touched,
      rejected,
      doubtful: unknownGrades(spelled),
    };
  },

  async finish(tx, keys, { actor }) {
    const delivered = await findDeliveredRows(
      tx,
      'students',
      sql<string>`
        (
          select lower(schools.identifier || ' ' || students.student_number)
          from schools
          where schools.id = students.school_id)`,
    );
    const found = withSchools(keys, await findMergedSchools(tx));
    const ids = await deactivateRows(
      tx,
      'students',
      delivered.filter(({ key }) => !found.has(key)).map(({ id }) => id),
      isOpen,
    );
    await recordActivities(tx, actor, {
      action: 'student.deactivated',
      entity: 'student',
      entityIds: ids,
    });
    return ids.length;
  },
};

/** Returns rows with the IDs of their schools, and rejections of those with an unknown school. */
async function placeRows(
  tx: Tx,
  rows: readonly Numbered<StudentRow>[],
): Promise<{ placed: Placed[]; rejected: RowProblem[] }> {
  const schools = await findSchoolZones(
    tx,
    rows.map(({ value }) => value.schoolIdentifier),
  );
  const placed: Placed[] = [];
  const rejected: RowProblem[] = [];
  for (const one of rows) {
    const school = schools.get(one.value.schoolIdentifier.toLowerCase());
    if (school) placed.push({ ...one, schoolId: school.id });
    else
      rejected.push({
        row: one.row,
        column: 'schoolIdentifier',
        message: `School "${one.value.schoolIdentifier}" not found.`,
      });
  }
  return { placed, rejected };
}

/**
 * Returns rows with the student numbers spelled as those of the students that the school already
 * has, and apart from them the rows of merged duplicates.
 */
async function spelledAsStored(
  tx: Tx,
  rows: readonly Placed[],
): Promise<{ spelled: Placed[]; merged: Placed[] }> {
  const known = await findSpellings(tx, rows);
  const findKnown = ({ schoolId, value }: Placed) =>
    known.get(studentKey(schoolId, value.studentNumber));
  return {
    merged: rows.filter((row) => findKnown(row)?.isMerged),
    spelled: rows
      .filter((row) => !findKnown(row)?.isMerged)
      .map((row) => {
        const { studentNumber } = findKnown(row) ?? row.value;
        return { ...row, value: { ...row.value, studentNumber } };
      }),
  };
}

/** Returns the fields of a row that the source owns from now on. */
function deliveredFields(optional: Partial<Record<StudentSourceField, unknown>>) {
  return StudentSourceField.options.filter(
    (name) => !Object.hasOwn(optional, name) || optional[name] !== undefined,
  );
}

async function addWalletRows(tx: Tx, studentIds: readonly string[]): Promise<void> {
  await sql`
    insert into wallets (id, student_id)
    select id, student_id
    from unnest(
      ${studentIds.map(() => uuidv7())}::uuid[], ${studentIds}::uuid[]) as given(id, student_id)
    on conflict (student_id) do nothing`.execute(tx);
}

/**
 * Replaces the parents of each student by those in its row. Files without those columns change
 * nothing. Returns the students that changed.
 */
async function replaceParents(tx: Tx, rows: readonly Placed[]): Promise<string[]> {
  const named = rows.filter(({ value }) => value.parentName !== undefined);
  if (named.length === 0) return [];
  const ids = await findStudentIds(
    tx,
    named.map(({ schoolId, value }) => ({ schoolId, studentNumber: value.studentNumber })),
  );
  const erased = new Set(
    (
      await tx
        .selectFrom('students')
        .select('id')
        .where('id', '=', sql<string>`any(${[...ids.values()]}::uuid[])`)
        .where('erasedAt', 'is not', null)
        .execute()
    ).map(({ id }) => id),
  );
  const found = named.map(({ schoolId, value }) => ({
    student: ids.get(studentKey(schoolId, value.studentNumber))!,
    value,
  }));
  const wanted = found
    .filter(({ student }) => !erased.has(student))
    .flatMap(({ student, value }) => [
      { student, parent: uuidv7(), name: value.parentName, email: value.parentEmail ?? '' },
      ...(value.secondParentName
        ? [
            {
              student,
              parent: uuidv7(),
              name: value.secondParentName,
              email: value.secondParentEmail ?? '',
            },
          ]
        : []),
    ]);
  const given = sql`
    json_to_recordset(${JSON.stringify(wanted)}::json) as given(
      student uuid, parent uuid, name text, email text)`;
  await sql`
    insert into parents (id, name, email)
    select distinct on (name, lower(email)) parent, name, email
    from ${given}
    where name <> ''
    on conflict (name, lower(email)) do nothing`.execute(tx);
  const link = sql`
    select given.student, parents.id as parent
    from ${given}
    join parents on parents.name = given.name and lower(parents.email) = lower(given.email)`;
  const { rows: removed } = await sql<{ id: string }>`
    delete
    from student_parents
    where student_id = any(${wanted.map(({ student }) => student)}::uuid[])
      and (student_id, parent_id) not in (${link}) returning student_id as id`.execute(tx);
  const { rows: added } = await sql<{ id: string }>`
    insert into student_parents (student_id, parent_id) ${link}
    on conflict do nothing
    returning student_id as id`.execute(tx);
  return [...removed, ...added].map(({ id }) => id);
}

/** Adds the keys of students whose file names a duplicate that was merged into their school. */
function withSchools(
  keys: ReadonlySet<string>,
  merged: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  if (merged.size === 0) return keys;
  const found = new Set(keys);
  for (const key of keys) {
    const [named = ''] = key.split(' ', 1);
    const school = merged.get(named);
    if (school !== undefined) found.add(school + key.slice(named.length));
  }
  return found;
}
