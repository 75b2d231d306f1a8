import { z } from 'zod';
import { CartonStatus } from './cartons.ts';
import { cents, count, ofOneFair } from './report-values.ts';
import { Id, Instant } from './values.ts';

/** Rows and totals of the stock reports: last copy and fair return (domain 9.6, 9.8). */

/**
 * One title of a fair that is sold out or nearly so at the end of the range (domain 9.6). Units; on
 * hand = sent − missing + adjusted − sold, before returns and never below 0. `sold` is in person,
 * less units restocked. `reachedAt` is the sale that reached the threshold, null if none did.
 * `suggestedRestock` is null unless the fair is live; warehouse figures are current.
 */
export const LastCopyRow = z.strictObject({
  ...ofOneFair,
  sku: z.string(),
  title: z.string(),
  category: z.string(),
  priceCents: cents,
  sent: count,
  missing: count,
  adjusted: count,
  sold: count,
  onHand: count,
  state: z.enum(['sold_out', 'last_copy']),
  reachedAt: Instant.nullable(),
  orderId: Id.nullable(),
  orderNumber: z.string().nullable(),
  cashierName: z.string().nullable(),
  daysOnSale: count.nullable(),
  shipToSchoolUnitsAfter: count,
  warehouseAvailable: z.int(),
  suggestedRestock: count.nullable(),
});
export type LastCopyRow = z.infer<typeof LastCopyRow>;
export const LastCopyTotals = z.strictObject({
  titles: count,
  soldOutTitles: count,
  lastCopyTitles: count,
  sold: z.int(),
  shipToSchoolUnitsAfter: count,
  suggestedRestock: count,
});
export type LastCopyTotals = z.infer<typeof LastCopyTotals>;

/**
 * Units of one title in the return of a fair (domain 9.8). Titles that are not counted yet have
 * null, not 0; variance = counted − expected.
 */
export const FairReturnRow = z.strictObject({
  ...ofOneFair,
  sku: z.string(),
  title: z.string(),
  priceCents: cents,
  sent: count,
  missing: count,
  adjusted: z.int(),
  soldInPerson: count,
  restocked: count,
  expectedReturn: z.int(),
  oversold: count,
  counted: count.nullable(),
  damaged: count.nullable(),
  variance: z.int().nullable(),
  varianceValueCents: cents.nullable(),
});
export type FairReturnRow = z.infer<typeof FairReturnRow>;

/**
 * Totals in units and retail value. Counted, damaged and variance cover the counted titles and are
 * null if there are none. `shrinkagePercent` = −variance / (sent − missing). Ship-to-school units
 * were never at the fair; they are a memo, net of refunds.
 */
export const FairReturnTotals = FairReturnRow.omit({
  fairIdentifier: true,
  fairName: true,
  sku: true,
  title: true,
  priceCents: true,
}).extend({
  titles: count,
  countedTitles: count,
  notCountedTitles: count,
  sentValueCents: cents,
  soldValueCents: cents,
  expectedValueCents: cents,
  countedValueCents: cents.nullable(),
  shrinkagePercent: z.number().nullable(),
  shipToSchoolUnits: count,
});
export type FairReturnTotals = z.infer<typeof FairReturnTotals>;

/** One carton of a fair with its scans (domain 9.8, table B). Units are as packed. */
export const FairReturnCarton = z.strictObject({
  ...ofOneFair,
  code: z.string(),
  label: z.string(),
  unitsSent: count,
  deliveredAt: Instant.nullable(),
  deliveredBy: z.string().nullable(),
  returnedAt: Instant.nullable(),
  returnedBy: z.string().nullable(),
  status: CartonStatus,
});
export type FairReturnCarton = z.infer<typeof FairReturnCarton>;
