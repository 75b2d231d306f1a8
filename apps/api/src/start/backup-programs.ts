import { chmod, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { createFile } from '@pos/basics/durable-file';
import { startEmbeddedPostgres } from '@pos/embedded-postgres/supervisor';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import type { BackupKeys } from '#api/backup/backup-cipher.ts';
import { BadBackup } from '#api/backup/backup-file.ts';
import { makeBackup } from '#api/backup/make-backup.ts';
import { checkBackup, restoreBackup } from '#api/backup/restore-backup.ts';
import type { Config } from '#api/config.ts';
import { getDirectUrl } from './database-variables.ts';
import { joinDatabase, quietly } from './join-database.ts';
import { legacyFilesDir } from '#api/files/shared-setup.ts';
import { deriveKeyCheck, readSecretKey, secretKeyFile } from '#api/secrets.ts';
import { readVersion } from '#api/version.ts';

type Program = { config: Config; file: string; say: (line: string) => void };

/** Runs `npm run backup`: writes one backup of the configured database, running or not. */
export async function backupTo({ config, file, say }: Program): Promise<void> {
  const { passphrase, recipient } = config.backup;
  if (passphrase === undefined && recipient === undefined)
    throw new Error(
      'Set BACKUP_PASSPHRASE to a passphrase of at least 12 characters, or BACKUP_RECIPIENT to a public key of age. The backup is encrypted with it.',
    );
  const database = await joinDatabase(config, say);
  try {
    const begun = performance.now();
    const made = await makeBackup(
      {
        url: database.url,
        ...(config.filesDir !== undefined && { filesDir: config.filesDir }),
        legacyFilesDir: legacyFilesDir(config.dataDir),
        secretKey: await readSecretKey(config.dataDir, config.secretKey),
        version: await readVersion(),
      },
      file,
      config.backup,
    );
    say(
      `${file}: ${pluralize(made.rows, 'row')} and ${pluralize(made.files, 'file')} in ${formatCount(Math.ceil(made.bytes / 1_000))} KB, made in ${((performance.now() - begun) / 1_000).toFixed(1)} s.`,
    );
  } finally {
    await database.stop();
  }
}

/** Runs `npm run restore`: checks the whole file, then restores it into the configured database. */
export async function restoreFrom({ config, file, say }: Program): Promise<void> {
  const keys = await readingKeys(config);
  const checked = await checkBackup(file, keys);
  say(
    `The backup of ${checked.head.madeAt} is intact: ${pluralize(checked.rows, 'row')} in ${pluralize(checked.tables, 'table')}, ${pluralize(checked.files.length, 'file')}.`,
  );
  const isKeyNew = await refuseOtherKey(config, checked.head.secretKey);
  const database =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: quietly(say) })
      : { url: getDirectUrl(config, config.databaseUrl), stop: () => Promise.resolve() };
  let isWritten = false;
  try {
    // Written first: with rows but without this key, everyone would be signed out.
    if (isKeyNew) isWritten = await writeKey(config.dataDir, checked.head.secretKey);
    await restoreBackup(file, keys, checked, {
      url: database.url,
      setup: {
        keyCheck: await deriveKeyCheck(checked.head.secretKey),
        ...(config.filesDir !== undefined && { filesDir: config.filesDir }),
      },
      say,
    });
  } catch (error) {
    if (isWritten) await rm(secretKeyFile(config.dataDir), { force: true });
    throw error;
  } finally {
    await database.stop();
  }
  say('Restored. Counts and invariants hold. Start the product with the same settings.');
}

async function readingKeys({ backup }: Config): Promise<BackupKeys> {
  const { passphrase, identityFile } = backup;
  if (identityFile !== undefined) {
    const text = await readFile(identityFile, 'utf8').catch(() => '');
    const identity = /^AGE-SECRET-KEY-[A-Z0-9-]+$/m.exec(text)?.[0];
    if (identity === undefined)
      throw new Error(`BACKUP_IDENTITY: ${identityFile} contains no private key of age.`);
    return { identity };
  }
  if (passphrase !== undefined) return { passphrase };
  throw new Error(
    'Set BACKUP_PASSPHRASE to the passphrase of the backup, or BACKUP_IDENTITY to the file with its private key.',
  );
}

/**
 * Returns true if the data folder needs the backup's key. Refuses one that has another, which other
 * data depend on.
 */
async function refuseOtherKey({ dataDir, secretKey }: Config, restored: string): Promise<boolean> {
  if (secretKey !== undefined) {
    if (secretKey === restored) return false;
    throw new BadBackup(
      'SECRET_KEY is not the key of this backup. Nothing was changed. Remove SECRET_KEY, so that the restore writes the key into DATA_DIR.',
    );
  }
  const file = secretKeyFile(dataDir);
  const found = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) return true;
  if (found.trim() === restored) return false;
  throw new BadBackup(
    `${file} is the key of other data. Nothing was changed. Restore into a new DATA_DIR.`,
  );
}

async function writeKey(dataDir: string, secretKey: string): Promise<boolean> {
  await mkdir(dataDir, { recursive: true });
  const file = secretKeyFile(dataDir);
  const isMade = await createFile(file, `${secretKey}\n`);
  await chmod(path.resolve(file), 0o600);
  return isMade;
}
