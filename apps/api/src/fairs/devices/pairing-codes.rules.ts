import { createHash, createHmac, randomBytes } from 'node:crypto';
import { PAIRING_ALPHABET, PAIRING_CODE_LENGTH } from '@pos/contract/fairs/devices';

/** Returns eight random characters (40 bits) that are hard to confuse with each other. */
export function newPairingCode(): string {
  const letters = [...randomBytes(PAIRING_CODE_LENGTH)].map((byte) =>
    PAIRING_ALPHABET.charAt(byte % PAIRING_ALPHABET.length),
  );
  return letters.join('');
}

/**
 * Hashes a pairing code for storage. Keyed, because 40 bits could be found by search from a plain
 * hash.
 */
export function pairingCodeHash(pepper: Uint8Array, deviceId: string, code: string): Buffer {
  return keyed(pepper, 'pairing-code', deviceId, asShown(code));
}

/**
 * Derives the device key from a pairing code, as base64url of 32 bytes. The same code always gives
 * the same key, so that lost answers or parallel first logins still leave the tablet with a valid
 * key.
 */
export function deriveDeviceKey(pepper: Uint8Array, deviceId: string, code: string): string {
  return keyed(pepper, 'device-key', deviceId, asShown(code)).toString('base64url');
}

export function deviceKeyHash(deviceKey: string): Buffer {
  return createHash('sha256').update(deviceKey).digest();
}

/** Normalizes a typed code: lowercase letters, spaces, and O for 0 are accepted. */
function asShown(code: string): string {
  return code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

function keyed(pepper: Uint8Array, purpose: string, deviceId: string, code: string): Buffer {
  return createHmac('sha256', pepper).update(`${purpose}\0${deviceId}\0${code}`).digest();
}
