import type { Db } from '#api/db/db.ts';

/** Returns the shares of the eligible net that a school earns, in parts per million. */
export function findProfitRates(
  db: Db,
): Promise<{ profitCashPpm: number; profitAveDollarPpm: number }> {
  return db
    .selectFrom('settings')
    .select(['profitCashPpm', 'profitAveDollarPpm'])
    .executeTakeFirstOrThrow();
}
