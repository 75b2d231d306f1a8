import type { Device, NewDevice } from '@pos/contract/devices';
import { v7 as uuidv7 } from 'uuid';
import { isDuplicate } from '#api/db/database-errors.ts';
import type { Db, Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/features/activity/activity.service.ts';
import { requireActiveAdmin } from '#api/features/admins/admins.service.ts';
import { invalid, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/identity.ts';
import { findDevice, insertDeviceRow } from './devices.queries.ts';

/** Adds a device, active at once. Its ID is unique without case. */
export async function addDevice(tx: Tx, actor: Actor, input: NewDevice): Promise<Device> {
  if (input.adminId) await requireActiveAdmin(tx, input.adminId, 'adminId', 'Choose an active admin.');
  const id = uuidv7();
  await insertDeviceRow(tx, id, input).catch((error: unknown) => {
    if (isDuplicate(error, 'devices_device_id_key')) throw invalid({ deviceId: 'This device ID is already in use.' });
    throw error;
  });
  await recordActivity(tx, actor, 'device.added', 'device', id);
  return readDevice(tx, id);
}

/** One device; refuses one that does not exist. */
export async function readDevice(db: Db, id: string): Promise<Device> {
  const device = await findDevice(db, id);
  if (!device) throw missing('device');
  return device;
}
