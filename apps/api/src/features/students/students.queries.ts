import type { StudentRow, StudentsQuery } from '@pos/contract/students';
import type { WholeList } from '@pos/contract/values';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { runOnceCompiled } from '#api/db/compiled-once.ts';
import { PREPARED, type Db } from '#api/db/db.ts';
import { containing, pageWithTotal, toSort } from '#api/lists/paging.ts';
import { wholeStudentNumber } from '#api/lists/search-text.ts';

const balance = sql<number>`coalesce(wallets.balance_cents, 0)`;
const lastPurchase = sql<string | null>`(
    select max(sold_at)
    from orders
    where orders.student_id = students.id and orders.voided_by_reset_id is null)`;
/** PK3, PK4, K, 1 to 12 in the order of a school. */
const gradeOrder = sql`case
    when students.grade ~ '^[0-9]{1,2}$' then students.grade::int
    when upper(students.grade) = 'K' then 0
    when upper(students.grade) like 'PK%' then -1
    else 99
  end`;

const orderings: Record<string, readonly RawBuilder<unknown>[]> = {
  name: [sql`lower(students.last_name)`, sql`lower(students.first_name)`],
  studentNumber: [sql`students.student_number`],
  grade: [gradeOrder, sql`students.grade`],
  teacher: [sql`lower(students.teacher)`],
  schoolName: [sql`lower(schools.name)`],
  walletBalanceCents: [balance],
  lastPurchaseAt: [sql`coalesce(${lastPurchase}, '-infinity')`],
};

export function joinedStudents(db: Db) {
  return db
    .selectFrom('students')
    .innerJoin('schools', 'schools.id', 'students.schoolId')
    .leftJoin('wallets', 'wallets.studentId', 'students.id');
}

export function withStudentColumns(rows: ReturnType<typeof joinedStudents>) {
  return rows
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

/** One page of students and how many match; equal values are ordered by id. */
export async function findStudents(
  db: Db,
  query: StudentsQuery,
): Promise<{ results: StudentRow[]; total: number }> {
  const { page, limit, sort, schoolId, fairId, status } = query;
  const skip = (page - 1) * limit;
  const rows = (filters: WholeList<StudentsQuery>) =>
    withTotal(
      orderedStudents(db, filters),
      hasPart(filters) ? sql`count(*) over ()` : totalOf(db, filters),
    ).limit(sql.lit(limit));
  const isFirst = skip === 0 && isByPlace(query) && !fairId && !status;
  const asked = isFirst
    ? runOnceCompiled(db, `students ${limit} ${sort}`, { schoolId }, (place) =>
        rows({ sort, ...place }).modifyFront(PREPARED),
      )
    : rows(query).offset(skip).execute();
  return pageWithTotal(asked, () => countStudents(db, query));
}

function withTotal(rows: ReturnType<typeof orderedStudents>, total: RawBuilder<number>) {
  return rows.select(total.as('listTotal'));
}

/**
 * Returns true if kept counts know the number of matches: of a school or a fair's school, by status
 * or not.
 */
function isByPlace({
  grade,
  teacher,
  parentId,
  hasBalance,
  search,
}: WholeList<StudentsQuery>): boolean {
  return !grade && !teacher && !parentId && hasBalance === undefined && !search;
}

/**
 * Returns true if the text leaves few students, which an index finds, so that they are counted on
 * the way.
 */
function hasPart({ search }: WholeList<StudentsQuery>): boolean {
  return wordsOf(search).some((word) => word.length >= 3);
}

function wordsOf(search = ''): string[] {
  return search.split(/\s+/).filter(Boolean);
}

function totalOf(db: Db, query: WholeList<StudentsQuery>): RawBuilder<number> {
  if (!isByPlace(query)) return sql`(${counted(db, query)})`;
  const { schoolId, fairId, status } = query;
  const conditions = [
    ...(schoolId ? [sql`school_id = ${schoolId}`] : []),
    ...(fairId ? [sql`school_id = (select f.school_id from fairs f where f.id = ${fairId})`] : []),
    ...(status ? [sql`status = ${status}`] : []),
  ];
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  return sql`(select coalesce(sum(students), 0)::bigint from student_counts ${where})`;
}

/** All students that match in the order of the list, to be paged or streamed. */
export function orderedStudents(db: Db, query: WholeList<StudentsQuery>) {
  const { field, direction } = toSort(query.sort);
  let rows = withStudentColumns(filtered(joinedStudents(db), query)).select(
    sql<StudentRow['parents']>`(
      select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name), '[]')
      from student_parents sp
      join parents p on p.id = sp.parent_id
      where sp.student_id = students.id)`.as('parents'),
  );
  for (const column of orderings[field] ?? []) rows = rows.orderBy(column, direction);
  return rows.orderBy('students.id', direction);
}

/** Counts the matching students. */
export async function countStudents(db: Db, query: WholeList<StudentsQuery>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${totalOf(db, query)} as total`.execute(db);
  return rows[0]!.total;
}

function counted(db: Db, query: WholeList<StudentsQuery>) {
  // No filter asks the school's row, and a student without one there is not.
  const rows = db
    .selectFrom('students')
    .leftJoin('wallets', 'wallets.studentId', 'students.id') as unknown as ReturnType<
    typeof joinedStudents
  >;
  return filtered(rows, query).select((eb) => eb.fn.countAll<number>().as('total'));
}

function filtered(
  rows: ReturnType<typeof joinedStudents>,
  {
    schoolId,
    fairId,
    grade,
    teacher,
    parentId,
    hasBalance,
    status,
    search,
  }: WholeList<StudentsQuery>,
): ReturnType<typeof joinedStudents> {
  let matching = rows;
  if (schoolId) matching = matching.where('students.schoolId', '=', schoolId);
  if (fairId)
    matching = matching.where('students.schoolId', '=', (eb) =>
      eb.selectFrom('fairs').select('fairs.schoolId').where('fairs.id', '=', fairId),
    );
  if (grade)
    matching = matching.where(sql<SqlBool>`lower(students.grade) = ${grade.toLowerCase()}`);
  if (teacher) matching = matching.where('students.teacher', 'ilike', containing(teacher));
  if (parentId)
    matching = matching.where((eb) =>
      eb.exists(
        eb
          .selectFrom('studentParents')
          .select('parentId')
          .whereRef('studentParents.studentId', '=', 'students.id')
          .where('parentId', '=', parentId),
      ),
    );
  if (hasBalance !== undefined)
    matching = matching.where(
      hasBalance ? sql<SqlBool>`${balance} > 0` : sql<SqlBool>`${balance} = 0`,
    );
  if (status) matching = matching.where('students.status', '=', status);
  const words = wordsOf(search);
  for (const word of words) {
    const number =
      words.length === 1 && !schoolId && !fairId ? wholeStudentNumber(word) : undefined;
    const anywhere = sql<SqlBool>`(
      students.student_number || ' ' || students.first_name || ' ' || students.last_name
    ) ilike ${containing(word)}`;
    // Among all students a whole number is those students', at once: its parts are in the numbers of too many others.
    const whole = sql`select n.id from students n where n.student_number = ${number}`;
    matching = matching.where(
      number === undefined
        ? anywhere
        : sql<SqlBool>`students.id in (
            ${whole}
            union all
            select students.id from students where not exists (${whole}) and ${anywhere})`,
    );
  }
  return matching;
}
