import {
  count,
  isbn,
  type ToJson,
  list,
  money,
  nested,
  nullable,
  number,
  percent,
  price,
  ranked,
  takenOff,
  text,
  title,
  toTotalsShape,
  unlisted,
} from './columns.ts';
import { defineReport } from './description.ts';
import { rankTables } from './ranks.ts';

/** ITEM_SALES (domain 9.3): titles by category, with their sales and the fairs' stock. */

/**
 * One title at one price, or all items of a category without a number ("No barcode: …", price
 * null). Rows are ordered by category, net quantity (highest first) and title. For a title sold at
 * several prices, only the first row has `sent`, `onHand` and `sellThrough`, so that columns add
 * up.
 */
const figures = {
  sku: nullable(isbn('SKU/ISBN', 'The number of the title; items without a barcode have none.')),
  title: title(
    'Title',
    'The title and its number, grouped by category. Items without a barcode are listed under their category.',
  ),
  category: text('Category', "The category at the title's last booking.", { width: 16 }),
  unitPriceCents: nullable(
    price('Unit price', 'The unit price. A title sold at several prices has a row for each.'),
  ),
  quantitySold: count('Qty sold', 'Units sold.'),
  quantityRefunded: takenOff(count('Qty refunded', 'Units refunded in the range.')),
  netQuantity: count('Net qty', 'Sold less refunded.', { strong: true }),
  grossCents: money('Gross', 'Unit price times units sold.'),
  discountCents: takenOff(money('Discount', 'Discounts given at the register.')),
  refundNetCents: takenOff(money('Refunds', 'Refunds in the range, without tax.')),
  netCents: money('Net sales', 'Gross less discount and refunds.', { strong: true }),
  taxCents: money('Tax (net)', 'Tax less tax refunded.'),
  totalCents: money('Total', 'Net sales plus tax.', { strong: true }),
  netSharePercent: nullable(
    percent('% of net sales', 'The share of all net sales.', { blank: '-' }),
  ),
  sent: nullable(count('Sent', 'Units sent to the fair.')),
  onHand: nullable(count('On hand', 'Units left at the fair.')),
  sellThrough: nullable(
    percent('Sell-through %', 'Units sold less restocked, of what was at the fair.', {
      blank: '-',
    }),
  ),
};
const row = ranked(figures, {
  unitPriceCents: 6,
  taxCents: 6,
  onHand: 6,
  quantitySold: 5,
  grossCents: 5,
  refundNetCents: 5,
  sellThrough: 5,
  discountCents: 4,
  quantityRefunded: 4,
  sent: 4,
  netSharePercent: 3,
});
const totals = {
  ...toTotalsShape(row),
  sent: unlisted('integer'),
  onHand: unlisted('integer'),
};
/** A title among those with the highest or lowest net sales of all schools, at all its prices. */
const rankedTitle = {
  sku: nullable(isbn('SKU/ISBN', 'The number of the title.')),
  title: title('Title', 'The title; items without a barcode are left out.'),
  category: row.category,
  netQuantity: number('Net qty', 'Sold less refunded.'),
  netCents: price('Net sales', 'Gross less discount and refunds.', { strong: true }),
  netSharePercent: nullable(
    percent('% of net sales', 'The share of all net sales.', { blank: '-', rank: 1 }),
  ),
};
const subtotal = { category: unlisted('text'), ...totals };

export const itemSales = defineReport({
  title: 'Item sales',
  question: 'Which titles sold?',
  tiesOut: true,
  body: {
    rows: list(row),
    subtotals: list(subtotal),
    highestTitles: nullable(list(rankedTitle)),
    lowestTitles: nullable(list(rankedTitle)),
    totals: nested(totals),
  },
  tables: [
    {
      name: 'Item sales',
      rows: 'rows',
      totals: 'totals',
      columns: row,
      groupedBy: ['category'],
      keys: 2,
    },
    ...rankTables('titles', ['highestTitles', 'lowestTitles'], rankedTitle),
  ],
});

export type ItemSalesRow = ToJson<typeof row>;
export type RankedTitle = ToJson<typeof rankedTitle>;
export type ItemSalesTotals = ToJson<typeof totals>;
export type ItemSalesSubtotal = ToJson<typeof subtotal>;
