import { sql } from 'kysely';
import { runOnceCompiled } from '#api/db/compiled-once.ts';
import { PREPARED, type Db, type Tx } from '#api/db/db.ts';
import { editsFairs, hasDutyNow } from '#api/sales/approvals/register-duties.ts';
import type { Pairing } from './pairing.rules.ts';
import type { PersonKey } from './tries.queries.ts';

export function findDeviceForLogin(db: Db, deviceId: string) {
  return db
    .selectFrom('devices')
    .select(['id', 'deviceId', 'name', 'deviceKeyHash', 'pairingCodeHash', 'pairingCodeExpiresAt'])
    .where(sql`lower(device_id)`, '=', deviceId.toLowerCase())
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

export function findAdminForLogin(db: Db, id: string) {
  return db
    .selectFrom('admins')
    .select(['id', 'secretCodeHash', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

/** Returns a cashier of the fair who was not removed. */
export function findCashierForLogin(db: Db, id: string, fairId: string) {
  return db
    .selectFrom('cashiers')
    .select(['id', 'secretCodeHash', 'name'])
    .where('id', '=', id)
    .where('fairId', '=', fairId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

const isPlannedNow = sql<boolean>`exists (
  select
  from fair_devices
  where fair_devices.fair_id = fairs.id and fair_devices.device_id = devices.id)`;
/**
 * SQL condition: the device is planned for the fair, or the person is the fair's admin or may edit
 * any fair.
 */
export const isAssignedNow = sql<boolean>`(not admins.is_limited or roles.is_system
  or fairs.id = any(person_fairs(admins.id))) and (roles.is_system or fairs.admin_id = admins.id
  or ${isPlannedNow} or ${editsFairs})`;

/** True if the school is exempt on the current day of the fair (domain 8.12). */
const schoolTaxExempt = sql<boolean>`schools.tax_exempt and coalesce(
  schools.exempt_valid_to >= (now() at time zone fairs.time_zone)::date, true)`;

/** Selects the terms of a fair for its registers. */
export function selectFairTerms(db: Db) {
  return db
    .selectFrom('fairs')
    .innerJoin('schools', 'schools.id', 'fairs.schoolId')
    .select([
      'fairs.id',
      'fairs.identifier',
      'fairs.name',
      'schools.name as schoolName',
      'fairs.startDate',
      'fairs.endDate',
      'fairs.timeZone',
      'fairs.taxRatePpm',
      'schools.factsEnabled',
      'fairs.status',
      'fairs.closeOutState',
      'fairs.schoolId',
    ])
    .select(schoolTaxExempt.as('schoolTaxExempt'));
}

export function findFairForLogin(db: Db, identifier: string) {
  return selectFairTerms(db)
    .where(sql`lower(fairs.identifier)`, '=', identifier.toLowerCase())
    .executeTakeFirst();
}

/** Locks a device's row and reads its pairing; undefined for a deleted device. */
export function lockPairing(tx: Tx, id: string): Promise<Pairing | undefined> {
  return tx
    .selectFrom('devices')
    .select(['id', 'deviceKeyHash', 'pairingCodeHash', 'pairingCodeExpiresAt'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores the hash of the key that a pairing code gave. */
export async function pairRow(tx: Tx, id: string, deviceKeyHash: Buffer): Promise<void> {
  await tx.updateTable('devices').set({ deviceKeyHash }).where('id', '=', id).execute();
}

/** Notes that a device is at a fair and was seen now. */
export async function noteDeviceAtFairRow(tx: Tx, id: string, fairId: string): Promise<void> {
  await tx
    .updateTable('devices')
    .set({ lastSeenAt: sql<string>`now()`, currentFairId: fairId })
    .where('id', '=', id)
    .execute();
}

/** Notes what a register reports about itself, and that it was seen at its fair now. */
export async function noteHeartbeatRow(
  db: Db,
  { id, fairId }: { id: string; fairId: string },
  { appVersion, unsentOrders }: { appVersion: string; unsentOrders: number },
): Promise<void> {
  await db
    .updateTable('devices')
    .set({ appVersion, unsentOrders, lastSeenAt: sql<string>`now()`, currentFairId: fairId })
    .where('id', '=', id)
    .execute();
}

/** Notes that a device was seen now. */
export async function noteDeviceSeenRow(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('devices')
    .set({ lastSeenAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Ends a pairing code, because the key that it gave was used. */
export async function endPairingCodeRow(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('devices')
    .set({ pairingCodeHash: null, pairingCodeExpiresAt: null })
    .where('id', '=', id)
    .execute();
}

/**
 * Returns the current state of the device, fair and person of a token; undefined for a deleted
 * device.
 */
export function findStanding(db: Db, device: string, fair: string, person: PersonKey) {
  return person.kind === 'admin'
    ? findStandingOfAdmin(db, { device, fair, admin: person.id })
    : findStandingOfCashier(db, { device, fair, cashier: person.id });
}

async function findStandingOfAdmin(db: Db, ids: { device: string; fair: string; admin: string }) {
  const [standing] = await runOnceCompiled(db, 'standing of a register', ids, (given) =>
    selectDeviceAt(db, given)
      .innerJoin('admins', (join) => join.on('admins.id', '=', given.admin))
      .innerJoin('roles', 'roles.id', 'admins.roleId')
      .select([
        'admins.status as personStatus',
        'admins.secretCodeHash',
        'admins.id as cashierId',
        sql<string | null>`null::uuid`.as('fairCashierId'),
        sql<boolean>`admins.deleted_at is not null`.as('personDeleted'),
        sql<string>`admins.first_name || ' ' || admins.last_name`.as('cashierName'),
      ])
      .select([hasDutyNow.as('hasDuty'), isAssignedNow.as('isAssigned')]),
  );
  return standing;
}

async function findStandingOfCashier(
  db: Db,
  ids: { device: string; fair: string; cashier: string },
) {
  const [standing] = await runOnceCompiled(db, 'standing of a cashier', ids, (given) =>
    selectDeviceAt(db, given)
      .innerJoin('cashiers', (join) =>
        join.on('cashiers.id', '=', given.cashier).onRef('cashiers.fairId', '=', 'fairs.id'),
      )
      .select([
        'cashiers.status as personStatus',
        'cashiers.secretCodeHash',
        'fairs.adminId as cashierId',
        sql<string | null>`cashiers.id`.as('fairCashierId'),
        sql<boolean>`cashiers.deleted_at is not null`.as('personDeleted'),
        'cashiers.name as cashierName',
        sql<boolean>`true`.as('hasDuty'),
        isPlannedNow.as('isAssigned'),
      ]),
  );
  return standing;
}

/** Selects a device that was not deleted, and a fair, with their states. */
function selectDeviceAt(db: Db, given: { device: string; fair: string }) {
  return db
    .selectFrom('devices')
    .modifyFront(PREPARED)
    .innerJoin('fairs', (join) => join.on('fairs.id', '=', given.fair))
    .where('devices.id', '=', given.device)
    .where('devices.deletedAt', 'is', null)
    .select([
      'devices.deviceId',
      'devices.status as deviceStatus',
      'fairs.status as fairStatus',
      'fairs.closeOutState',
      'devices.deviceKeyHash',
    ]);
}
