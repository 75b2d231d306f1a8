import type { DeviceProof } from '@pos/contract/sales/register-session';
import type { Db, Tx } from '#api/db/db.ts';
import { deriveDeviceKey, deviceKeyHash } from '#api/fairs/devices/pairing-codes.rules.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { allowsPairing } from '#api/staff/sign-in/register-limit.service.ts';
import { endPairingCodeRow, lockPairing, pairRow } from './login.queries.ts';
import { proofIn, type Pairing } from './pairing.rules.ts';

/** Returns true if a call has the device's key or a pairing code that still works. */
export async function isProven(
  db: Db,
  pepper: Uint8Array,
  { form, device, ip }: { form: DeviceProof; device: Pairing; ip: string },
): Promise<boolean> {
  const proof = proofIn(form, device, pepper, Date.now());
  if (proof === 'key' || proof === 'none') return proof === 'key';
  const pendingHash = device.pairingCodeHash!;
  return allowsPairing(db, { pendingHash, ip, isRight: proof === 'pairing code' });
}

/**
 * Checks a proof again under the device's lock. A pairing code pairs the device and returns its key;
 * the key ends a pending code. Returns undefined if the pairing was removed or the device deleted
 * meanwhile.
 */
export async function pairOrEndCode(
  tx: Tx,
  pepper: Uint8Array,
  form: DeviceProof,
  { id, actor }: { id: string; actor: Actor },
): Promise<{ deviceKey?: string } | undefined> {
  const pairing = await lockPairing(tx, id);
  const proof = pairing ? proofIn(form, pairing, pepper, Date.now()) : 'none';
  if (!pairing || (proof !== 'key' && proof !== 'pairing code')) return undefined;
  if (proof === 'key') {
    if (pairing.pairingCodeHash) await endPairingCodeRow(tx, id);
    return {};
  }
  const deviceKey = deriveDeviceKey(pepper, id, form.pairingCode ?? '');
  await pairRow(tx, id, deviceKeyHash(deviceKey));
  if (!pairing.deviceKeyHash)
    await recordActivity(tx, actor, { action: 'device.paired', entity: 'device', entityId: id });
  return { deviceKey };
}
