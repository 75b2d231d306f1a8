import type { RetentionMonths } from '@pos/contract/fairs/retention';
import type { DueStudent, Erasure, ErasureObstacle } from '@pos/contract/students/student-data';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

/** Students in one answer. */
const SHOWN = 50;

/** Rule of a school and of the settings, in months. */
export async function findRules(
  db: Db,
  schoolId: string,
): Promise<{ months: RetentionMonths | null; companyMonths: RetentionMonths }> {
  const { months, companyMonths } = await db
    .selectFrom('schools')
    .innerJoin('settings', (join) => join.onTrue())
    .select([
      'schools.studentRetentionMonths as months',
      'settings.studentRetentionMonths as companyMonths',
    ])
    .where('schools.id', '=', schoolId)
    .executeTakeFirstOrThrow();
  return { months, companyMonths };
}

/** Sets the rule of a school. */
export async function updateRule(
  tx: Tx,
  schoolId: string,
  months: RetentionMonths | null,
): Promise<void> {
  await tx
    .updateTable('schools')
    .set({ studentRetentionMonths: months, updatedAt: sql<string>`now()` })
    .where('id', '=', schoolId)
    .execute();
}

/** Counts a school's students with a name, and those whom the source delivers. */
export async function countStudents(
  db: Db,
  schoolId: string,
): Promise<{ students: number; inSource: number }> {
  const { rows } = await sql<{ students: number; inSource: number }>`
    select count(*)::int as students, count(*) filter (where in_source)::int as in_source
    from students
    where school_id = ${schoolId} and erased_at is null and merged_into is null`.execute(db);
  return rows[0]!;
}

/**
 * Students of a school that still have a name, with the last activity of each (changed, bought,
 * money moved) and the business that blocks an erasure. A duplicate counts for its student.
 */
const namedStudents = (schoolId: string): RawBuilder<unknown> => sql`(
  select s.id as student_id, s.student_number, s.first_name, s.last_name, s.grade, s.in_source,
    greatest(
      s.updated_at,
      (select max(o.sold_at) from orders o where o.student_id = any(own.ids)),
      (
        select max(e.at)
        from wallets w
        join wallet_entries e on e.wallet_id = w.id
        where w.student_id = any(own.ids))) as last_activity_at,
    case
      when exists (
        select from wallets w where w.student_id = s.id and w.balance_cents <> 0) then 'money'
      when exists (
        select
        from payments p
        where p.student_id = any(own.ids) and p.status in ('pending', 'under_review'))
        or exists (
          select
          from orders o
          join payments p on p.order_id = o.id
          where o.student_id = any(own.ids) and p.status in ('pending', 'under_review'))
        then 'payments'
      when exists (
        select
        from orders o
        where o.student_id = any(own.ids)
          and o.voided_by_reset_id is null
          and (
            o.status = 'open'
              or exists (
                select
                from order_lines l
                where l.order_id = o.id and l.fulfilment_status = 'to_ship'))) then 'orders'
      when exists (
        select
        from held_orders h
        join fairs f on f.id = h.fair_id
        where f.school_id = s.school_id
          and h.state = 'waiting'
          and trim(h.body ->> 'studentNumber') = s.student_number) then 'held'
    end as obstacle
  from students s
  cross join lateral (
    select array[s.id] || array(select d.id from students d where d.merged_into = s.id) as ids
  ) own
  where s.school_id = ${schoolId} and s.erased_at is null and s.merged_into is null
)`;

/**
 * Counts the students that a rule of `months` reaches now, those of them that are blocked, and those
 * reached within a year, and lists the first 50. Students whom the source delivers are never
 * reached.
 */
export async function findDue(
  db: Db,
  schoolId: string,
  months: number,
): Promise<{ now: number; blocked: number; withinYear: number; first: DueStudent[] }> {
  if (months === 0) return { now: 0, blocked: 0, withinYear: 0, first: [] };
  const due = sql`
    select student_id, student_number, first_name, last_name, grade, obstacle,
      last_activity_at, last_activity_at + make_interval(months => ${months}) as due_at
    from ${namedStudents(schoolId)} s
    where not in_source`;
  const counted = await sql<{ now: number; blocked: number; withinYear: number }>`
    select
      count(*) filter (where due_at <= now())::int as now,
      count(*) filter (where due_at <= now() and obstacle is not null)::int as blocked,
      count(*) filter (where due_at <= now() + interval '1 year')::int as within_year
    from (${due}) due`.execute(db);
  const first = await sql<DueStudent>`
    ${due} order by due_at, student_number limit ${sql.lit(SHOWN)}`.execute(db);
  return { ...counted.rows[0]!, first: first.rows };
}

