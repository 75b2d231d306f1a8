import { createHash, createHmac, randomBytes } from 'node:crypto';
import { PAIRING_ALPHABET, PAIRING_CODE_LENGTH } from '@pos/contract/devices';

/** Eight random characters (40 bits) that are hard to mistake for each other. */
export function newPairingCode(): string {
  const letters = [...randomBytes(PAIRING_CODE_LENGTH)].map((byte) =>
    PAIRING_ALPHABET.charAt(byte % PAIRING_ALPHABET.length),
  );
  return letters.join('');
}

/** The hash to store of a pairing code. Keyed, because 40 bits could be searched from a plain hash. */
export function pairingCodeHash(pepper: Uint8Array, deviceId: string, code: string): Buffer {
  return keyed(pepper, 'pairing-code', deviceId, asShown(code));
}

/**
 * The device key that a pairing code gives, base64url of 32 bytes. The same code gives the same
 * key each time, so that a lost answer or parallel first logins leave the tablet with a good key.
 */
export function deviceKeyOf(pepper: Uint8Array, deviceId: string, code: string): string {
  return keyed(pepper, 'device-key', deviceId, asShown(code)).toString('base64url');
}

export function deviceKeyHash(deviceKey: string): Buffer {
  return createHash('sha256').update(deviceKey).digest();
}

/** A code as it was shown: people type it in small letters, with spaces, and O for 0. */
function asShown(code: string): string {
  return code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

function keyed(pepper: Uint8Array, purpose: string, deviceId: string, code: string): Buffer {
  return createHmac('sha256', pepper).update(`${purpose}\0${deviceId}\0${code}`).digest();
}
