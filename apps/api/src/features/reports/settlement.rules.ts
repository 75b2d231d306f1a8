import type { CashControl, Settlement } from '@pos/contract/reports';
import { total, type SalesFigures } from './sales-figures.ts';

/**
 * What school and company owe each other for one fair (domain 8.7, 8.8). The school holds cash, checks and Facts and the
 * top-ups taken in cash and check; the company got cards and eWallets. No close-out has chosen the profit yet, so it is
 * shown as the cash option would give it, `profitCashPpm` parts per million of the eligible net, and `profitOption` is null.
 */
export function settle(figures: SalesFigures, eligibleNet: number, profitCashPpm: number): Settlement {
  const { tenders, topUpsHeldCents } = figures;
  const heldBySchoolCents = tenders.Cash.netCents + tenders.Check.netCents + tenders.Facts.netCents + topUpsHeldCents;
  const eligibleNetCents = Math.max(0, eligibleNet);
  const profitCents = Number((BigInt(eligibleNetCents) * BigInt(profitCashPpm)) / 1_000_000n);
  return {
    heldBySchoolCents, topUpsHeldCents,
    companyReceivedCents: tenders['Credit Card'].netCents + tenders.EWallet.netCents,
    schoolCreditCents: tenders.AveDollar.netCents,
    eligibleNetCents,
    profitOption: null, profitRatePpm: profitCashPpm, profitCents,
    dueFromSchoolCents: heldBySchoolCents - profitCents,
  };
}

/** The settlement of several fairs: each is settled by itself, so that the profits add up. */
export function sumOfSettlements(parts: readonly Settlement[], profitCashPpm: number): Settlement {
  return {
    heldBySchoolCents: total(parts, (part) => part.heldBySchoolCents),
    topUpsHeldCents: total(parts, (part) => part.topUpsHeldCents),
    companyReceivedCents: total(parts, (part) => part.companyReceivedCents),
    schoolCreditCents: total(parts, (part) => part.schoolCreditCents),
    eligibleNetCents: total(parts, (part) => part.eligibleNetCents),
    profitOption: null, profitRatePpm: profitCashPpm,
    profitCents: total(parts, (part) => part.profitCents),
    dueFromSchoolCents: total(parts, (part) => part.dueFromSchoolCents),
  };
}

/** What should be in the drawers (domain 9.4). Nothing has been counted yet: counted and variance are null, not 0. */
export function cashControlOf({ expectedCashCents, expectedChecksCents, overpaidCents }: SalesFigures): CashControl {
  return { expectedCashCents, countedCashCents: null, cashVarianceCents: null, expectedChecksCents, countedChecksCents: null, checkVarianceCents: null, overpaidCents };
}
