import { z } from 'zod';
import { cents, count } from './report-values.ts';

/** Rows and totals of the item sales report (domain 9.3). */

/**
 * One title at one price, or all items of a category without a number ("No barcode: …", price
 * null). Rows are ordered by category, net quantity (highest first) and title. `sellThrough` and
 * `netSharePercent` are percentages, null if there is nothing to divide by. For a title sold at
 * several prices, only the first row has `sent`, `onHand` and `sellThrough`, so that columns add
 * up.
 */
export const ItemSalesRow = z.strictObject({
  sku: z.string().nullable(),
  title: z.string(),
  category: z.string(),
  unitPriceCents: cents.nullable(),
  quantitySold: count,
  quantityRefunded: count,
  netQuantity: count,
  grossCents: cents,
  discountCents: cents,
  refundNetCents: cents,
  netCents: cents,
  taxCents: cents,
  totalCents: cents,
  netSharePercent: z.number().nullable(),
  sent: count.nullable(),
  onHand: count.nullable(),
  sellThrough: z.number().nullable(),
});
export type ItemSalesRow = z.infer<typeof ItemSalesRow>;
export const ItemSalesTotals = ItemSalesRow.omit({
  sku: true,
  title: true,
  category: true,
  unitPriceCents: true,
  netSharePercent: true,
  sellThrough: true,
}).extend({ sent: count, onHand: count });
export type ItemSalesTotals = z.infer<typeof ItemSalesTotals>;
export const ItemSalesSubtotal = ItemSalesTotals.extend({ category: z.string() });
export type ItemSalesSubtotal = z.infer<typeof ItemSalesSubtotal>;
