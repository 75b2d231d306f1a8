import { sql } from 'kysely';
import type { Db } from './db.ts';

/**
 * Runs reads that must agree with each other: they all see the database as it was at one moment, whatever is booked
 * meanwhile, and cannot write. `statementTimeout` in milliseconds takes the place of the pool's.
 */
export function inSnapshot<Result>(db: Db, statementTimeout: number, work: (snapshot: Db) => Promise<Result>): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Disks without moving parts read by index as fast as in a row: a report must cost what it reports on, not what else the tables hold.
      await sql`select set_config('statement_timeout', ${String(statementTimeout)}, true), set_config('random_page_cost', '1.1', true), set_config('jit', 'off', true)`.execute(tx);
      return work(tx);
    });
}
