import { hash, verify, type Algorithm } from '@node-rs/argon2';
import { limitTo } from './limit.ts';

/**
 * Argon2id with the parameters recommended by OWASP: 19 MiB, two passes, one lane (trust.md T01).
 * Most tests lower them.
 */
export const HASHING = {
  algorithm: 2 satisfies Algorithm,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

// Each hash uses 19 MiB and a core. More at once would starve everything else (trust.md T28).
const gate = limitTo(4);

/**
 * Returns the Argon2id hash of a password or code. A `pepper` keeps someone who has only the
 * database from trying out a short code.
 */
export function hashPassword(password: string, pepper?: Uint8Array): Promise<string> {
  return gate(() => hash(password, { ...HASHING, ...(pepper && { secret: pepper }) }));
}

/**
 * Returns true if `password` matches the hash. Without a hash it takes the same time and returns
 * false.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  pepper?: Uint8Array,
): Promise<boolean> {
  dummyHash ??= hash('no account has this password', HASHING);
  const known = stored ?? (await dummyHash);
  const good = await gate(() =>
    verify(known, password, stored && pepper ? { secret: pepper } : {}),
  );
  return good && stored !== null;
}

let dummyHash: Promise<string> | undefined;
