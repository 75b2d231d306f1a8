import { createHash } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { z } from 'zod';
import { Failure } from '../http/failure.ts';

/** One sort of bearer token: what tells it from the others, how long it is good (milliseconds), what it says, and the refusals. */
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

/** A JWT of this sort; `extra` is what its reader is told besides, and never believed again. */
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

/** The claims of a good token of this sort; refuses with TOKEN_EXPIRED or TOKEN_INVALID. Algorithm, type and key are pinned (trust.md T06). */
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
  if (!key) throw new Error('The token names a key that is not ours.');
  return key;
}

/** Names a key without giving it away. */
function kidOf(key: Uint8Array): string {
  return createHash('sha256').update('kid').update(key).digest('base64url').slice(0, 12);
}
