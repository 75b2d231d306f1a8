import type { JobError } from '@pos/contract/staff/jobs';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { queueBackgroundTask } from './job-queue.ts';
import { FORGET_FILES_TASK } from './stored-files.ts';

/** Deletes saved emails with a file, on the machine that runs it. */
export const FORGET_MAILED_FILES_TASK = 'forget-mailed-files';

const LOCK = sql`hashtextextended('exported files', 0)`;

/**
 * Withdraws every exported file of these lists, every export with a search text, every report file,
 * and the rejected rows of student lists: they can no longer be downloaded, and are deleted for all
 * processes once this transaction has committed. So are saved emails with a file. `reason` is shown
 * to the owner. Running exports and reports check for it themselves (`awaitWithdrawals`), scheduled
 * reports before they are sent (`countErased`).
 */
export async function withdrawExports(
  tx: Tx,
  lists: readonly string[],
  reason: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
  const gone = {
    fileName: null,
    storedFile: null,
    errors: JSON.stringify([
      { file: '', row: null, column: null, message: reason },
    ] satisfies JobError[]),
  };
  await tx
    .updateTable('jobs')
    .set(gone)
    .where('kind', '=', 'report')
    .where('storedFile', 'is not', null)
    .execute();
  await tx
    .updateTable('jobs')
    .set({
      ...gone,
      result: sql<string>`coalesce(result, '{}') || jsonb_build_object('withdrawnAt', now())`,
    })
    .where('kind', '=', 'export')
    .where('storedFile', 'is not', null)
    .where(
      sql<boolean>`
        (
          params -> 'wanted' ->> 'list' = any(${lists})
            or jsonb_exists(params -> 'wanted' -> 'query', 'search'))`,
    )
    .execute();
  await tx
    .updateTable('jobs')
    .set({ file: null, fileName: null, errors: gone.errors })
    .where('kind', '=', 'import')
    .where('file', 'is not', null)
    .where(sql<boolean>`result ->> 'upload' = 'students'`)
    .execute();
  await queueBackgroundTask(tx, FORGET_FILES_TASK, {});
  await queueBackgroundTask(tx, FORGET_MAILED_FILES_TASK, {});
}

/**
 * Waits for a withdrawal in progress, and blocks the next one until this transaction ends. Called
 * before an export is finished.
 */
export async function awaitWithdrawals(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(tx);
}

/**
 * Counts the students erased so far. A file started at another count may contain an erased name.
 */
export async function countErased(db: Db): Promise<number> {
  return (
    await db
      .selectFrom('students')
      .where('erasedAt', 'is not', null)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;
}
