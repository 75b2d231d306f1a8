import type { NewDevice } from '@pos/contract/fairs/devices';
import {
  MAX_OPTIONS,
  type OptionsQuery,
  type RecordOption,
  type RecordStatus,
} from '@pos/contract/values';
import { sql, type UpdateObject } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { goneState } from '#api/db/gone-state.ts';
import type { Schema } from '#api/db/schema.generated.ts';
import { containing, hasText } from '#api/lists/search-text.ts';

/** Values of a device that is not paired and has no pending pairing code. */
const UNPAIRED = { deviceKeyHash: null, pairingCodeHash: null, pairingCodeExpiresAt: null };

/**
 * Returns active devices whose ID or name contains the text, or the one device requested by ID in
 * any state: "REG-01 · Library tablet".
 */
export function findDeviceOptions(
  db: Db,
  { search = '', id }: OptionsQuery,
): Promise<RecordOption[]> {
  const text = containing(search);
  return db
    .selectFrom('devices')
    .select(['id as value', sql<string>`device_id || ' · ' || name`.as('label')])
    .select(goneState.as('state'))
    .where((eb) =>
      id
        ? eb('id', '=', id)
        : eb.and([
            eb('deletedAt', 'is', null),
            eb('status', '=', 'active'),
            eb.or([eb('deviceId', 'ilike', text), hasText(sql`name`, text)]),
          ]),
    )
    .orderBy(sql`lower(device_id)`)
    .limit(MAX_OPTIONS)
    .execute();
}

export async function insertDeviceRow(tx: Tx, id: string, device: NewDevice): Promise<void> {
  await tx
    .insertInto('devices')
    .values({
      ...device,
      id,
      deactivatedAt: null,
      ...UNPAIRED,
      lockedUntil: null,
      appVersion: null,
      lastSeenAt: null,
      lastSyncAt: null,
      currentFairId: null,
      deletedAt: null,
    })
    .execute();
}

export async function updateDeviceRow(
  tx: Tx,
  id: string,
  version: number,
  changes: UpdateObject<Schema, 'devices'>,
): Promise<void> {
  await tx
    .updateTable('devices')
    .set({ ...changes, version, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Marks a device as deleted, without its pairing. */
export function markDeviceDeletedRow(tx: Tx, id: string, version: number): Promise<void> {
  return updateDeviceRow(tx, id, version, {
    deletedAt: sql<string>`now()`,
    status: 'inactive',
    ...UNPAIRED,
  });
}

/** Sets the status of a device. An inactive one gets the time of its deactivation. */
export function setDeviceStatusRow(
  tx: Tx,
  id: string,
  version: number,
  status: RecordStatus,
): Promise<void> {
  return updateDeviceRow(tx, id, version, {
    status,
    deactivatedAt: status === 'inactive' ? sql<string>`now()` : null,
  });
}

/** Removes the pairing of a device, a pending pairing code and a lock by wrong codes. */
export function removePairingRow(tx: Tx, id: string, version: number): Promise<void> {
  return updateDeviceRow(tx, id, version, { ...UNPAIRED, wrongCodes: 0, lockedUntil: null });
}

/** Stores a pairing code that expires after `minutes`, and lifts a lock by wrong codes. */
export function storePairingCodeRow(
  tx: Tx,
  id: string,
  version: number,
  { hash, minutes }: { hash: Buffer; minutes: number },
): Promise<void> {
  return updateDeviceRow(tx, id, version, {
    pairingCodeHash: hash,
    pairingCodeExpiresAt: sql<string>`now() + make_interval(mins => ${minutes})`,
    wrongCodes: 0,
    lockedUntil: null,
  });
}

/** Returns active fairs that have not ended and plan the device, by start, at most 20. */
export function findPlannedFairs(db: Db, id: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('fairDevices')
    .innerJoin('fairs', 'fairs.id', 'fairDevices.fairId')
    .select(['fairs.id', 'fairs.name'])
    .where('fairDevices.deviceId', '=', id)
    .where(sql<boolean>`fairs.end_date >= (now() at time zone fairs.time_zone)::date`)
    .where('fairs.status', '=', 'active')
    .orderBy('fairs.startDate')
    .limit(20)
    .execute();
}
