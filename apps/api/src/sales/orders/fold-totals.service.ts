import { inTransaction, type Db } from '#api/db/db.ts';
import { foldTotalRows } from './fold-totals.queries.ts';

/**
 * Task that adds up pending changes of stored totals, every minute. Sums are the same before and
 * after; only reading them gets cheaper.
 */
export const FOLD_TASK = 'fold-totals';
export const FOLD_EVERY = { minutes: 1 };

/**
 * Adds the changes since the last fold to the stored totals of each fair and of the season (decision
 * 0020).
 */
export async function foldTotals(db: Db): Promise<void> {
  await inTransaction(db, foldTotalRows);
}
