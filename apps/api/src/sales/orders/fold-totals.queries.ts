import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';

/** Adds the changes since the last fold to the stored totals (decision 0020). */
export async function foldTotalRows(tx: Tx): Promise<void> {
  await sql`select fold_totals()`.execute(tx);
}
