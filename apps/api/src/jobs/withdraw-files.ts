import type { JobError } from '@pos/contract/jobs';
import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';
import { FORGET_FILES_TASK } from './stored-files.ts';

const LOCK = sql`hashtextextended('exported files', 0)`;

/**
 * Takes back every exported file of these lists, every one that was searched for, and every report made as a file: nobody downloads it any more, and it leaves the
 * disk once this transaction has committed. `reason` is what its owner reads. Exports at work see to it themselves (`awaitWithdrawals`).
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
      sql<boolean>`(params -> 'wanted' ->> 'list' = any(${lists}) or jsonb_exists(params -> 'wanted' -> 'query', 'search'))`,
    )
    .execute();
  await sql`select graphile_worker.add_job(${FORGET_FILES_TASK}, '{}'::json)`.execute(tx);
}

/** Waits for a withdrawal that is under way, and keeps the next one waiting until this transaction ends: called before an export is finished. */
export async function awaitWithdrawals(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(tx);
}
