import type { Token } from '@pos/contract/auth';
import { z } from 'zod';
import { readToken, signToken, type TokenSort } from '#api/tokens/signed-tokens.ts';

/** Claims of an access token. The web app reads the same names (contract: AccessClaims). */
const Claims = z.object({ sub: z.uuid(), sid: z.uuid(), epoch: z.int() });
export type Claims = z.infer<typeof Claims>;

/** Valid for 15 minutes (trust.md, "Tokens and cookies"). */
const ACCESS: TokenSort<typeof Claims> = {
  type: 'at+jwt',
  audience: 'pos-admin-api',
  lifetimeMs: 15 * 60_000,
  claims: Claims,
  expired: 'Your session has expired. Sign in again.',
  invalid: 'Sign in to continue.',
};

/**
 * User data that the specification requires in the token (section 3). Rights are never read from
 * it.
 */
export type UserData = {
  email: string;
  email_verified: boolean;
  role: { role: string };
  name: string;
  is_super: boolean;
};

export function signAccessToken(key: Uint8Array, claims: Claims, user: UserData): Promise<Token> {
  return signToken(ACCESS, key, claims, user);
}

/** Returns the claims of a valid access token. Throws TOKEN_EXPIRED or TOKEN_INVALID. */
export function readAccessToken(key: Uint8Array, token: string): Promise<Claims> {
  return readToken(ACCESS, key, token);
}
