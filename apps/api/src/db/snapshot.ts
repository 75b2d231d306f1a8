import { sql } from 'kysely';
import type { Db } from './db.ts';

/**
 * Runs reads that must agree with each other: they all see the database as it was at one moment, whatever is booked
 * meanwhile, and cannot write. `statementTimeout` in milliseconds takes the place of the pool's.
 */
export function inSnapshot<Result>(
  db: Db,
  statementTimeout: number,
  work: (snapshot: Db) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await limitStatements(tx, statementTimeout);
      return work(tx);
    });
}

/** Lets each further statement of this transaction take up to `ms` milliseconds, and wait for locks up to `lockMs`. */
export async function limitStatements(tx: Db, ms: number, lockMs?: number): Promise<void> {
  // watched-client.ts reads the limit from this text: it waits that long for an answer, and a little longer.
  const statements = sql`select set_config('statement_timeout', ${sql.lit(String(ms))}, true)`;
  const locks =
    lockMs === undefined
      ? sql``
      : sql`, set_config('lock_timeout', ${sql.lit(String(lockMs))}, true)`;
  await sql`${statements}${locks}`.execute(tx);
}
