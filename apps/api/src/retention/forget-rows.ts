import { sql } from 'kysely';
import { inTransaction, type Db } from '#api/db/db.ts';
import { RETENTION } from './retention.rules.ts';

/** Task that deletes rows past their retention. */
export const FORGET_ROWS_TASK = 'forget-rows';
export const FORGET_ROWS_EVERY = { minutes: 60, at: 27 };

/** Rows per transaction: few enough that no other statement waits noticeably. */
const STEP = 1_000;

/**
 * Deletes the rows of every table whose retention has ended, in steps of 1,000 rows with a
 * transaction each. Returns the number of deleted rows by table.
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
  return deleted;
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
