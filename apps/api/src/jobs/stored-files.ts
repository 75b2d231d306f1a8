import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { streamFile } from '@pos/basics/durable-file';

/**
 * Finished files of jobs that are too large for a row. Stored in the folder `files` of the data
 * folder and deleted after 7 days.
 */
const FOLDER = 'files';
/** Returns the folder of stored files in a data folder. */
export const storedFilesDir = (dataDir: string) => path.join(dataDir, FOLDER);
const KEPT_MS = 7 * 86_400_000;
/** A stored file's name begins with its job's ID. */
const ID_LENGTH = 36;
export const FORGET_FILES_TASK = 'forget-files';

/**
 * Writes a file completely or not at all, as streamed by `write`. Another attempt under the same
 * name replaces it.
 */
export async function storeFile(
  dataDir: string,
  name: string,
  write: (out: Writable) => Promise<void>,
): Promise<void> {
  const folder = storedFilesDir(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await streamFile(path.join(folder, name), write);
}

/**
 * Returns the stored file as a stream; undefined if it is gone. It can be read to its end even if
 * it is deleted meanwhile.
 */
export async function readStoredFile(dataDir: string, name: string): Promise<Readable | undefined> {
  const handle = await open(path.join(dataDir, FOLDER, name)).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
  return handle?.createReadStream();
}

/**
 * Returns the file name for a job's attempt. Each attempt has its own, so that one that lost its
 * lease cannot replace the file of a later one.
 */
export function storedName(
  { id, attempt }: { id: string; attempt: number },
  extension: string,
): string {
  return `${id}.${attempt}.${extension}`;
}

/** Deletes a stored file that must not be read. */
export async function dropStoredFile(dataDir: string, name: string): Promise<void> {
  await rm(path.join(dataDir, FOLDER, name), { force: true });
}

/**
 * Deletes files older than 7 days or not named by any job: withdrawn files, and files left by a
 * process that died.
 */
export async function forgetOldFiles(db: Db, dataDir: string, now = Date.now()): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ storedFile: null, fileName: null })
    .where('storedFile', 'is not', null)
    .where('finishedAt', '<', sql<string>`${new Date(now - KEPT_MS).toISOString()}`)
    .execute();
  const folder = storedFilesDir(dataDir);
  const names = await readdir(folder).catch(() => []);
  const ids = [...new Set(names.map((name) => name.slice(0, ID_LENGTH)))];
  const jobs = await db
    .selectFrom('jobs')
    .select(['id', 'status', 'attempts', 'storedFile'])
    .where(sql<boolean>`id::text = any(${ids})`)
    .execute();
  const byId = new Map(jobs.map((job) => [job.id, job]));
  for (const name of names) {
    const file = path.join(folder, name);
    const job = byId.get(name.slice(0, ID_LENGTH));
    const isWanted =
      job !== undefined &&
      (job.storedFile === name ||
        (job.status === 'running' && name.startsWith(`${job.id}.${job.attempts}.`)));
    const found = await stat(file).catch(() => undefined);
    if (found && (!isWanted || found.mtimeMs < now - KEPT_MS)) await rm(file, { force: true });
  }
}
