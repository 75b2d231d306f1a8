import { createCipheriv, createDecipheriv, randomBytes, type CipherGCMTypes } from 'node:crypto';

const CIPHER: CipherGCMTypes = 'aes-256-gcm';
const SIZES = { iv: 12, tag: 16 };

/**
 * Encrypts bytes with a key of 32 bytes that is not in the database: IV, tag, then the content.
 * `owner` is the ID of the record, with which alone they can be opened.
 */
export function sealBytes(key: Uint8Array, owner: string, content: Uint8Array): Buffer {
  const iv = randomBytes(SIZES.iv);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Decrypts bytes. Throws if they are another record's or were changed. */
export function openBytes(key: Uint8Array, owner: string, sealed: Buffer): Buffer {
  const start = SIZES.iv + SIZES.tag;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, SIZES.iv))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(SIZES.iv, start));
  return Buffer.concat([decipher.update(sealed.subarray(start)), decipher.final()]);
}
