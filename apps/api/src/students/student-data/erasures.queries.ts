import { ERASED_STUDENT } from '@pos/contract/students/students';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';

/** Seconds that an erasure stays with a run that has gone silent. */
const LEASE_SECONDS = 60;

/** Result of the scan: what was searched, and places that still hold a name with their rows. */
export type ErasureScan = {
  names: number;
  commonNames: number;
  singleWords: number;
  tables: number;
  columns: number;
  rows: number;
  files: number;
  found: { place: string; count: number }[];
};

const COLUMNS = [
  'id',
  'schoolId',
  'kind',
  'months',
  'askedBy',
  'askedByName',
  'reason',
  'askedAt',
  'phase',
  'lastStudent',
  'total',
  'erased',
  'left',
  'counts',
] as const;

/** An erasure in progress. */
export type OpenErasure = Pick<Selectable<Schema['studentErasures']>, (typeof COLUMNS)[number]>;

/** Adds an erasure; false if one of the school is in progress. */
export async function insertErasure(
  tx: Tx,
  row: Insertable<Schema['studentErasures']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('studentErasures')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('schoolId').where('finishedAt', 'is', null).doNothing(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns the erasures in progress that no other run works on. */
export async function findWaitingErasures(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id
    from student_erasures
    where finished_at is null and (lease_until is null or lease_until < now())
    order by asked_at`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Locks an erasure for one step of a run and renews its lease. Undefined if it has ended or another
 * run works on it.
 */
export async function takeErasure(
  db: Db,
  id: string,
  runner: string,
): Promise<OpenErasure | undefined> {
  return db
    .updateTable('studentErasures')
    .set({
      runner,
      leaseUntil: sql<string>`now() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})`,
    })
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .where((where) =>
      where.or([
        where('leaseUntil', 'is', null),
        where('leaseUntil', '<', sql<string>`now()`),
        where('runner', '=', runner),
      ]),
    )
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Saves the state of an erasure after a step, and renews its lease. */
export async function saveErasure(
  tx: Db,
  id: string,
  changes: Partial<Pick<OpenErasure, 'phase' | 'lastStudent' | 'erased' | 'left'>> & {
    progress?: number;
  },
  changed: Readonly<Record<string, number>> = {},
): Promise<void> {
  await tx
    .updateTable('studentErasures')
    .set({
      ...changes,
      leaseUntil: sql<string>`now() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})`,
      ...(Object.keys(changed).length > 0 && { counts: added(changed) }),
    })
    .where('id', '=', id)
    .execute();
}

/** SQL: `counts` with the numbers of `changed` added. */
function added(changed: Readonly<Record<string, number>>) {
  return sql<string>`(
    select jsonb_object_agg(key, sum)
    from (
      select key, sum(value::int)::int as sum
      from (
        select * from jsonb_each_text(counts)
        union all
        select * from jsonb_each_text(${JSON.stringify(changed)}::jsonb)
      ) both_sides
      group by key
    ) totals)`;
}

/** Remembers names to look for until the erasure has ended. */
export async function addNames(tx: Tx, erasureId: string, names: readonly string[]): Promise<void> {
  await sql`
    insert into student_erasure_names (erasure_id, name)
    select ${erasureId}, unnest(${[...new Set(names)]}::text[])
    on conflict do nothing`.execute(tx);
}

/** Returns the names that an erasure looks for. */
export async function findNames(db: Db, erasureId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('studentErasureNames')
    .select('name')
    .where('erasureId', '=', erasureId)
    .execute();
  return rows.map(({ name }) => name);
}

/** Ends an erasure with its scan and proof, and forgets the names. */
export async function finishErasure(
  tx: Tx,
  id: string,
  { scan, proof, at }: { scan: ErasureScan; proof: Buffer; at: string },
): Promise<void> {
  await tx.deleteFrom('studentErasureNames').where('erasureId', '=', id).execute();
  await tx
    .updateTable('studentErasures')
    .set({
      phase: 'done',
      progress: 100,
      runner: null,
      leaseUntil: null,
      scan: JSON.stringify(scan),
      proof,
      finishedAt: at,
    })
    .where('id', '=', id)
    .execute();
}

/** Removes the customer names of all orders that students or parents made at a school's fairs. */
export async function eraseSchoolCustomers(
  tx: Tx,
  schoolId: string,
): Promise<Record<string, number>> {
  const orders = await tx
    .updateTable('orders')
    .set({ customerName: ERASED_STUDENT })
    .where('schoolId', '=', schoolId)
    .where('customerType', 'in', ['student', 'parent'])
    .where('customerName', 'is not', null)
    .where('customerName', '<>', ERASED_STUDENT)
    .executeTakeFirst();
  const held = await sql`
    update held_orders
    set body = jsonb_set(body, '{customerName}', ${JSON.stringify(ERASED_STUDENT)}::jsonb)
    where fair_id in (select id from fairs where school_id = ${schoolId})
      and body ->> 'customerType' in ('student', 'parent')
      and body ->> 'customerName' <> ${ERASED_STUDENT}`.execute(tx);
  return {
    orders: Number(orders.numUpdatedRows),
    held_orders: Number(held.numAffectedRows ?? 0n),
  };
}

/** Facts of an erasure that its proof prints besides its own. */
export async function findProofFacts(
  db: Db,
  schoolId: string,
): Promise<{ schoolName: string; identifier: string; companyName: string; timeZone: string }> {
  return db
    .selectFrom('schools')
    .innerJoin('settings', (join) => join.onTrue())
    .select([
      'schools.name as schoolName',
      'schools.identifier',
      'schools.timeZone',
      'settings.companyName',
    ])
    .where('schools.id', '=', schoolId)
    .executeTakeFirstOrThrow();
}
