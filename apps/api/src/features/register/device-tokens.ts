import { createHash } from 'node:crypto';
import type { RegisterSession } from '@pos/contract/register';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { Failure } from '#api/http/failure.ts';

/** How long a device token is good, in milliseconds (api.md, pos/login). */
const DEVICE_TOKEN_MS = 12 * 3_600_000;
const CLOCK_TOLERANCE_S = 60;
const TYPE = 'dt+jwt';
const ISSUER = 'pos-admin';
const AUDIENCE = 'pos-register';

/** What a device token says: which device works at which fair, and who stands at it. What it may do is asked of the database. */
const Claims = z.object({ sub: z.uuid(), fair: z.uuid(), admin: z.uuid() });
export type DeviceClaims = z.infer<typeof Claims>;

export async function signDeviceToken(key: Uint8Array, { sub, ...claims }: DeviceClaims): Promise<RegisterSession['token']> {
  const expiresAt = new Date(Math.ceil((Date.now() + DEVICE_TOKEN_MS) / 1000) * 1000);
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: kidOf(key) })
    .setSubject(sub)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(key);
  return { token, expiresAt: expiresAt.toISOString() };
}

/** The claims of a good device token; refuses with TOKEN_EXPIRED or TOKEN_INVALID. */
export async function readDeviceToken(key: Uint8Array, token: string): Promise<DeviceClaims> {
  try {
    const keys = new Map([[kidOf(key), key]]);
    const { payload } = await jwtVerify(token, ({ kid }) => keyOf(keys, kid), {
      algorithms: ['HS256'], typ: TYPE, issuer: ISSUER, audience: AUDIENCE, clockTolerance: CLOCK_TOLERANCE_S, requiredClaims: ['exp', 'sub'],
    });
    return Claims.parse(payload);
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new Failure('TOKEN_EXPIRED', 'This login has expired. Log in at the register again.');
    throw new Failure('TOKEN_INVALID', 'Log in at the register to continue.');
  }
}

function keyOf(keys: ReadonlyMap<string, Uint8Array>, kid: string | undefined): Uint8Array {
  const key = keys.get(kid ?? '');
  if (!key) throw new Failure('TOKEN_INVALID', 'Log in at the register to continue.');
  return key;
}

const kids = new WeakMap<Uint8Array, string>();

/** Names a key without giving it away, so that a token of another key is told apart before its signature is tried. */
function kidOf(key: Uint8Array): string {
  let kid = kids.get(key);
  if (!kid) kids.set(key, (kid = createHash('sha256').update('kid').update(key).digest('base64url').slice(0, 12)));
  return kid;
}
