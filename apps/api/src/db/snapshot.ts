import { sql } from 'kysely';
import type { Db } from './db.ts';

/**
 * Runs reads that must agree with each other: all see the database at one point in time, whatever
 * is booked meanwhile, and cannot write. `statementTimeout` in ms replaces the pool's; null keeps it.
 */
export function inSnapshot<Result>(
  db: Db,
  statementTimeout: number | null,
  work: (snapshot: Db) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      if (statementTimeout !== null) await limitStatements(tx, statementTimeout);
      return work(tx);
    });
}

/**
 * Sets the time limit of each further statement in this transaction to `ms`, and of waiting for
 * locks to `lockMs`, both in ms.
 */
export async function limitStatements(tx: Db, ms: number, lockMs?: number): Promise<void> {
  // watched-client.ts reads the limit from this text and waits slightly longer for an answer.
  const statements = sql`select set_config('statement_timeout', ${sql.lit(String(ms))}, true)`;
  const locks =
    lockMs === undefined
      ? sql``
      : sql`, set_config('lock_timeout', ${sql.lit(String(lockMs))}, true)`;
  await sql`${statements}${locks}`.execute(tx);
}

/**
 * Lets each prepared statement of this transaction be planned once per connection. PostgreSQL plans a
 * large one each time if it expects to save more by its values: a dashboard took a sixth of its time so.
 */
export async function planOnce(tx: Db): Promise<void> {
  await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
}
