import { z } from 'zod';
import { CashLines, floatCents } from './cash-lines.ts';
import { CustomerType, ExemptReason } from './order-states.ts';
import { cents, count, methodNames } from './report-values.ts';

/** Figures of the sales summary, with memos, settlement and cash control (domain 9.2, 9.4). */

/** Sales, refunds and net of one tender, in cents. `count` is the number of payments. */
export const TenderFigures = z.strictObject({
  count,
  salesCents: cents,
  refundsCents: cents,
  netCents: cents,
  underReviewCents: cents,
});
export type TenderFigures = z.infer<typeof TenderFigures>;
/** One entry per tender, by the tender's name. */
export const Tenders = z.record(z.enum(methodNames), TenderFigures);

/** Reason for a tax-exempt sale; `not_given` if the register sent none. */
const ExemptKey = z.enum([...ExemptReason.options, 'not_given']);
export type ExemptKey = z.infer<typeof ExemptKey>;

/**
 * Figures of SALES_SUMMARY for one fair or all (domain 9.2). Amounts in cents; `taxRatesPpm` lists
 * the tax rates used. Taxable, exempt and non-taxable net are after refunds and add up to net;
 * ship-to-school units and net are after refunds too.
 */
export const SalesSummaryFigures = z.strictObject({
  grossCents: cents,
  discountCents: cents,
  refundNetCents: cents,
  netCents: cents,
  taxableNetCents: cents,
  exemptNetCents: cents,
  exemptNetByReason: z.record(ExemptKey, cents),
  nonTaxableNetCents: cents,
  shipToSchoolNetCents: cents,
  taxCollectedCents: cents,
  taxRefundedCents: cents,
  netTaxCents: cents,
  taxRatesPpm: z.array(z.int()),
  totalCents: cents,
  uncollectedCents: cents,
  totalCollectedCents: cents,
  tenders: Tenders,
  /** total − (tenders + uncollected); always 0 if the books agree. */
  tenderDifferenceCents: cents,
  orders: count,
  unitsSold: count,
  unitsRefunded: count,
  shipToSchoolUnits: count,
  averageOrderCents: cents,
  ordersByCustomerType: z.record(CustomerType, count),
});
export type SalesSummaryFigures = z.infer<typeof SalesSummaryFigures>;

/**
 * eWallet memo of the school's students, independent of fair and method; these are not sales.
 * Opening + funded − spent + refunded − paid out ± adjusted = outstanding.
 */
export const EWalletMemo = z.strictObject({
  openingCents: cents,
  fundedCents: cents,
  spentCents: cents,
  refundedCents: cents,
  paidOutCents: cents,
  adjustedCents: cents,
  outstandingCents: cents,
});
export type EWalletMemo = z.infer<typeof EWalletMemo>;
/**
 * AveDollar memo of the school. Opening + earned − spent + refunded − reversed ± adjusted =
 * closing.
 */
export const AveDollarMemo = z.strictObject({
  openingCents: cents,
  earnedCents: cents,
  spentCents: cents,
  refundedCents: cents,
  reversedCents: cents,
  adjustedCents: cents,
  closingCents: cents,
});
export type AveDollarMemo = z.infer<typeof AveDollarMemo>;
/** Form of a school's profit, selected at close-out (domain 1.6, 8.7). */
export const ProfitOption = z.enum(['cash', 'ave_dollar'], 'Choose cash or AveDollars.');
export type ProfitOption = z.infer<typeof ProfitOption>;
/**
 * Amounts that school and company owe each other (domain 8.7, 8.8). `profitOption` is null until a
 * close-out selects it; the profit shown is then that of the cash option. `mixed`: a sum of fairs
 * with different options, for which `profitRatePpm` has no meaning.
 */
export const Settlement = z.strictObject({
  heldBySchoolCents: cents,
  topUpsHeldCents: cents,
  companyReceivedCents: cents,
  schoolCreditCents: cents,
  eligibleNetCents: cents,
  profitOption: z.enum([...ProfitOption.options, 'mixed']).nullable(),
  profitRatePpm: z.int(),
  profitCents: cents,
  dueFromSchoolCents: cents,
});
export type Settlement = z.infer<typeof Settlement>;
/**
 * Expected money in the drawers (domain 9.4) and counted money: of the close-out, or until then of
 * the evening counts. Counted and variance are null, not 0, while a day with money in the range is
 * not counted.
 */
export const CashControl = z.strictObject({
  expectedCashCents: cents,
  countedCashCents: cents.nullable(),
  cashVarianceCents: cents.nullable(),
  expectedChecksCents: cents,
  countedChecksCents: cents.nullable(),
  checkVarianceCents: cents.nullable(),
  overpaidCents: cents,
  /** Number of checks; null in close-outs from before checks were counted by number. */
  expectedCheckCount: count.nullable(),
  countedCheckCount: count.nullable(),
  checkCountVariance: z.int().nullable(),
  cashLines: CashLines.nullable(),
  ...floatCents,
});
export type CashControl = z.infer<typeof CashControl>;

/** Null if the report is limited to a method: drawers and settlement apply to whole fairs. */
const ofWholeFairs = { settlement: Settlement.nullable(), cashControl: CashControl.nullable() };
/**
 * One fair; the totals are the sums of the rows. In a report of all schools each row names its
 * school.
 */
export const SalesSummaryRow = SalesSummaryFigures.extend({
  schoolName: z.string().optional(),
  fairIdentifier: z.string(),
  fairName: z.string(),
  ...ofWholeFairs,
});
export type SalesSummaryRow = z.infer<typeof SalesSummaryRow>;
export const SalesSummaryTotals = SalesSummaryFigures.extend({
  eWallet: EWalletMemo,
  aveDollar: AveDollarMemo,
  ...ofWholeFairs,
});
export type SalesSummaryTotals = z.infer<typeof SalesSummaryTotals>;
