import { createHash } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { z } from 'zod';
import { Failure } from '../http/failure.ts';

/**
 * Kind of bearer token: type and audience that distinguish it, lifetime in ms, claims, and
 * refusals.
 */
export type TokenSort<Claims extends z.ZodType<{ sub: string }>> = {
  type: string;
  audience: string;
  lifetimeMs: number;
  claims: Claims;
  expired: string;
  invalid: string;
};

const ISSUER = 'pos-admin';
const CLOCK_TOLERANCE_S = 60;

/** Signs a JWT of this kind. `extra` claims are for the client only and never read back. */
export async function signToken<Claims extends z.ZodType<{ sub: string }>>(
  sort: TokenSort<Claims>,
  key: Uint8Array,
  claims: z.output<Claims>,
  extra: object = {},
): Promise<{ token: string; expiresAt: string }> {
  const { sub, ...others } = claims;
  const expiresAt = new Date(Math.ceil((Date.now() + sort.lifetimeMs) / 1000) * 1000);
  const token = await new SignJWT({ ...others, ...extra })
    .setProtectedHeader({ alg: 'HS256', typ: sort.type, kid: kidOf(key) })
    .setSubject(sub)
    .setIssuer(ISSUER)
    .setAudience(sort.audience)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(key);
  return { token, expiresAt: expiresAt.toISOString() };
}

/**
 * Returns the claims of a valid token of this kind. Throws TOKEN_EXPIRED or TOKEN_INVALID.
 * Algorithm, type and key are pinned (trust.md T06).
 */
export async function readToken<Claims extends z.ZodType<{ sub: string }>>(
  sort: TokenSort<Claims>,
  key: Uint8Array,
  token: string,
): Promise<z.output<Claims>> {
  try {
    const keys = new Map([[kidOf(key), key]]);
    const { payload } = await jwtVerify(token, ({ kid }) => keyOf(keys, kid), {
      algorithms: ['HS256'],
      typ: sort.type,
      issuer: ISSUER,
      audience: sort.audience,
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ['exp', 'sub'],
    });
    return sort.claims.parse(payload);
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new Failure('TOKEN_EXPIRED', sort.expired);
    throw new Failure('TOKEN_INVALID', sort.invalid);
  }
}

function keyOf(keys: ReadonlyMap<string, Uint8Array>, kid: string | undefined): Uint8Array {
  const key = keys.get(kid ?? '');
  if (!key) throw new Error('The token was signed with an unknown key.');
  return key;
}

/** Identifies a key without revealing it. */
function kidOf(key: Uint8Array): string {
  return createHash('sha256').update('kid').update(key).digest('base64url').slice(0, 12);
}
