import type { Reason } from '@pos/contract/errors';
import type { Device, NewDevice } from '@pos/contract/devices';
import { MAX_OPTIONS, type OptionsQuery, type RecordOption } from '@pos/contract/values';
import { sql, type UpdateObject } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { goneState } from '#api/db/gone-state.ts';
import type { Schema } from '#api/db/schema.ts';
import { containing } from '#api/lists/paging.ts';

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
            eb.or([eb('deviceId', 'ilike', text), eb('name', 'ilike', text)]),
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
      deviceKeyHash: null,
      pairingCodeHash: null,
      pairingCodeExpiresAt: null,
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

/** Returns the reasons that block deletion: unsent orders, and fairs that have not ended. */
export async function findDeviceUses(db: Db, { id, unsentOrders }: Device): Promise<Reason[]> {
  const fairs = await db
    .selectFrom('fairDevices')
    .innerJoin('fairs', 'fairs.id', 'fairDevices.fairId')
    .select(['fairs.id', 'fairs.name'])
    .where('fairDevices.deviceId', '=', id)
    .where(sql<boolean>`fairs.end_date >= (now() at time zone fairs.time_zone)::date`)
    .where('fairs.status', '=', 'active')
    .orderBy('fairs.startDate')
    .limit(20)
    .execute();
  return [
    ...(unsentOrders > 0
      ? [
          {
            code: 'UNSENT_ORDERS',
            text: `${unsentOrders} unsent ${unsentOrders === 1 ? 'order' : 'orders'}`,
            count: unsentOrders,
          },
        ]
      : []),
    ...fairs.map((fair) => ({
      code: 'FAIR',
      text: `planned for ${fair.name}`,
      link: `/fair-details/${fair.id}`,
    })),
  ];
}
