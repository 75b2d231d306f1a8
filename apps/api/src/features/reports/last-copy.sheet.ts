import type { LastCopyReport } from '@pos/contract/reports';
import type { WrittenColumn, WrittenSheet } from '#api/spreadsheets/writing/written.ts';
import { clockIn } from '#api/time/days.ts';

const units = (header: string): WrittenColumn => ({ header, kind: 'integer' });
const COLUMNS: WrittenColumn[] = [
  { header: 'SKU/ISBN', kind: 'isbn' },
  { header: 'Title', kind: 'text', width: 48 },
  { header: 'Category', kind: 'text', width: 16 },
  { header: 'Fair', kind: 'text', width: 30 },
  { header: 'Price', kind: 'money' },
  ...['Sent', 'Missing', 'Adjusted', 'Sold', 'On hand'].map(units),
  { header: 'State', kind: 'text', width: 12 },
  { header: 'Last copy reached at', kind: 'datetime' },
  { header: 'Order', kind: 'text', width: 24 },
  { header: 'Cashier', kind: 'text', width: 20 },
  ...['Days on sale until then', 'Ship-to-school units ordered after', 'Warehouse available', 'Suggested restock'].map(units),
];

/** LAST_COPY as a table. Moments are by the clock of the fair. */
export function lastCopySheet({ rows, totals, fairs }: LastCopyReport): Pick<WrittenSheet, 'columns' | 'rows' | 'totals'> {
  const zones = new Map(fairs.map(({ identifier, timeZone }) => [identifier, timeZone]));
  return {
    columns: COLUMNS,
    rows: rows.map((row) => [
      row.sku, row.title, row.category, row.fairName, row.priceCents, row.sent, row.missing, row.adjusted, row.sold, row.onHand, row.state === 'sold_out' ? 'Sold out' : 'Last copy',
      row.reachedAt && clockIn(zones.get(row.fairIdentifier) ?? 'UTC', row.reachedAt), row.orderNumber, row.cashierName, row.daysOnSale, row.shipToSchoolUnitsAfter, row.warehouseAvailable, row.suggestedRestock,
    ]),
    totals: [`${totals.titles} titles`, null, null, null, null, null, null, null, totals.sold, null, null, null, null, null, null, totals.shipToSchoolUnitsAfter, null, totals.suggestedRestock],
  };
}
