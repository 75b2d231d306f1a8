import { toGrade } from '@pos/contract/fairs/grades';
import { STUDENT_LIST } from '@pos/contract/students/students.columns';
import { type StudentRow, StudentsQuery } from '@pos/contract/students/students';
import type { WholeList } from '@pos/contract/values';
import { searchWords } from '@pos/contract/values/search-text';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { exportedList } from '#api/lists/exported-list.ts';
import { allOf } from '#api/db/all-of.ts';
import { getLimitedPerson } from '#api/db/places/places.ts';
import { List } from '#api/lists/list.ts';
import { gradeOrder } from '#api/db/grade-order.ts';
import { containing, hasName, hasText, wholeStudentNumber } from '#api/lists/search-text.ts';

const balance = sql<number>`coalesce(wallets.balance_cents, 0)`;
const lastPurchase = sql<string | null>`(
  select max(sold_at)
  from orders
  where orders.student_id = students.id and orders.voided_by_reset_id is null)`;

/** Students with their school and eWallet. */
export function selectStudents(db: Db) {
  return db
    .selectFrom('students')
    .innerJoin('schools', 'schools.id', 'students.schoolId')
    .leftJoin('wallets', 'wallets.studentId', 'students.id')
    .select([
      'students.id',
      'students.studentNumber',
      'students.firstName',
      'students.lastName',
      'students.grade',
      'students.teacher',
      'students.schoolId',
      'schools.name as schoolName',
      'schools.timeZone',
      'students.status',
      'students.erasedAt',
    ])
    .select([
      balance.as('walletBalanceCents'),
      sql<StudentRow['walletStatus']>`coalesce(wallets.status, 'active')`.as('walletStatus'),
      lastPurchase.as('lastPurchaseAt'),
    ]);
}

const parents = sql<StudentRow['parents']>`
  (
    select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name), '[]')
    from student_parents sp
    join parents p on p.id = sp.parent_id
    where sp.student_id = students.id)`;

/** The students list. Parents are exported by name only, times in the school's time zone. */
export const studentList = new List(StudentsQuery, {
  rows: (db) => selectStudents(db).select(parents.as('parents')),
  id: 'students.id',
  sorts: {
    name: [sql`lower(students.last_name)`, sql`lower(students.first_name)`],
    studentNumber: [sql`students.student_number`],
    grade: [gradeOrder, sql`students.grade`],
    teacher: [sql`lower(students.teacher)`],
    schoolName: [sql`lower(schools.name)`],
    walletBalanceCents: [balance],
    lastPurchaseAt: [sql`coalesce(${lastPurchase}, '-infinity')`],
  },
  filters: {
    schoolId: (id) => sql`students.school_id = ${id}`,
    fairId: (id) => sql`students.school_id = (select f.school_id from fairs f where f.id = ${id})`,
    grade: (grade) => sql`lower(students.grade) = ${(toGrade(grade) ?? grade).toLowerCase()}`,
    teacher: (teacher) => hasName(sql`students.teacher`, teacher),
    parentId: (id) => sql`
      exists (
        select
        from student_parents sp
        where sp.student_id = students.id and sp.parent_id = ${id})`,
    hasBalance: (isPositive) => (isPositive ? sql`${balance} > 0` : sql`${balance} = 0`),
    status: (status) => sql`students.status = ${status}`,
  },
  search: (text, query) => [allOf(searchWords(text).map((word) => hasWord(word, query)))],
  stored: { by: ['schoolId', 'fairId', 'status'], total: storedTotal },
  // An index finds the few students whom a text leaves.
  countsWhileSorting: ({ search }) => searchWords(search ?? '').some((word) => word.length >= 3),
  candidates: ({ sort, search, schoolId, hasBalance }, matching, maxRows) => {
    if (sort !== 'name' || search || hasBalance !== undefined) return undefined;
    const isOfSchools = getLimitedPerson() !== undefined && !schoolId;
    return isOfSchools ? firstOfSchools(matching, maxRows) : firstByName(matching, maxRows);
  },
  exported: exportedList<StudentRow, typeof STUDENT_LIST>('Students', STUDENT_LIST, {
    parents: (row) => row.parents.map(({ name }) => name).join(', '),
  }),
});

/** By name there is an index, which the eWallets of all students would keep from being used. */
const firstByName = (
  matching: RawBuilder<unknown>,
  maxRows: RawBuilder<number>,
  columns = sql`students.id`,
) => sql`
  select ${columns}
  from students
  where ${matching}
  order by lower(students.last_name), lower(students.first_name), students.id
  limit ${maxRows}`;

/** Among all names, a limited reader's few students would be far apart. */
const firstOfSchools = (matching: RawBuilder<unknown>, maxRows: RawBuilder<number>) => {
  const ofSchool = sql`students.school_id = place.id and ${matching}`;
  const columns = sql`students.id, students.last_name, students.first_name`;
  return sql`
    select students.id
    from unnest(visible_schools()) place (id)
    cross join lateral (${firstByName(ofSchool, maxRows, columns)}) students
    order by lower(students.last_name), lower(students.first_name), students.id
    limit ${maxRows}`;
};

/** Stored counts know the students of a school or a fair's school, by status or not. */
function storedTotal({ schoolId, fairId, status }: WholeList<StudentsQuery>): RawBuilder<number> {
  const conditions = [
    ...(schoolId ? [sql`school_id = ${schoolId}`] : []),
    ...(fairId ? [sql`school_id = (select f.school_id from fairs f where f.id = ${fairId})`] : []),
    ...(status ? [sql`status = ${status}`] : []),
  ];
  return sql`
    (
      select coalesce(sum(students), 0)::bigint
      from student_counts
      where ${allOf(conditions)})`;
}

/**
 * SQL condition: number or name of a student contains a word. Among all students a whole number finds
 * that student alone, because its parts are in the numbers of too many others.
 */
function hasWord(
  word: string,
  { search, schoolId, fairId }: WholeList<StudentsQuery>,
): RawBuilder<unknown> {
  const anywhere = hasText(
    sql`(students.student_number || ' ' || students.first_name || ' ' || students.last_name)`,
    containing(word),
  );
  const isAlone = searchWords(search ?? '').length === 1 && !schoolId && !fairId;
  const number = isAlone ? wholeStudentNumber(word) : undefined;
  if (number === undefined) return anywhere;
  const whole = sql`select n.id from students n where n.student_number = ${number}`;
  return sql`
    students.id in (
      ${whole}
      union all
      select students.id
      from students
      where not exists (${whole}) and ${anywhere})`;
}
