import { createHmac, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { openBytes, sealBytes } from '#api/hashing/seal.ts';

/**
 * Checks of cashiers' codes for registers without a network. Browsers know PBKDF2, not Argon2. More
 * rounds would not protect four digits (trust T38), and a full sheet of cashiers is saved at once.
 */
export const CODE_CHECK_ITERATIONS = 100_000;
const SIZES = { salt: 16, hash: 32 };

/** Salt and hash of a code, base64url. */
export type StoredCodeCheck = { salt: string; hash: string };

/** Makes the check of a cashier's code, encrypted: salt and hash. */
export async function sealCodeCheck(
  pepper: Uint8Array,
  cashierId: string,
  code: string,
): Promise<Buffer> {
  const salt = randomBytes(SIZES.salt);
  const hash = await promisify(pbkdf2)(code, salt, CODE_CHECK_ITERATIONS, SIZES.hash, 'sha256');
  return sealBytes(toKey(pepper), cashierId, Buffer.concat([salt, hash]));
}

/** Decrypts the check of a cashier's code. Throws if it is another cashier's or was changed. */
export function openCodeCheck(
  pepper: Uint8Array,
  cashierId: string,
  sealed: Buffer,
): StoredCodeCheck {
  const opened = openBytes(toKey(pepper), cashierId, sealed);
  return {
    salt: opened.subarray(0, SIZES.salt).toString('base64url'),
    hash: opened.subarray(SIZES.salt).toString('base64url'),
  };
}

const toKey = (pepper: Uint8Array) => createHmac('sha256', pepper).update('code-check').digest();
