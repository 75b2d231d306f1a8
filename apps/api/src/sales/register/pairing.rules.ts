import { timingSafeEqual } from 'node:crypto';
import { deviceKeyHash, pairingCodeHash } from '#api/fairs/devices/pairing-codes.rules.ts';

/** Stored pairing of a device. Hashes are 32 bytes, times ISO 8601. */
export type Pairing = {
  id: string;
  deviceKeyHash: Buffer | null;
  pairingCodeHash: Buffer | null;
  pairingCodeExpiresAt: string | null;
};

/**
 * Proof of identity that a register sent: its key, the pending pairing code, a wrong one while a
 * code is pending, or none.
 */
export type Proof = 'key' | 'pairing code' | 'wrong pairing code' | 'none';

/** Determines the proof in a login. `now` in milliseconds. */
export function proofIn(
  login: { deviceKey?: string | undefined; pairingCode?: string | undefined },
  pairing: Pairing,
  pepper: Uint8Array,
  now: number,
): Proof {
  const { deviceKey, pairingCode } = login;
  if (
    pairing.deviceKeyHash &&
    deviceKey !== undefined &&
    timingSafeEqual(pairing.deviceKeyHash, deviceKeyHash(deviceKey))
  )
    return 'key';
  if (pairingCode === undefined || !isPending(pairing, now)) return 'none';
  return timingSafeEqual(pairing.pairingCodeHash!, pairingCodeHash(pepper, pairing.id, pairingCode))
    ? 'pairing code'
    : 'wrong pairing code';
}

function isPending({ pairingCodeHash: hash, pairingCodeExpiresAt }: Pairing, now: number): boolean {
  return hash !== null && pairingCodeExpiresAt !== null && Date.parse(pairingCodeExpiresAt) > now;
}
