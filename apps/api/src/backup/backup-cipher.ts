import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { BadBackup, DAMAGED } from './backup-file.ts';

/** Keys of a backup: a passphrase, or a public key to write and its private key to read. */
export type BackupKeys = { passphrase?: string; recipient?: string; identity?: string };

/** Memory of the key derivation is 2^this KB; age's own 18 would take 256 MB (decision 60). */
const SCRYPT_WORK_FACTOR = 16;
const AGE_FILE = 'age-encryption.org/v1\n';

/** Compresses and encrypts `source` into `out`, as an age file of a zstd stream. */
export async function seal(
  source: AsyncIterable<Buffer>,
  out: Writable,
  { passphrase, recipient }: BackupKeys,
): Promise<void> {
  const encrypter = new Encrypter();
  if (recipient !== undefined) encrypter.addRecipient(recipient);
  else if (passphrase !== undefined) {
    encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR);
    encrypter.setPassphrase(passphrase);
  } else throw new Error('A backup needs a passphrase or a public key.');
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const compressed = pipeline(Readable.from(source), compress);
  // A failing source reaches the reader as the error of `compress`; awaited below.
  compressed.catch(() => undefined);
  const web = Readable.toWeb(compress) as unknown as Parameters<Encrypter['encrypt']>[0];
  const encrypted = (await encrypter.encrypt(web as never)) as unknown as ReadableStream;
  forgetDerivation();
  await pipeline(Readable.fromWeb(encrypted), out);
  await compressed;
}

/**
 * Opens a sealed file: its content, decrypted and decompressed. Throws `BadBackup` for a foreign
 * file and a wrong key; errors of the stream for a damaged one.
 */
export async function unseal(
  file: Readable,
  { passphrase, identity }: BackupKeys,
): Promise<Readable> {
  const decrypter = new Decrypter();
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
  if (identity !== undefined) decrypter.addIdentity(identity);
  const web = Readable.toWeb(file) as unknown as Parameters<Decrypter['decrypt']>[0];
  let decrypted: ReadableStream;
  try {
    decrypted = (await decrypter.decrypt(web as never)) as unknown as ReadableStream;
  } catch (error) {
    const isWrongKey = /no identity matched|incorrect passphrase/i.test((error as Error).message);
    throw new BadBackup(isWrongKey ? wrongKey(passphrase) : DAMAGED, { cause: error });
  }
  forgetDerivation();
  const plain = createZstdDecompress();
  pipeline(Readable.fromWeb(decrypted), plain).catch(() => undefined);
  return plain;
}

/**
 * Frees the memory of the key derivation at once. The next collection may be minutes away, and a
 * restore derives the key twice.
 */
function forgetDerivation(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Throws `BadBackup` unless the file begins like one that `seal` wrote. */
export function refuseForeign(start: string): void {
  if (start !== AGE_FILE)
    throw new BadBackup('This file is not a backup of POS Admin. Nothing was changed.');
}

/** Number of bytes that `refuseForeign` reads. */
export const AGE_FILE_BYTES = AGE_FILE.length;

function wrongKey(passphrase: string | undefined): string {
  return passphrase === undefined
    ? 'The key in BACKUP_IDENTITY does not open this file. Nothing was changed.'
    : 'The passphrase in BACKUP_PASSPHRASE does not open this file. Nothing was changed.';
}
