import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Time steps of codes, in seconds, and their digits: those that every authenticator app knows. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Steps before and after the present one whose codes are accepted, for clocks that are off. */
const TOLERANCE = 1;
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const makeAppSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** Returns the code of a step (RFC 6238 with SHA-1). */
export function appCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const number = digest.readUInt32BE(digest.at(-1)! & 0xf) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

export const stepAt = (timeMs: number): number => Math.floor(timeMs / 1_000 / STEP_SECONDS);

/** Returns the step whose code this is; undefined for a wrong code. Compares all of them. */
export function findStep(secret: Uint8Array, code: string, now = Date.now()): number | undefined {
  const given = Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS));
  const steps = Array.from(
    { length: 2 * TOLERANCE + 1 },
    (_, index) => stepAt(now) - TOLERANCE + index,
  );
  return steps.filter((step) => timingSafeEqual(given, Buffer.from(appCode(secret, step)))).at(-1);
}

/** Formats a secret for typing, base32 without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

/** Returns the address that an authenticator app reads from a QR code. */
export function appUri(secret: Uint8Array, email: string, issuer: string): string {
  const label = encodeURIComponent(`${issuer}:${email}`);
  const query = new URLSearchParams({ secret: toBase32(secret), issuer });
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`;
}
