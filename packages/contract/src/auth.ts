import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { anyone, PermissionEntry } from './permissions.ts';
import { dataOf, Email, Instant } from './values.ts';

/** A bearer token and when it ends. */
export const Token = z.strictObject({ token: z.string(), expiresAt: Instant });
export type Token = z.infer<typeof Token>;

/** What signing in gives: access (JWT, 15 minutes) and refresh (opaque, idle 12 h, at most 30 days). */
export const TokenPair = z.strictObject({ access: Token, refresh: Token });
export type TokenPair = z.infer<typeof TokenPair>;

/** The user data that the access token carries (specification 3, "Current user"). */
export const AccessClaims = z.object({
  sub: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  role: z.object({ role: z.string() }),
  name: z.string(),
  is_super: z.boolean(),
  exp: z.int(),
});
export type AccessClaims = z.infer<typeof AccessClaims>;

/** E-mail and password; the sentences are those of specification 5. */
export const LoginForm = z.strictObject({
  email: Email,
  password: z.string('Password is required').min(1, 'Password is required').max(1_000, 'Password is required'),
});
export type LoginForm = z.infer<typeof LoginForm>;

export const LoginAnswer = z.strictObject({ message: z.string(), token: TokenPair, permission: z.array(PermissionEntry) });
export type LoginAnswer = z.infer<typeof LoginAnswer>;

export const RefreshForm = z.strictObject({ refreshToken: z.string().min(1).max(500) });
export const RefreshAnswer = z.strictObject({ data: z.strictObject({ token: TokenPair, permission: z.array(PermissionEntry) }) });
export type RefreshAnswer = z.infer<typeof RefreshAnswer>;

export const authApi = defineApi({
  login: {
    method: 'POST', path: '/v1/auth/login', access: anyone, summary: 'Sign in with e-mail and password',
    description: 'A wrong login answers 401 INVALID_CREDENTIALS with one text for an unknown e-mail and a wrong password.',
    body: LoginForm, response: LoginAnswer,
  },
  refreshTokens: {
    method: 'POST', path: '/v1/auth/refresh-tokens', access: anyone, summary: 'Exchange a refresh token for new tokens',
    description: 'Each refresh token is good once; the direct parent is answered with the same successor for 30 seconds, later use ends the session.',
    body: RefreshForm, response: RefreshAnswer,
  },
  logout: {
    method: 'POST', path: '/v1/auth/logout', access: anyone, summary: 'End the session of a refresh token',
    body: RefreshForm, response: dataOf(z.null()),
  },
});
