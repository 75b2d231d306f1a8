import { pageAddress } from '@pos/contract/addresses';
import {
  PAIRING_CODE_MINUTES,
  type Device,
  type DeviceChanges,
  type NewDevice,
  type PairingCode,
} from '@pos/contract/fairs/devices';
import type { Reason } from '@pos/contract/errors';
import type { RecordStatus } from '@pos/contract/values';
import { pluralize } from '@pos/contract/values/counts';
import { v7 as uuidv7 } from 'uuid';
import { isDuplicate } from '#api/db/database-errors.ts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { lockRow } from '#api/db/lock-row.ts';
import { changedFields, recordActivity } from '#api/staff/activity/activity.service.ts';
import { requireActiveAdmin } from '#api/staff/admins/admins.service.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { refuseStale } from '#api/http/stale.ts';
import { deviceList } from './devices.list.ts';
import {
  findPlannedFairs,
  insertDeviceRow,
  markDeviceDeletedRow,
  removePairingRow,
  setDeviceStatusRow,
  storePairingCodeRow,
  updateDeviceRow,
} from './devices.queries.ts';
import { newPairingCode, pairingCodeHash } from './pairing-codes.rules.ts';

/** Adds an active device. Its ID is unique regardless of case. */
export async function addDevice(tx: Tx, actor: Actor, input: NewDevice): Promise<Device> {
  if (input.adminId)
    await requireActiveAdmin(tx, input.adminId, 'adminId', 'Choose an active admin.');
  const id = uuidv7();
  await insertDeviceRow(tx, id, input).catch(refuseTakenId);
  await recordActivity(tx, actor, { action: 'device.added', entity: 'device', entityId: id });
  return readDevice(tx, id);
}

/** Updates a device. */
export function updateDevice(
  db: Db,
  actor: Actor,
  id: string,
  { version, ...changes }: DeviceChanges,
): Promise<Device> {
  return inTransaction(db, async (tx) => {
    const before = await lockDevice(tx, id);
    await refuseStale(tx, 'device', id, before, version);
    if (changes.adminId && changes.adminId !== before.adminId)
      await requireActiveAdmin(tx, changes.adminId, 'adminId', 'Choose an active admin.');
    await updateDeviceRow(tx, id, version + 1, changes).catch(refuseTakenId);
    const after = await readDevice(tx, id);
    const { adminId: _, model = before.model, ...fields } = changes;
    await recordActivity(tx, actor, {
      action: 'device.updated',
      entity: 'device',
      entityId: id,
      changes: changedFields<Partial<Device>>(before, {
        ...fields,
        model,
        adminName: after.adminName,
      }),
    });
    return after;
  });
}

/**
 * Activates or deactivates a device. An inactive device may only send in existing sales, and those
 * are held (domain 3.3).
 */
export function changeDeviceStatus(
  db: Db,
  actor: Actor,
  id: string,
  status: RecordStatus,
): Promise<Device> {
  return inTransaction(db, async (tx) => {
    const before = await lockDevice(tx, id);
    if (before.status === status) return before;
    await setDeviceStatusRow(tx, id, before.version + 1, status);
    await recordActivity(tx, actor, {
      action: status === 'active' ? 'device.activated' : 'device.deactivated',
      entity: 'device',
      entityId: id,
      changes: { status: { from: before.status, to: status } },
    });
    return readDevice(tx, id);
  });
}

/** Deletes a device with no unsent orders and no planned fairs. Past sales keep its name. */
export function deleteDevice(db: Db, actor: Actor, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const before = await lockDevice(tx, id);
    const fairs = await findPlannedFairs(tx, id);
    const reasons = deletionReasons({ unsentOrders: before.unsentOrders, fairs });
    if (reasons.length > 0)
      throw new Failure(
        'IN_USE',
        `${before.deviceId} is still in use: ${reasons.map(({ text }) => text).join(', ')}. Deactivate it instead.`,
        { reasons },
      );
    await markDeviceDeletedRow(tx, id, before.version + 1);
    await recordActivity(tx, actor, { action: 'device.deleted', entity: 'device', entityId: id });
  });
}

/**
 * Removes the pairing, so that a new tablet can be paired. The old key, its tokens and a pending
 * pairing code stop working at once.
 */
export function forgetPairing(db: Db, actor: Actor, id: string): Promise<Device> {
  return inTransaction(db, async (tx) => {
    const before = await lockDevice(tx, id);
    if (!before.paired) return before;
    await removePairingRow(tx, id, before.version + 1);
    await recordActivity(tx, actor, {
      action: 'device.pairing_forgotten',
      entity: 'device',
      entityId: id,
    });
    return readDevice(tx, id);
  });
}

/**
 * Creates the code that pairs a tablet with an unpaired device, and voids an earlier one. Lifts a
 * lock caused by wrong codes, so that strangers who know the device ID cannot keep staff from
 * pairing it.
 */
export function makePairingCode(
  db: Db,
  actor: Actor,
  id: string,
  pepper: Uint8Array,
): Promise<PairingCode> {
  const pairingCode = newPairingCode();
  return inTransaction(db, async (tx) => {
    const { paired, version } = await lockDevice(tx, id);
    if (paired)
      throw new Failure(
        'INVALID_TRANSITION',
        'A tablet is paired with this device. Remove its pairing first.',
      );
    const hash = pairingCodeHash(pepper, id, pairingCode);
    await storePairingCodeRow(tx, id, version, { hash, minutes: PAIRING_CODE_MINUTES });
    await recordActivity(tx, actor, {
      action: 'device.pairing_code_made',
      entity: 'device',
      entityId: id,
    });
    const { pairingCodeExpiresAt } = await readDevice(tx, id);
    return { pairingCode, expiresAt: pairingCodeExpiresAt! };
  });
}

async function lockDevice(tx: Tx, id: string): Promise<Device> {
  await lockRow(tx, 'devices', id);
  return readDevice(tx, id);
}

function refuseTakenId(error: unknown): never {
  if (isDuplicate(error, 'devices_device_id_key'))
    throw invalid({ deviceId: 'This device ID is already in use.' });
  throw error;
}

/** Returns the device. Refuses one that does not exist. */
export async function readDevice(db: Db, id: string): Promise<Device> {
  const device = await deviceList.findById(db, id);
  if (!device) throw missing('device');
  return device;
}

/** Facts that block the deletion of a device. `fairs` have not ended and plan it. */
type DeviceUses = { unsentOrders: number; fairs: readonly { id: string; name: string }[] };

/** Returns the reasons that block the deletion of a device. */
function deletionReasons({ unsentOrders, fairs }: DeviceUses): Reason[] {
  const unsent: Reason = {
    code: 'UNSENT_ORDERS',
    text: pluralize(unsentOrders, 'unsent order'),
    count: unsentOrders,
  };
  return [
    ...(unsentOrders > 0 ? [unsent] : []),
    ...fairs.map(({ id, name }) => ({
      code: 'FAIR',
      text: `planned for ${name}`,
      link: pageAddress('fair-details', { id }),
    })),
  ];
}
