import { bandFor } from '@pos/contract/fairs/agreements';
import type { Settlement } from '@pos/contract/reports/sales-summary/settlement';
import type { ProfitAgreement, ProfitRates } from './profit-rates.queries.ts';

/**
 * Returns the shares that a fair's profit is computed with: those of the band of the school's
 * agreement that its eligible net reaches, or else the company's (domain 8.7).
 */
export function getProfitRates(
  { profitBands, ...company }: ProfitAgreement,
  { eligibleNetCents }: Pick<Settlement, 'eligibleNetCents'>,
): ProfitRates {
  const { profitCashPpm, profitAveDollarPpm } = bandFor(profitBands, eligibleNetCents) ?? company;
  return { profitCashPpm, profitAveDollarPpm };
}
