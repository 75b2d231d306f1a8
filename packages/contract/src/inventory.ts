import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { read } from './permissions.ts';
import { Id, listOf, listQuery, RecordStatus, several } from './values.ts';

/** The categories of titles (domain 3.7); anything else becomes Other. */
export const CATEGORIES = ['Picture', 'Early reader', 'Chapter', 'Middle grade', 'Teen', 'Faith', 'Activity', 'Merchandise', 'Other'] as const;
export const Category = z.enum(CATEGORIES);
export type Category = z.infer<typeof Category>;

/** How a fair's line stands: on hand above, at or below the last-copy threshold, sold out, sold beyond what was there. */
export const StockState = z.enum(['in', 'last-copy', 'sold-out', 'oversold']);
export type StockState = z.infer<typeof StockState>;

/**
 * One title at one fair, in units. `expectedReturn` = sent − missing + adjusted − sold + restocked (domain 3.8);
 * `onHand` is never shown below 0, what was sold beyond it is `oversoldQty`.
 */
export const FairLine = z.strictObject({
  id: Id,
  titleId: Id,
  sku: z.string(),
  isbn13: z.string().nullable(),
  title: z.string(),
  author: z.string(),
  category: Category,
  priceCents: z.int(),
  taxable: z.boolean(),
  sentQty: z.int(),
  missingQty: z.int(),
  adjustQty: z.int(),
  soldQty: z.int(),
  restockedQty: z.int(),
  expectedReturn: z.int(),
  onHand: z.int(),
  oversoldQty: z.int(),
  stock: StockState,
  cartons: z.array(z.string()),
  status: RecordStatus,
});
export type FairLine = z.infer<typeof FairLine>;

export const FairInventoryQuery = listQuery(['title', 'sku', 'category', 'priceCents', 'sentQty', 'soldQty', 'onHand', 'status'], 'title', {
  fairId: z.uuid('Choose a fair.'),
  category: several(Category).optional(),
  status: several(RecordStatus).optional(),
  stock: several(StockState).optional(),
});
export type FairInventoryQuery = z.output<typeof FairInventoryQuery>;

export const inventoryApi = defineApi({
  fairInventory: {
    method: 'GET', path: '/v1/inventory/fair-inventory', access: read('Fair Inventory'), summary: 'The titles of one fair with their quantities',
    query: FairInventoryQuery, response: listOf(FairLine),
  },
});
