import type { Token } from '@pos/contract/auth';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { Failure } from '#api/http/failure.ts';

/** How long an access token is good, in milliseconds (trust.md, "Tokens and cookies"). */
export const ACCESS_TOKEN_MS = 15 * 60_000;
const CLOCK_TOLERANCE_S = 60;
const TYPE = 'at+jwt';
const ISSUER = 'pos-admin';
const AUDIENCE = 'pos-admin-api';

/** What an access token says; the names are those that the web app reads (contract: AccessClaims). */
const Claims = z.object({ sub: z.uuid(), sid: z.uuid(), epoch: z.int() });
export type Claims = z.infer<typeof Claims>;

/** The user data that the specification wants in the token (section 3); rights are never read from it. */
export type UserData = { email: string; email_verified: boolean; role: { role: string }; name: string; is_super: boolean };

export async function signAccessToken(key: Uint8Array, { sub, ...claims }: Claims, user: UserData): Promise<Token> {
  const expiresAt = new Date(Math.ceil((Date.now() + ACCESS_TOKEN_MS) / 1000) * 1000);
  const token = await new SignJWT({ ...claims, ...user })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setSubject(sub)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(key);
  return { token, expiresAt: expiresAt.toISOString() };
}

/** The claims of a good access token; refuses with TOKEN_EXPIRED or TOKEN_INVALID. */
export async function readAccessToken(key: Uint8Array, token: string): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], typ: TYPE, issuer: ISSUER, audience: AUDIENCE, clockTolerance: CLOCK_TOLERANCE_S, requiredClaims: ['exp', 'sub'] });
    return Claims.parse(payload);
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new Failure('TOKEN_EXPIRED', 'Your session has expired. Sign in again.');
    throw new Failure('TOKEN_INVALID', 'Sign in to continue.');
  }
}
