import type { Fair } from '@pos/contract/fairs/fairs';
import type { FairChanges, NewFair } from '@pos/contract/fairs/fair-changes';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

/** The next identifier `<SCHOOL>-<YY>-<NN>` of a school for fairs that start in that year (domain 3.5). */
export async function nextFairIdentifier(
  tx: Tx,
  schoolIdentifier: string,
  startDate: string,
): Promise<string> {
  const stem = `${schoolIdentifier}-${startDate.slice(2, 4)}-`;
  const { last } = await tx
    .selectFrom('fairs')
    .select(
      sql<number>`coalesce(max(substr(identifier, ${stem.length + 1})::int), 0)::int`.as('last'),
    )
    .where(sql<boolean>`lower(left(identifier, ${stem.length})) = lower(${stem})`)
    .where(sql<boolean>`substr(identifier, ${stem.length + 1}) ~ '^\\d{1,6}$'`)
    .executeTakeFirstOrThrow();
  return `${stem}${String(last + 1).padStart(2, '0')}`;
}

/** Columns of a fair that its form fills. One that is left out stays as it is, or at its default. */
export type FairFields = Omit<
  NewFair,
  'schoolIdentifier' | 'identifier' | 'salesTaxRate' | 'deviceIds'
> &
  Pick<FairChanges, 'published'> & { schoolId: string; timeZone: string; taxRatePpm: number };

export async function insertFairRow(
  tx: Tx,
  row: FairFields & {
    id: string;
    identifier: string;
    createdBy: string | null;
    status?: Fair['status'];
  },
): Promise<void> {
  await tx
    .insertInto('fairs')
    .values({ ...row, resetAt: null })
    .execute();
}

export async function updateFairRow(
  tx: Tx,
  id: string,
  version: number,
  row: FairFields,
): Promise<void> {
  await tx
    .updateTable('fairs')
    .set({ ...row, version, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Remembers a rate that the fair has had; an order with any of them is booked. */
export async function insertTaxRateRow(tx: Tx, fairId: string, taxRatePpm: number): Promise<void> {
  await tx
    .insertInto('fairTaxRates')
    .values({ fairId, taxRatePpm })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the names of the devices planned for the fair. */
export async function findPlannedDevices(db: Db, fairId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('fairDevices')
    .innerJoin('devices', 'devices.id', 'fairDevices.deviceId')
    .select('devices.deviceId')
    .where('fairDevices.fairId', '=', fairId)
    .orderBy('devices.deviceId')
    .execute();
  return rows.map(({ deviceId }) => deviceId);
}

/** Makes `deviceIds` the devices planned for the fair. */
export async function replaceFairDeviceRows(
  tx: Tx,
  fairId: string,
  deviceIds: readonly string[],
): Promise<void> {
  await tx.deleteFrom('fairDevices').where('fairId', '=', fairId).execute();
  if (deviceIds.length > 0)
    await tx
      .insertInto('fairDevices')
      .values(deviceIds.map((deviceId) => ({ fairId, deviceId })))
      .execute();
}

/** Counts the existing devices among these IDs. */
export async function countDevices(db: Db, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { count } = await db
    .selectFrom('devices')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks a fair until the transaction ends, and returns its close-out state if it exists. */
export async function lockCloseOutState(
  tx: Tx,
  fairId: string,
  strength: 'key share' | 'update',
): Promise<Fair['closeOutState'] | undefined> {
  const fair = tx.selectFrom('fairs').select('closeOutState').where('id', '=', fairId);
  const locked = strength === 'update' ? fair.forUpdate() : fair.forKeyShare();
  return (await locked.executeTakeFirst())?.closeOutState;
}

/** Returns true if the limited admin works at the school, not only at single fairs of it. */
export async function worksAtSchool(tx: Tx, adminId: string, schoolId: string): Promise<boolean> {
  const { rows } = await sql<{ isWhole: boolean }>`
    select ${schoolId} = any(person_schools(${adminId})) as "isWhole"`.execute(tx);
  return rows[0]!.isWhole;
}