/** A student whose turn it is in an erasure. */
export type NextStudent = { studentId: string; obstacle: ErasureObstacle | null };

/**
 * Locks and returns the next students of an erasure after `after`, by ID. With `months`, only those
 * that the rule reached when it was asked for.
 */
export async function lockNextStudents(
  tx: Tx,
  erasure: { schoolId: string; months: number | null; askedAt: string; after: string | null },
  limit: number,
): Promise<NextStudent[]> {
  const { schoolId, months, askedAt, after } = erasure;
  const reached =
    months === null
      ? sql``
      : sql`and not in_source
          and last_activity_at + make_interval(months => ${months}) <= ${askedAt}`;
  const { rows: next } = await sql<{ id: string }>`
    select student_id as id
    from ${namedStudents(schoolId)} s
    where (${after}::uuid is null or student_id > ${after}) ${reached}
    order by student_id
    limit ${limit}`.execute(tx);
  const ids = next.map(({ id }) => id);
  await sql`
    select from students where id = any(${ids}) order by id for update`.execute(tx);
  // Read again: a sale or a top-up may have been booked until the lock was there.
  const { rows } = await sql<NextStudent>`
    select student_id, obstacle
    from ${namedStudents(schoolId)} s
    where student_id = any(${ids})
    order by student_id`.execute(tx);
  return rows;
}

/** Facts that block erasing all students of a school. */
export type OpenBusiness = {
  liveFairs: number;
  walletCents: number;
  wallets: number;
  payments: number;
  orders: number;
  held: number;
  running: number;
};

/** Counts what blocks erasing all students of a school. */
export async function countOpenBusiness(db: Db, schoolId: string): Promise<OpenBusiness> {
  const { rows } = await sql<OpenBusiness>`
    select
      (select count(*)::int
        from fairs
        where school_id = ${schoolId} and status = 'active' and close_out_state = 'open'
          and (now() at time zone time_zone)::date between start_date and end_date) as live_fairs,
      coalesce(sum(w.balance_cents), 0)::bigint as wallet_cents,
      count(*) filter (where w.balance_cents <> 0)::int as wallets,
      count(*) filter (where s.obstacle = 'payments')::int as payments,
      count(*) filter (where s.obstacle = 'orders')::int as orders,
      (select count(*)::int
        from held_orders h
        join fairs f on f.id = h.fair_id
        where f.school_id = ${schoolId} and h.state = 'waiting') as held,
      (select count(*)::int
        from student_erasures
        where school_id = ${schoolId} and finished_at is null) as running
    from ${namedStudents(schoolId)} s
    left join wallets w on w.student_id = s.student_id`.execute(db);
  return rows[0]!;
}

/** Returns the erasures of a school, newest first. */
export async function findErasures(db: Db, schoolId: string): Promise<Erasure[]> {
  const { rows } = await sql<Erasure>`
    select id, kind, months, asked_at, asked_by_name as asked_by, phase, progress, total, erased,
      "left", jsonb_array_length(scan -> 'found') as found, finished_at
    from student_erasures
    where school_id = ${schoolId}
    order by asked_at desc, id desc
    limit ${sql.lit(SHOWN)}`.execute(db);
  return rows;
}

/** Returns the proof of an erasure that has ended. */
export function findProof(db: Db, id: string) {
  return db
    .selectFrom('studentErasures')
    .innerJoin('schools', 'schools.id', 'studentErasures.schoolId')
    .select(['studentErasures.proof', 'studentErasures.finishedAt', 'schools.identifier'])
    .where('studentErasures.id', '=', id)
    .executeTakeFirst();
}

/** Returns the schools with a rule of more than 0 months, with it, and no erasure in progress. */
export async function findSchoolsWithRule(db: Db): Promise<{ id: string; months: number }[]> {
  const { rows } = await sql<{ id: string; months: number }>`
    select s.id, coalesce(s.student_retention_months, c.student_retention_months) as months
    from schools s
    cross join settings c
    where coalesce(s.student_retention_months, c.student_retention_months) > 0
      and not exists (
        select from student_erasures e where e.school_id = s.id and e.finished_at is null)
    order by s.id`.execute(db);
  return rows;
}
