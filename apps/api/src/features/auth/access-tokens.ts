import type { Token } from '@pos/contract/auth';
import { z } from 'zod';
import { readToken, signToken, type TokenSort } from '#api/tokens/signed-tokens.ts';

/** What an access token says; the names are those that the web app reads (contract: AccessClaims). */
const Claims = z.object({ sub: z.uuid(), sid: z.uuid(), epoch: z.int() });
export type Claims = z.infer<typeof Claims>;

/** Good for 15 minutes (trust.md, "Tokens and cookies"). */
const ACCESS: TokenSort<typeof Claims> = {
  type: 'at+jwt',
  audience: 'pos-admin-api',
  lifetimeMs: 15 * 60_000,
  claims: Claims,
  expired: 'Your session has expired. Sign in again.',
  invalid: 'Sign in to continue.',
};

/** The user data that the specification wants in the token (section 3); rights are never read from it. */
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

/** The claims of a good access token; refuses with TOKEN_EXPIRED or TOKEN_INVALID. */
export function readAccessToken(key: Uint8Array, token: string): Promise<Claims> {
  return readToken(ACCESS, key, token);
}
