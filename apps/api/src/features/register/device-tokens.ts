import type { RegisterSession } from '@pos/contract/register';
import { z } from 'zod';
import { readToken, signToken, type TokenSort } from '#api/tokens/signed-tokens.ts';

/** What a device token says: which device works at which fair, and who stands at it. What it may do is asked of the database. */
const Claims = z.object({ sub: z.uuid(), fair: z.uuid(), admin: z.uuid() });
export type DeviceClaims = z.infer<typeof Claims>;

/** Good for 12 hours (api.md, pos/login). */
const DEVICE: TokenSort<typeof Claims> = {
  type: 'dt+jwt', audience: 'pos-register', lifetimeMs: 12 * 3_600_000, claims: Claims,
  expired: 'This login has expired. Log in at the register again.', invalid: 'Log in at the register to continue.',
};

export function signDeviceToken(key: Uint8Array, claims: DeviceClaims): Promise<RegisterSession['token']> {
  return signToken(DEVICE, key, claims);
}

/** The claims of a good device token; refuses with TOKEN_EXPIRED or TOKEN_INVALID. */
export function readDeviceToken(key: Uint8Array, token: string): Promise<DeviceClaims> {
  return readToken(DEVICE, key, token);
}
