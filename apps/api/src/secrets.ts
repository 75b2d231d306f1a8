import { hkdf, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createFile } from '@pos/basics/durable-file';

/** Keys of the product, 32 bytes each. */
export type Secrets = {
  /** Signs access tokens. */
  accessTokenKey: Uint8Array;
  /** Derives the successor of a refresh token, so that a repeated refresh gets the same one. */
  refreshTokenKey: Uint8Array;
  /** Signs device tokens. */
  deviceTokenKey: Uint8Array;
  /**
   * Peppers the hash of short codes (device PINs, verification codes), which could be guessed from
   * the hash alone.
   */
  codePepper: Uint8Array;
  /**
   * Derives the tokens of emailed links and the verification codes, so that neither is stored in
   * the database.
   */
  linkKey: Uint8Array;
  /** Signs the tokens of browsers that have signed in before. */
  browserTokenKey: Uint8Array;
  /** Encrypts the secrets of authenticator apps. */
  factorKey: Uint8Array;
  /** Encrypts the client secret and tokens of the company's identity provider. */
  companyKey: Uint8Array;
  /** Tells whether two processes have the same secret, without telling it. */
  keyCheck: string;
};

const FILE = 'secret-key';

/**
 * Derives all secrets from one: `secretKey` (SECRET_KEY) if given, which several processes on one
 * database need; otherwise a random key in `dataDir/secret-key`, created at the first start and
 * readable only by its owner.
 */
export async function readSecrets(dataDir: string, secretKey?: string): Promise<Secrets> {
  const master = await readSecretKey(dataDir, secretKey);
  return {
    accessTokenKey: await derive(master, 'access-token'),
    refreshTokenKey: await derive(master, 'refresh-token'),
    deviceTokenKey: await derive(master, 'device-token'),
    codePepper: await derive(master, 'code-pepper'),
    linkKey: await derive(master, 'account-link'),
    browserTokenKey: await derive(master, 'known-browser'),
    factorKey: await derive(master, 'second-factor'),
    companyKey: await derive(master, 'company-sign-in'),
    keyCheck: await deriveKeyCheck(master),
  };
}

/** Derives what tells whether two processes have the same secret. */
export const deriveKeyCheck = async (master: string): Promise<string> =>
  Buffer.from(await derive(master, 'key-check')).toString('hex');

/** Derives the seed of the key that signs exported activity (Ed25519). */
export const deriveActivityKey = (master: string): Promise<Uint8Array> =>
  derive(master, 'activity-signature');

/** Returns the file that keeps the secret of a data folder. */
export const secretKeyFile = (dataDir: string) => path.join(dataDir, FILE);

/** Returns the secret that all others are derived from; creates it as `readSecrets` does. */
export const readSecretKey = async (dataDir: string, secretKey?: string): Promise<string> =>
  secretKey ?? (await storedKey(dataDir));

async function storedKey(dataDir: string): Promise<string> {
  const file = secretKeyFile(dataDir);
  await mkdir(dataDir, { recursive: true });
  if (!(await isThere(file))) await createFile(file, `${randomBytes(32).toString('base64url')}\n`);
  const key = (await readOwn(file)).trim();
  if (key.length < 32)
    throw new Error(
      `${file} does not contain a secret key. Restore it from your backup. Without it, everyone is signed out and devices need new PINs.`,
    );
  await chmod(file, 0o600);
  return key;
}

async function readOwn(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Error(
      `${file} could not be read (${(error as Error).message}). Start POS Admin as the user that created it.`,
      { cause: error },
    );
  }
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}

/**
 * HKDF-SHA-256. The label distinguishes the keys; its number lets a later version rotate all of
 * them.
 */
async function derive(master: string, label: string): Promise<Uint8Array> {
  return new Uint8Array(await promisify(hkdf)('sha256', master, '', `pos-admin/1/${label}`, 32));
}
