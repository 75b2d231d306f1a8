import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import type { FileStore } from '#api/files/file-store.ts';

const KEPT_MS = 7 * 86_400_000;
/** A stored file's name begins with its job's ID. */
const ID_LENGTH = 36;
export const FORGET_FILES_TASK = 'forget-files';

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

/**
 * Deletes files older than 7 days or not named by any job: withdrawn files, and files left by a
 * process that died.
 */
export async function forgetOldFiles(db: Db, files: FileStore, now = Date.now()): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ storedFile: null, fileName: null })
    .where('storedFile', 'is not', null)
    .where('finishedAt', '<', sql<string>`${new Date(now - KEPT_MS).toISOString()}`)
    .execute();
  const found = await files.list();
  const ids = [...new Set(found.map(({ name }) => name.slice(0, ID_LENGTH)))];
  const jobs = await db
    .selectFrom('jobs')
    .select(['id', 'status', 'attempts', 'storedFile'])
    .where(sql<boolean>`id::text = any(${ids})`)
    .execute();
  const byId = new Map(jobs.map((job) => [job.id, job]));
  for (const { name, at } of found) {
    const job = byId.get(name.slice(0, ID_LENGTH));
    const isWanted =
      job !== undefined &&
      (job.storedFile === name ||
        (job.status === 'running' && name.startsWith(`${job.id}.${job.attempts}.`)));
    if (!isWanted || at < now - KEPT_MS) await files.drop(name);
  }
}
