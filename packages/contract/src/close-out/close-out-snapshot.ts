import { z } from 'zod';
import { countedMoney } from './cash-counts.ts';
import { reportSchema } from '../reports/reports.ts';
import { Day, Id, Instant } from '../values.ts';

/**
 * Frozen figures of a close-out: the snapshots v1, v2, …, their differences, and the return of
 * titles (domain 4.4, 9.8). Amounts are in cents, quantities in units.
 */

/** Form of a school's profit, selected at close-out (domain 1.6, 8.7). */
export const ProfitOption = z.enum(['cash', 'ave_dollar'], 'Choose cash or AveDollars.');
export type ProfitOption = z.infer<typeof ProfitOption>;

/** Terms of payment on a statement: in words, and the day by which the amount due is paid. */
export const StatementTerms = z.strictObject({ words: z.string(), dueDay: Day });
export type StatementTerms = z.infer<typeof StatementTerms>;

/** Fee (above 0) or credit of a fair beside its sales, with its reason; it changes what is due. */
export const Adjustment = z.strictObject({ amountCents: z.int(), reason: z.string() });
export type Adjustment = z.infer<typeof Adjustment>;

const cents = z.int();
const units = z.int();

/**
 * One title of the return (domain 9.8). `variance` = counted − expected; both are null until it is
 * counted.
 */
export const ReturnedTitle = z.strictObject({
  sku: z.string(),
  title: z.string(),
  priceCents: cents,
  sent: units,
  missing: units,
  adjusted: units,
  soldInPerson: units,
  restocked: units,
  expectedReturn: units,
  counted: units.nullable(),
  damaged: units,
  variance: units.nullable(),
  varianceValueCents: cents.nullable(),
});
export type ReturnedTitle = z.infer<typeof ReturnedTitle>;

/**
 * Totals of the return. `counted…` and the variance cover the titles that were counted,
 * `notCounted…` the expected titles that were not.
 */
export const ReturnsSummary = z.strictObject({
  titles: z.int(),
  countedTitles: z.int(),
  notCountedTitles: z.int(),
  expectedUnits: units,
  countedUnits: units,
  damagedUnits: units,
  notCountedUnits: units,
  varianceTitles: z.int(),
  varianceUnits: units,
  varianceValueCents: cents,
});
export type ReturnsSummary = z.infer<typeof ReturnsSummary>;

/** One order in a snapshot, with its amount after refunds. */
export const SnapshotOrder = z.strictObject({
  orderNumber: z.string(),
  netCents: cents,
  taxCents: cents,
  totalCents: cents,
});
export type SnapshotOrder = z.infer<typeof SnapshotOrder>;

/** The frozen figures of a finished fair: never changed, stored with their SHA-256 (domain 4.4). */
export const CloseOutSnapshot = z.strictObject({
  number: z.int(),
  fair: z.strictObject({
    id: Id,
    identifier: z.string(),
    name: z.string(),
    schoolIdentifier: z.string(),
    schoolName: z.string(),
    startDate: Day,
    endDate: Day,
    timeZone: z.string(),
  }),
  finishedAt: Instant,
  finishedBy: z.string(),
  secondPerson: z.string().nullable(),
  overShortReason: z.string().nullable(),
  profitOption: ProfitOption,
  profitRatePpm: z.int(),
  profitCents: cents,
  /** Left out by close-outs from before there were terms. */
  terms: StatementTerms.optional(),
  adjustment: Adjustment.optional(),
  counted: z.strictObject({
    cashCents: cents.nullable(),
    checkCents: cents.nullable(),
    checks: z.int().nullable(),
  }),
  cashCounts: z.array(z.strictObject({ businessDay: Day, ...countedMoney })),
  returns: ReturnsSummary,
  returnedTitles: z.array(ReturnedTitle),
  /**
   * SALES_SUMMARY over the fair's full range, as the report returns it. Its memos concern the
   * school and go on after the fair.
   */
  summary: reportSchema('SALES_SUMMARY'),
  orders: z.array(SnapshotOrder),
});
export type CloseOutSnapshot = z.infer<typeof CloseOutSnapshot>;

/** Returns what the school owes by a close-out: by its sales, with fee or credit; below 0, what it gets. */
export function getAmountDue({
  summary,
  adjustment,
}: Pick<CloseOutSnapshot, 'summary' | 'adjustment'>): number {
  const [row] = summary.rows;
  return (row?.settlement?.dueFromSchoolCents ?? 0) + (adjustment?.amountCents ?? 0);
}

/** One snapshot in the history, and its reversal if it was reverted. */
export const CloseOutVersion = z.strictObject({
  number: z.int(),
  finishedAt: Instant,
  finishedBy: z.string(),
  secondPerson: z.string().nullable(),
  overShortReason: z.string().nullable(),
  profitOption: ProfitOption,
  profitRatePpm: z.int(),
  profitCents: cents,
  sha256: z.string(),
  totals: z.strictObject({
    orders: z.int(),
    netCents: cents,
    netTaxCents: cents,
    totalCents: cents,
    dueFromSchoolCents: cents,
  }),
  reverted: z.strictObject({ at: Instant, by: z.string(), reason: z.string() }).nullable(),
});
export type CloseOutVersion = z.infer<typeof CloseOutVersion>;

/** Differences between the last two snapshots; equal figures and orders are left out. */
export const CloseOutDifference = z.strictObject({
  from: z.int(),
  to: z.int(),
  figures: z.array(
    z.strictObject({
      figure: z.string(),
      kind: z.enum(['cents', 'count']),
      from: z.int(),
      to: z.int(),
      difference: z.int(),
    }),
  ),
  orders: z.array(
    z.strictObject({
      orderNumber: z.string(),
      change: z.enum(['added', 'changed', 'removed']),
      from: SnapshotOrder.nullable(),
      to: SnapshotOrder.nullable(),
    }),
  ),
});
export type CloseOutDifference = z.infer<typeof CloseOutDifference>;
