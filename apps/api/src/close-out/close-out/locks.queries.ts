import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';

/** Locks a fair until the transaction ends. Returns false if there is none. */
export async function lockFairRow(tx: Tx, fairId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('fairs')
    .select('id')
    .where('id', '=', fairId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns a time after all writes before the lock and before all writes after its release, to the
 * millisecond.
 */
export async function momentOfLock(tx: Tx): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as at`.execute(
    tx,
  );
  return rows[0]!.at;
}
