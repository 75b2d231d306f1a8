import { createHash } from 'node:crypto';
import type { RegisterSession } from '@pos/contract/register-session';
import { z } from 'zod';
import { readToken, signToken, type TokenSort } from '#api/tokens/signed-tokens.ts';

/**
 * The device, the fair and the person that a device token is for, with prints of the device key and
 * of the secret code that it was given for. Modes and rights are read from the database instead.
 */
const Claims = z.object({
  sub: z.uuid(),
  fair: z.uuid(),
  admin: z.uuid(),
  pairing: z.string(),
  code: z.string(),
});
export type DeviceClaims = z.infer<typeof Claims>;

/** Credentials of a device and of a person as they are stored; null where there are none. */
export type Credentials = { deviceKeyHash: Buffer | null; secretCodeHash: string | null };

/** Prints of the credentials for a token's claims; a token ends when one of them changes. */
export function printsOf({
  deviceKeyHash,
  secretCodeHash,
}: Credentials): Pick<DeviceClaims, 'pairing' | 'code'> {
  return { pairing: printOf(deviceKeyHash), code: printOf(secretCodeHash) };
}

/** True while device key and secret code are those that the token was given for. */
export function isCurrent(claims: DeviceClaims, credentials: Credentials): boolean {
  const { pairing, code } = printsOf(credentials);
  return credentials.deviceKeyHash !== null && claims.pairing === pairing && claims.code === code;
}

/** A hash of a hash, 96 bits of it: whoever reads a token learns nothing to try a code against. */
function printOf(stored: Buffer | string | null): string {
  return createHash('sha256')
    .update(stored ?? '')
    .digest('base64url')
    .slice(0, 16);
}

/** Good for 12 hours (api.md, pos/login). */
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

/** The claims of a good device token; refuses with TOKEN_EXPIRED or TOKEN_INVALID. */
export function readDeviceToken(key: Uint8Array, token: string): Promise<DeviceClaims> {
  return readToken(DEVICE, key, token);
}
