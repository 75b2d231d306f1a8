import type { CashLines } from '@pos/contract/reports/sales-summary/cash-lines';
import type { CashControl, Settlement } from '@pos/contract/reports/sales-summary/settlement';
import type { ProfitOption } from '@pos/contract/close-out/close-out-snapshot';
import { total, type SalesFigures } from './sales-figures.ts';

/**
 * Terms of a fair's profit: option and rate at its close-out. The option is null until then, and
 * the cash option is shown.
 */
export type ProfitTerms = { profitOption: ProfitOption | null; profitRatePpm: number };
/** Counted money and number of checks; null if not counted. */
export type Counted = {
  cashCents: number | null;
  checkCents: number | null;
  checks: number | null;
} & Floats;
/** Float counted into and out of the drawers. Counted cash excludes it. */
export type Floats = { floatInCents: number; floatOutCents: number };

/**
 * Computes the settlement between school and company for one fair (domain 8.7, 8.8). The school
 * holds cash as rounded, checks, Facts and the top-ups by cash and check; the company received cards and
 * eWallets. Eligible net is at least 0.
 */
export function settle(figures: SalesFigures, eligibleNet: number, terms: ProfitTerms): Settlement {
  const { tenders, topUpsHeldCents, cashRoundingCents } = figures;
  const known = {
    heldBySchoolCents:
      tenders.Cash.netCents +
      tenders.Check.netCents +
      tenders.Facts.netCents +
      topUpsHeldCents +
      cashRoundingCents,
    topUpsHeldCents,
    cashRoundingCents,
    companyReceivedCents: tenders['Credit Card'].netCents + tenders.EWallet.netCents,
    schoolCreditCents: tenders.AveDollar.netCents,
    eligibleNetCents: Math.max(0, eligibleNet),
  };
  return withProfit(known, terms);
}

/**
 * Returns the settlement with the profit of another option. Only the cash option lowers the amount
 * due from the school (domain 8.8).
 */
export function withProfit(
  settlement: Omit<
    Settlement,
    'profitOption' | 'profitRatePpm' | 'profitCents' | 'dueFromSchoolCents'
  >,
  { profitOption, profitRatePpm }: ProfitTerms,
): Settlement {
  const profitCents = getProfitCents(settlement.eligibleNetCents, profitRatePpm);
  return {
    ...settlement,
    profitOption,
    profitRatePpm,
    profitCents,
    dueFromSchoolCents:
      settlement.heldBySchoolCents - (profitOption === 'ave_dollar' ? 0 : profitCents),
  };
}

/** Returns the share of eligible net that a school earns in cents, rounded down (domain 8.7). */
export function getProfitCents(eligibleNetCents: number, profitRatePpm: number): number {
  return Number((BigInt(Math.max(0, eligibleNetCents)) * BigInt(profitRatePpm)) / 1_000_000n);
}

/**
 * Adds up the settlements of several fairs, each settled by itself. `profitCashPpm` is shown if
 * there are no fairs.
 */
export function sumOfSettlements(parts: readonly Settlement[], profitCashPpm: number): Settlement {
  const [first] = parts;
  const isMixed = parts.some(
    (part) =>
      part.profitOption !== first?.profitOption || part.profitRatePpm !== first.profitRatePpm,
  );
  return {
    heldBySchoolCents: total(parts, (part) => part.heldBySchoolCents),
    topUpsHeldCents: total(parts, (part) => part.topUpsHeldCents),
    cashRoundingCents: total(parts, (part) => part.cashRoundingCents),
    companyReceivedCents: total(parts, (part) => part.companyReceivedCents),
    schoolCreditCents: total(parts, (part) => part.schoolCreditCents),
    eligibleNetCents: total(parts, (part) => part.eligibleNetCents),
    profitOption: isMixed ? 'mixed' : (first?.profitOption ?? null),
    profitRatePpm: isMixed ? 0 : (first?.profitRatePpm ?? profitCashPpm),
    profitCents: total(parts, (part) => part.profitCents),
    dueFromSchoolCents: total(parts, (part) => part.dueFromSchoolCents),
  };
}

/** Returns expected cash line by line. The lines add up to it with the signs of CASH_LINES. */
export function getCashLines({
  tenders,
  cashTopUpCents,
  otherCashRefundCents,
  checkChangeCents,
  topUpPayoutCents,
  cashRoundingCents,
}: SalesFigures): CashLines {
  return {
    salesCents: tenders.Cash.salesCents,
    refundsCents: tenders.Cash.refundsCents,
    topUpsCents: cashTopUpCents,
    otherRefundsCents: otherCashRefundCents,
    checkChangeCents,
    payoutsCents: topUpPayoutCents,
    roundingCents: cashRoundingCents,
  };
}

/**
 * Compares expected money in the drawers (domain 9.4) with the count. A variance is counted minus
 * expected, null without a count.
 */
export function getCashControl(
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
    cashLines: getCashLines(figures),
    floatInCents,
    floatOutCents,
  };
}

/** Adds up the counts of several fairs: null if any of them was not counted. */
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
