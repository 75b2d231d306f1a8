import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  pbkdf2,
  randomBytes,
  type CipherGCMTypes,
} from 'node:crypto';
import { promisify } from 'node:util';

/**
 * Checks of cashiers' codes for registers without a network. Browsers know PBKDF2, not Argon2. More
 * rounds would not protect four digits (trust T38), and a full sheet of cashiers is saved at once.
 */
export const CODE_CHECK_ITERATIONS = 100_000;
const CIPHER: CipherGCMTypes = 'aes-256-gcm';
const SIZES = { iv: 12, tag: 16, salt: 16, hash: 32 };

/** Salt and hash of a code, base64url. */
export type StoredCodeCheck = { salt: string; hash: string };

/**
 * Makes the check of a cashier's code, encrypted with a key that is not in the database: IV, tag,
 * then salt and hash.
 */
export async function sealCodeCheck(
  pepper: Uint8Array,
  cashierId: string,
  code: string,
): Promise<Buffer> {
  const salt = randomBytes(SIZES.salt);
  const hash = await promisify(pbkdf2)(code, salt, CODE_CHECK_ITERATIONS, SIZES.hash, 'sha256');
  const iv = randomBytes(SIZES.iv);
  const cipher = createCipheriv(CIPHER, toKey(pepper), iv).setAAD(Buffer.from(cashierId));
  const sealed = Buffer.concat([cipher.update(salt), cipher.update(hash), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Decrypts the check of a cashier's code. Throws if it is another cashier's or was changed. */
export function openCodeCheck(
  pepper: Uint8Array,
  cashierId: string,
  sealed: Buffer,
): StoredCodeCheck {
  const start = SIZES.iv + SIZES.tag;
  const decipher = createDecipheriv(CIPHER, toKey(pepper), sealed.subarray(0, SIZES.iv))
    .setAAD(Buffer.from(cashierId))
    .setAuthTag(sealed.subarray(SIZES.iv, start));
  const opened = Buffer.concat([decipher.update(sealed.subarray(start)), decipher.final()]);
  return {
    salt: opened.subarray(0, SIZES.salt).toString('base64url'),
    hash: opened.subarray(SIZES.salt).toString('base64url'),
  };
}

const toKey = (pepper: Uint8Array) => createHmac('sha256', pepper).update('code-check').digest();
