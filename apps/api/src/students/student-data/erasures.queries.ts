import { ERASED_STUDENT } from '@pos/contract/students/students';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';
import type { NameSearch } from '#api/students/students/named-texts.queries.ts';

/** Result of the search after an erasure, with the number of names, and of those of a single word. */
export type ErasureScan = NameSearch & { names: number; singleWords: number };

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

/** Locks the oldest erasure in progress that no other process works on, until its step is saved. */
export function lockErasure(tx: Tx): Promise<OpenErasure | undefined> {
  return tx
    .selectFrom('studentErasures')
    .select(COLUMNS)
    .where('finishedAt', 'is', null)
    .orderBy('askedAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Saves the state of a locked erasure after a step, with the rows that it changed by table. */
export async function saveErasure(
  tx: Tx,
  { id, counts }: OpenErasure,
  changes: Partial<Pick<OpenErasure, 'phase' | 'lastStudent' | 'erased' | 'left'>> & {
    progress: number;
  },
  changed: readonly Readonly<Record<string, number>>[],
): Promise<void> {
  const sums = { ...counts };
  for (const rows of changed)
    for (const [table, count] of Object.entries(rows)) sums[table] = (sums[table] ?? 0) + count;
  await tx
    .updateTable('studentErasures')
    .set({ ...changes, counts: JSON.stringify(sums) })
    .where('id', '=', id)
    .execute();
}

/** Remembers names to look for until the erasure has ended. */
export async function addNames(tx: Tx, erasureId: string, names: readonly string[]): Promise<void> {
  await sql`
    insert into student_erasure_names (erasure_id, name)
    select ${erasureId}, unnest(${[...new Set(names)]}::text[])
    on conflict do nothing`.execute(tx);
}

/** Returns the names that an erasure looks for. */
export async function findNames(db: Tx, erasureId: string): Promise<string[]> {
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
  db: Tx,
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
