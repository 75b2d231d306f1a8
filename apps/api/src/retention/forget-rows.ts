import { sql } from 'kysely';
import { inTransaction, type Db } from '#api/db/db.ts';
import { RETENTION } from './retention.rules.ts';

/** Task that deletes rows past their retention. */
export const FORGET_ROWS_TASK = 'forget-rows';
export const FORGET_ROWS_EVERY = '27 * * * *';

/** Queue of background tasks, which keeps those that failed for good. */
const FAILED_TASKS = 'graphile_worker.jobs';
/** Days after which a task that failed for good is deleted. */
const FAILED_TASK_DAYS = 90;

/** Rows per transaction: few enough that no other statement waits noticeably. */
const STEP = 1_000;

/**
 * Deletes the rows of every table whose retention has ended, and background tasks that failed for
 * good 90 days ago, in steps of 1,000 rows with a transaction each. Returns the number of deleted rows by table.
 */
export async function forgetExpiredRows(db: Db): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {};
  for (const [table, retention] of Object.entries(RETENTION)) {
    if (!('expired' in retention)) continue;
    deleted[table] = 0;
    for (;;) {
      const count = await deleteStep(db, table, retention.expired);
      deleted[table] += count;
      if (count < STEP) break;
    }
  }
  deleted[FAILED_TASKS] = await deleteFailedTasks(db);
  return deleted;
}

/** Deletes background tasks that failed for good, such as mail that could not be sent. */
async function deleteFailedTasks(db: Db): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rows } = await inTransaction(db, (tx) =>
      sql`
        select graphile_worker.complete_jobs(array(
          select id
          from graphile_worker.jobs
          where attempts >= max_attempts and locked_at is null
            and updated_at < now() - make_interval(days => ${sql.lit(FAILED_TASK_DAYS)})
          limit ${sql.lit(STEP)}))`.execute(tx),
    );
    deleted += rows.length;
    if (rows.length < STEP) return deleted;
  }
}

async function deleteStep(db: Db, table: string, expired: string): Promise<number> {
  const { numAffectedRows } = await inTransaction(db, (tx) =>
    sql`
      delete from ${sql.table(table)}
      where ctid = any(array(
        select ctid
        from ${sql.table(table)}
        where ${sql.raw(expired)}
        limit ${sql.lit(STEP)}))`.execute(tx),
  );
  return Number(numAffectedRows ?? 0n);
}
