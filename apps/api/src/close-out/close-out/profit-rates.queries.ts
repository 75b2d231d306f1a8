import type { ProfitBands } from '@pos/contract/fairs/agreements';
import type { Db } from '#api/db/db.ts';

/** Shares of the eligible net that a school earns, in ppm. */
export type ProfitRates = { profitCashPpm: number; profitAveDollarPpm: number };
/** Shares of the settings, and the bands of the agreement with a fair's school. */
export type ProfitAgreement = ProfitRates & { profitBands: ProfitBands };

/** Returns what a fair's profit follows from (domain 8.7). */
export function findProfitAgreement(db: Db, fairId: string): Promise<ProfitAgreement> {
  return db
    .selectFrom('fairs')
    .innerJoin('schools', 'schools.id', 'fairs.schoolId')
    .innerJoin('settings', (join) => join.onTrue())
    .select(['settings.profitCashPpm', 'settings.profitAveDollarPpm', 'schools.profitBands'])
    .where('fairs.id', '=', fairId)
    .executeTakeFirstOrThrow();
}
