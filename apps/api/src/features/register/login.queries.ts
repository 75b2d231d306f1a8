import { sql } from 'kysely';
import { runOnceCompiled } from '#api/db/compiled-once.ts';
import { PREPARED, type Db, type Tx } from '#api/db/db.ts';

/** Wrong codes at one device before it is locked, and of one admin within an hour (api.md, pos/login). */
const DEVICE_TRIES = 5;
const ADMIN_TRIES = 20;
const LOCK = sql`interval '15 minutes'`;

export function findDeviceForLogin(db: Db, deviceId: string) {
  return db
    .selectFrom('devices')
    .select(['id', 'deviceId', 'name', 'status', 'deviceKeyHash'])
    .where(sql`lower(device_id)`, '=', deviceId.toLowerCase())
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

export function findAdminForLogin(db: Db, id: string) {
  return db
    .selectFrom('admins')
    .select(['id', 'status', 'secretCodeHash', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

/** What a fair is to its registers. */
export function selectFairTerms(db: Db) {
  return db
    .selectFrom('fairs')
    .innerJoin('schools', 'schools.id', 'fairs.schoolId')
    .select([
      'fairs.id', 'fairs.identifier', 'fairs.name', 'schools.name as schoolName', 'fairs.startDate', 'fairs.endDate', 'fairs.timeZone', 'fairs.taxRatePpm',
      'schools.taxExempt as schoolTaxExempt', 'schools.factsEnabled', 'fairs.status', 'fairs.closeOutState', 'fairs.schoolId',
    ]);
}

export function findFairForLogin(db: Db, identifier: string) {
  return selectFairTerms(db).where(sql`lower(fairs.identifier)`, '=', identifier.toLowerCase()).executeTakeFirst();
}

/**
 * Counts one try at a device before the code is looked at, so that tries side by side cannot outrun the count. The fifth locks it.
 * Undefined where the device is locked; then nothing is counted.
 */
export async function countDeviceTryRow(db: Db, deviceId: string): Promise<{ locked: boolean } | undefined> {
  const { rows } = await sql<{ locked: boolean }>`
    update devices set
      wrong_codes = case when wrong_codes + 1 >= ${DEVICE_TRIES} then 0 else wrong_codes + 1 end,
      locked_until = case when wrong_codes + 1 >= ${DEVICE_TRIES} then now() + ${LOCK} else null end
    where id = ${deviceId} and (locked_until is null or locked_until <= now())
    returning locked_until is not null as locked`.execute(db);
  return rows[0];
}

/** The same for an admin, over all devices: the twentieth try within an hour locks. */
export async function countAdminTryRow(db: Db, adminId: string): Promise<{ locked: boolean } | undefined> {
  const { rows } = await sql<{ locked: boolean }>`
    with counted as (
      select id, case when wrong_codes_since > now() - interval '1 hour' then wrong_codes + 1 else 1 end as tries,
        case when wrong_codes_since > now() - interval '1 hour' then wrong_codes_since else now() end as since
      from admins where id = ${adminId} and (code_locked_until is null or code_locked_until <= now()) for update
    )
    update admins a set
      wrong_codes = case when tries >= ${ADMIN_TRIES} then 0 else tries end,
      wrong_codes_since = case when tries >= ${ADMIN_TRIES} then null else since end,
      code_locked_until = case when tries >= ${ADMIN_TRIES} then now() + ${LOCK} else null end
    from counted where a.id = counted.id
    returning a.code_locked_until is not null as locked`.execute(db);
  return rows[0];
}

/** Takes a try back that turned out good: the device begins anew, of the admin's count only this one goes. */
export async function forgiveTryRows(tx: Tx, deviceId: string, adminId: string, tried: { adminLocked: boolean }): Promise<void> {
  await tx.updateTable('devices').set({ wrongCodes: 0, lockedUntil: null }).where('id', '=', deviceId).execute();
  await sql`
    update admins set
      wrong_codes = ${tried.adminLocked ? sql`${ADMIN_TRIES - 1}` : sql`greatest(wrong_codes - 1, 0)`},
      wrong_codes_since = ${tried.adminLocked ? sql`now()` : sql`wrong_codes_since`},
      code_locked_until = null
    where id = ${adminId}`.execute(tx);
}

export async function findLocks(db: Db, deviceId: string, adminId: string): Promise<string | null> {
  const { rows } = await sql<{ until: string | null }>`
    select max(until) as until from (
      select locked_until as until from devices where id = ${deviceId} union all select code_locked_until from admins where id = ${adminId}
    ) locks where until > now()`.execute(db);
  return rows[0]?.until ?? null;
}

/** Keeps the hash of the key of an unpaired device; false where another login was first. */
export async function pairRow(tx: Tx, id: string, deviceKeyHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable('devices').set({ deviceKeyHash }).where('id', '=', id).where('deviceKeyHash', 'is', null).executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The device, cashier and fair of a token, as they stand now. */
export async function findStanding(db: Db, device: string, fair: string, admin: string) {
  const [standing] = await runOnceCompiled(db, 'standing of a register', { device, fair, admin }, (given) =>
    db
      .selectFrom('devices')
      .modifyFront(PREPARED)
      .innerJoin('fairs', (join) => join.on('fairs.id', '=', given.fair))
      .innerJoin('admins', (join) => join.on('admins.id', '=', given.admin))
      .where('devices.id', '=', given.device)
      .where('devices.deletedAt', 'is', null)
      .select([
        'devices.deviceId', 'devices.status as deviceStatus', 'fairs.status as fairStatus', 'fairs.closeOutState', 'admins.status as adminStatus',
        sql<boolean>`admins.deleted_at is not null`.as('adminDeleted'), sql<string>`admins.first_name || ' ' || admins.last_name`.as('cashierName'),
      ]),
  );
  return standing;
}
