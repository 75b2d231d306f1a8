import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { streamFile } from '#api/durable-file.ts';

/** Finished files of jobs that are too large for a row. They stand in the folder `files` of the data folder and are deleted after 7 days. */
const FOLDER = 'files';
const KEPT_MS = 7 * 86_400_000;
export const FORGET_FILES_TASK = 'forget-files';

/** Writes a file whole or not at all, as `write` streams it. Another attempt under the same name replaces it. */
export async function storeFile(dataDir: string, name: string, write: (out: Writable) => Promise<void>): Promise<void> {
  const folder = path.join(dataDir, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await streamFile(path.join(folder, name), write);
}

/** The stored file as a stream; undefined when it is gone. It can be read to its end even when it is deleted meanwhile. */
export async function readStoredFile(dataDir: string, name: string): Promise<Readable | undefined> {
  const handle = await open(path.join(dataDir, FOLDER, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return handle?.createReadStream();
}

/** Deletes what is older than 7 days, also what a process left half written when it died. */
export async function forgetOldFiles(db: Db, dataDir: string, now = Date.now()): Promise<void> {
  await db.updateTable('jobs').set({ storedFile: null, fileName: null }).where('storedFile', 'is not', null).where('finishedAt', '<', sql<string>`${new Date(now - KEPT_MS).toISOString()}`).execute();
  const folder = path.join(dataDir, FOLDER);
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < now - KEPT_MS) await rm(file, { force: true });
  }
}
