import type { CashLines } from '@pos/contract/cash-lines';
import type { CashControl, ProfitOption, Settlement } from '@pos/contract/sales-summary';
import { total, type SalesFigures } from './sales-figures.ts';

/** How a fair's profit is made: the option that its close-out chose and the rate of then; null until it has, and the cash option is shown. */
export type ProfitTerms = { profitOption: ProfitOption | null; profitRatePpm: number };
/** Money as it was counted, and the number of checks; null where nothing was. */
export type Counted = {
  cashCents: number | null;
  checkCents: number | null;
  checks: number | null;
} & Floats;
/** The float counted into the drawers and out of them; counted cash is without it. */
export type Floats = { floatInCents: number; floatOutCents: number };

/**
 * What school and company owe each other for one fair (domain 8.7, 8.8). The school holds cash, checks and Facts and the
 * top-ups taken in cash and check; the company got cards and eWallets. Eligible net is never below 0.
 */
export function settle(figures: SalesFigures, eligibleNet: number, terms: ProfitTerms): Settlement {
  const { tenders, topUpsHeldCents } = figures;
  const known = {
    heldBySchoolCents:
      tenders.Cash.netCents + tenders.Check.netCents + tenders.Facts.netCents + topUpsHeldCents,
    topUpsHeldCents,
    companyReceivedCents: tenders['Credit Card'].netCents + tenders.EWallet.netCents,
    schoolCreditCents: tenders.AveDollar.netCents,
    eligibleNetCents: Math.max(0, eligibleNet),
  };
  return withProfit(known, terms);
}

/** The same settlement with the profit of another option. Only the cash option lowers what is due from the school (domain 8.8). */
export function withProfit(
  settlement: Omit<
    Settlement,
    'profitOption' | 'profitRatePpm' | 'profitCents' | 'dueFromSchoolCents'
  >,
  { profitOption, profitRatePpm }: ProfitTerms,
): Settlement {
  const profitCents = profitOf(settlement.eligibleNetCents, profitRatePpm);
  return {
    ...settlement,
    profitOption,
    profitRatePpm,
    profitCents,
    dueFromSchoolCents:
      settlement.heldBySchoolCents - (profitOption === 'ave_dollar' ? 0 : profitCents),
  };
}

/** The share of an eligible net that a school earns, rounded down (domain 8.7). */
export function profitOf(eligibleNetCents: number, profitRatePpm: number): number {
  return Number((BigInt(Math.max(0, eligibleNetCents)) * BigInt(profitRatePpm)) / 1_000_000n);
}

/** The settlement of several fairs: each is settled by itself, so that the profits add up. `profitCashPpm` is shown where there is no fair. */
export function sumOfSettlements(parts: readonly Settlement[], profitCashPpm: number): Settlement {
  const [first] = parts;
  const isMixed = parts.some(
    (part) =>
      part.profitOption !== first?.profitOption || part.profitRatePpm !== first.profitRatePpm,
  );
  return {
    heldBySchoolCents: total(parts, (part) => part.heldBySchoolCents),
    topUpsHeldCents: total(parts, (part) => part.topUpsHeldCents),
    companyReceivedCents: total(parts, (part) => part.companyReceivedCents),
    schoolCreditCents: total(parts, (part) => part.schoolCreditCents),
    eligibleNetCents: total(parts, (part) => part.eligibleNetCents),
    profitOption: isMixed ? 'mixed' : (first?.profitOption ?? null),
    profitRatePpm: isMixed ? 0 : (first?.profitRatePpm ?? profitCashPpm),
    profitCents: total(parts, (part) => part.profitCents),
    dueFromSchoolCents: total(parts, (part) => part.dueFromSchoolCents),
  };
}

/** Expected cash line by line; they add up to it with the signs of CASH_LINES. */
export function cashLinesOf({
  tenders,
  cashTopUpCents,
  otherCashRefundCents,
  checkChangeCents,
  topUpPayoutCents,
}: SalesFigures): CashLines {
  return {
    salesCents: tenders.Cash.salesCents,
    refundsCents: tenders.Cash.refundsCents,
    topUpsCents: cashTopUpCents,
    otherRefundsCents: otherCashRefundCents,
    checkChangeCents,
    payoutsCents: topUpPayoutCents,
  };
}

/** What should be in the drawers (domain 9.4) beside what was counted; a variance is counted less expected, and null without a count. */
export function cashControlOf(
  figures: SalesFigures,
  { cashCents, checkCents, checks, floatInCents, floatOutCents }: Counted,
): CashControl {
  const { expectedCashCents, expectedChecksCents, expectedCheckCount, overpaidCents } = figures;
  return {
    expectedCashCents,
    countedCashCents: cashCents,
    cashVarianceCents: cashCents === null ? null : cashCents - expectedCashCents,
    expectedChecksCents,
    countedChecksCents: checkCents,
    checkVarianceCents: checkCents === null ? null : checkCents - expectedChecksCents,
    overpaidCents,
    expectedCheckCount,
    countedCheckCount: checks,
    checkCountVariance: checks === null ? null : checks - expectedCheckCount,
    cashLines: cashLinesOf(figures),
    floatInCents,
    floatOutCents,
  };
}

/** Counts of several fairs: null as soon as one of them was not counted. */
export function sumOfCounts(parts: readonly Counted[]): Counted {
  return {
    cashCents: sumUnlessMissing(parts.map((part) => part.cashCents)),
    checkCents: sumUnlessMissing(parts.map((part) => part.checkCents)),
    checks: sumUnlessMissing(parts.map((part) => part.checks)),
    floatInCents: total(parts, (part) => part.floatInCents),
    floatOutCents: total(parts, (part) => part.floatOutCents),
  };
}

function sumUnlessMissing(values: readonly (number | null)[]): number | null {
  if (values.length === 0) return null;
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  );
}
