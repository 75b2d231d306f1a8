import {
  choice,
  count,
  datetime,
  fair,
  isbn,
  type ToJson,
  list,
  nested,
  nullable,
  number,
  order,
  price,
  ranked,
  schoolOfRow,
  takenOff,
  text,
  title,
  toTotalsShape,
  unlisted,
} from './columns.ts';
import { defineReport } from './description.ts';

/** LAST_COPY (domain 9.6): titles of a fair that are sold out or nearly so at the end of the range. */

/** Units. Warehouse figures are current. */
const row = {
  fairId: unlisted('id'),
  titleId: unlisted('id'),
  sku: isbn('SKU/ISBN', 'The number of the title.'),
  title: title('Title', 'The title and its number.'),
  category: text('Category', 'The category.', { width: 16 }),
  fairIdentifier: unlisted('text'),
  schoolName: schoolOfRow('The school of the fair.'),
  fairName: fair('Fair', 'The fair that has the title.', { width: 30 }),
  priceCents: price('Price', "The fair's price."),
  sent: number('Sent', 'Units sent to the fair.'),
  missing: takenOff(number('Missing', 'Units in cartons that did not arrive.')),
  adjusted: number('Adjusted', 'Units added or removed manually.'),
  sold: takenOff(count('Sold', 'Units sold in person, less those that came back to the shelf.')),
  oversold: number('Oversold', 'Units sold beyond the stock on record, which makes on hand 0.'),
  onHand: number(
    'On hand',
    'Units left at the end of the range: sent, less missing, adjusted, less sold, plus oversold.',
  ),
  state: choice(
    'State',
    'Sold out: none left. Last copy: at most as many left as the settings define as a last copy.',
    {
      sold_out: { label: 'Sold out', meaning: 'bad' },
      last_copy: { label: 'Last copy', meaning: 'warn' },
    },
    { width: 12 },
  ),
  // Null if no sale reached the threshold, as the order and cashier of that sale.
  reachedAt: nullable(
    datetime(
      'Last copy reached at',
      'The sale that brought the title to its last copies, by the clock of the fair.',
    ),
  ),
  orderId: nullable(unlisted('id')),
  orderNumber: nullable(order('Order', 'The order of that sale.', { width: 24 })),
  cashierName: nullable(text('Cashier', 'The cashier.', { width: 20 })),
  daysOnSale: nullable(number('Days on sale until then', 'Days of the fair until then.')),
  shipToSchoolUnitsAfter: count(
    'Ship-to-school units ordered after',
    'Units ordered ship-to-school since, less refunded.',
  ),
  warehouseAvailable: number(
    'Available',
    'Warehouse stock now, less promised units; below 0 it is short.',
  ),
  // Null unless the fair is live.
  suggestedRestock: nullable(
    count(
      'Suggested restock',
      'While the fair is live: projected sales until its end at the current pace, less stock.',
    ),
  ),
};
const totals = {
  titles: unlisted('integer'),
  soldOutTitles: unlisted('integer'),
  lastCopyTitles: unlisted('integer'),
  ...toTotalsShape(row),
  suggestedRestock: unlisted('integer'),
};
export const lastCopy = defineReport({
  title: 'Last copy',
  question: 'What is about to run out?',
  isOfStock: true,
  nothing: {
    title: 'No last copies',
    why: 'Every title at these fairs has more than its last copies on hand, or no packing list is loaded.',
  },
  body: {
    /** Units on hand at or below which a title is a last copy. */
    threshold: unlisted('integer'),
    rows: list(row),
    totals: nested(totals),
  },
  tables: [
    {
      name: 'Last copy',
      rows: 'rows',
      totals: 'totals',
      columns: ranked(row, {
        sold: 6,
        warehouseAvailable: 6,
        sent: 5,
        reachedAt: 5,
        category: 4,
        priceCents: 4,
        orderNumber: 4,
        missing: 3,
        adjusted: 3,
        oversold: 3,
        daysOnSale: 3,
        shipToSchoolUnitsAfter: 3,
        cashierName: 2,
      }),
      totalsLabel: '{titles|title}',
      keys: 2,
    },
  ],
});

export type LastCopyRow = ToJson<typeof row>;
