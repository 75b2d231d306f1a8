import { hash, verify, type Algorithm } from '@node-rs/argon2';
import { limitTo } from './limit.ts';

/** Argon2id as OWASP advises: 19 MiB, two passes, one lane (trust.md T01). */
const options = {
  algorithm: 2 satisfies Algorithm,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

// Each hash holds 19 MiB and a core: more at once would only starve everything else (trust.md T28).
const gate = limitTo(4);

/** The Argon2id hash of a password or code. A `pepper` keeps a short code from being tried out by someone who has only the database. */
export function hashPassword(password: string, pepper?: Uint8Array): Promise<string> {
  return gate(() => hash(password, { ...options, ...(pepper && { secret: pepper }) }));
}

/** True when `password` is the one that was hashed. Without a hash it takes as long and answers false. */
export async function verifyPassword(
  stored: string | null,
  password: string,
  pepper?: Uint8Array,
): Promise<boolean> {
  dummyHash ??= hash('no account has this password', options);
  const known = stored ?? (await dummyHash);
  const good = await gate(() =>
    verify(known, password, stored && pepper ? { secret: pepper } : {}),
  );
  return good && stored !== null;
}

let dummyHash: Promise<string> | undefined;
