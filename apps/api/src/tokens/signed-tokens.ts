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

/** Claims of a token whose signature was verified, and the Unix time in s at which it expires. */
type Verified = { claims: unknown; expiresAt: number };
/** Maximum verified tokens per key. Beyond it they are verified again. */
const MAX_VERIFIED = 10_000;
/**
 * Verified tokens by key, then by type and token. A register sends its token with every order, and
 * verifying one takes as long as a short query.
 */
const verifiedByKey = new WeakMap<Uint8Array, Map<string, Verified>>();

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
    .setProtectedHeader({ alg: 'HS256', typ: sort.type, kid: toKid(key) })
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
 * Algorithm, type and key are pinned (trust.md T06). A token that was verified before is verified
 * again only in the minute of tolerance after it expired.
 */
export async function readToken<Claims extends z.ZodType<{ sub: string }>>(
  sort: TokenSort<Claims>,
  key: Uint8Array,
  token: string,
): Promise<z.output<Claims>> {
  const verified = getVerified(key);
  const entry = `${sort.type} ${token}`;
  const known = verified.get(entry);
  if (known && Date.now() / 1000 < known.expiresAt) return known.claims as z.output<Claims>;
  try {
    const keys = new Map([[toKid(key), key]]);
    const { payload } = await jwtVerify(token, ({ kid }) => toKey(keys, kid), {
      algorithms: ['HS256'],
      typ: sort.type,
      issuer: ISSUER,
      audience: sort.audience,
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ['exp', 'sub'],
    });
    const claims = sort.claims.parse(payload);
    if (verified.size >= MAX_VERIFIED) verified.clear();
    verified.set(entry, { claims, expiresAt: payload.exp! });
    return claims;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new Failure('TOKEN_EXPIRED', sort.expired);
    throw new Failure('TOKEN_INVALID', sort.invalid);
  }
}

function getVerified(key: Uint8Array): Map<string, Verified> {
  const known = verifiedByKey.get(key);
  if (known) return known;
  const verified = new Map<string, Verified>();
  verifiedByKey.set(key, verified);
  return verified;
}

function toKey(keys: ReadonlyMap<string, Uint8Array>, kid: string | undefined): Uint8Array {
  const key = keys.get(kid ?? '');
  if (!key) throw new Error('The token was signed with an unknown key.');
  return key;
}

/** Identifies a key without revealing it. */
function toKid(key: Uint8Array): string {
  return createHash('sha256').update('kid').update(key).digest('base64url').slice(0, 12);
}
