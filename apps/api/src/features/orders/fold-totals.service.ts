import { sql } from 'kysely';
import { inTransaction, type Db } from '#api/db/db.ts';

/** What adds the changes of kept totals up, and when. Sums are the same before and after; only reading them becomes cheaper. */
export const FOLD_TASK = 'fold-totals';
export const FOLD_EVERY = '* * * * *';

/** Adds what sales have changed since the last time to the kept totals of their fairs and of all fairs (migration 0026). */
export async function foldTotals(db: Db): Promise<void> {
  await inTransaction(db, (tx) => sql`select fold_totals()`.execute(tx));
}
