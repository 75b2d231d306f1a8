import { createHash } from 'node:crypto';
import type { RegisterSession } from '@pos/contract/sales/register-session';
import { z } from 'zod';
import { readToken, signToken, type TokenSort } from '#api/tokens/signed-tokens.ts';

/**
 * Device, fair and person of a device token, with fingerprints of the device key and secret code it
 * was issued for. Modes and rights are read from the database instead.
 */
const Claims = z.object({
  sub: z.uuid(),
  fair: z.uuid(),
  /** The person: an admin, or a cashier of the fair. */
  admin: z.uuid().optional(),
  cashier: z.uuid().optional(),
  pairing: z.string(),
  code: z.string(),
});
export type DeviceClaims = z.infer<typeof Claims>;

/** Stored credentials of a device and a person. Null if there are none. */
export type Credentials = { deviceKeyHash: Buffer | null; secretCodeHash: string | null };

/**
 * Returns fingerprints of the credentials for a token's claims. A token ends when one of them
 * changes.
 */
export function tokenFingerprints({
  deviceKeyHash,
  secretCodeHash,
}: Credentials): Pick<DeviceClaims, 'pairing' | 'code'> {
  return { pairing: toPrint(deviceKeyHash), code: toPrint(secretCodeHash) };
}

/** Returns true if device key and secret code are still those that the token was issued for. */
export function isCurrent(claims: DeviceClaims, credentials: Credentials): boolean {
  const { pairing, code } = tokenFingerprints(credentials);
  return credentials.deviceKeyHash !== null && claims.pairing === pairing && claims.code === code;
}

/** Hash of a hash, 96 bits of it, so that a token reveals nothing to test a code against. */
function toPrint(stored: Buffer | string | null): string {
  return createHash('sha256')
    .update(stored ?? '')
    .digest('base64url')
    .slice(0, 16);
}

/** Valid for 12 hours (api.md, pos/login). */
const DEVICE: TokenSort<typeof Claims> = {
  type: 'dt+jwt',
  audience: 'pos-register',
  lifetimeMs: 12 * 3_600_000,
  claims: Claims,
  expired: 'This login has expired. Log in at the register again.',
  invalid: 'Log in at the register to continue.',
};

export function signDeviceToken(
  key: Uint8Array,
  claims: DeviceClaims,
): Promise<RegisterSession['token']> {
  return signToken(DEVICE, key, claims);
}

/** Returns the claims of a valid device token. Throws TOKEN_EXPIRED or TOKEN_INVALID. */
export function readDeviceToken(key: Uint8Array, token: string): Promise<DeviceClaims> {
  return readToken(DEVICE, key, token);
}
