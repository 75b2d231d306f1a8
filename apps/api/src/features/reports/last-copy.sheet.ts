import { REPORT_DEFINITIONS } from '@pos/contract/report-definitions';
import type { LastCopyReport } from '@pos/contract/reports';
import { makeClock } from './report-texts.ts';
import { ungrouped, type ReportBody, type ReportColumn } from './report-table.ts';

const MEANING = REPORT_DEFINITIONS.LAST_COPY;
const units = (label: string, definition: string): ReportColumn => ({
  label,
  definition,
  kind: 'integer',
});
const COLUMNS: ReportColumn[] = [
  { label: 'SKU/ISBN', definition: MEANING.sku, kind: 'isbn' },
  { label: 'Title', definition: MEANING.title, kind: 'text', width: 48 },
  { label: 'Category', definition: MEANING.category, kind: 'text', width: 16 },
  { label: 'Fair', definition: MEANING.fairName, kind: 'text', width: 30 },
  { label: 'Price', definition: MEANING.priceCents, kind: 'money' },
  units('Sent', MEANING.sent),
  units('Missing', MEANING.missing),
  units('Adjusted', MEANING.adjusted),
  units('Sold', MEANING.sold),
  units('On hand', MEANING.onHand),
  { label: 'State', definition: MEANING.state, kind: 'text', width: 12 },
  { label: 'Last copy reached at', definition: MEANING.reachedAt, kind: 'datetime' },
  { label: 'Order', definition: MEANING.orderNumber, kind: 'text', width: 24 },
  { label: 'Cashier', definition: MEANING.cashierName, kind: 'text', width: 20 },
  units('Days on sale until then', MEANING.daysOnSale),
  units('Ship-to-school units ordered after', MEANING.shipToSchoolUnitsAfter),
  units('Warehouse available', MEANING.warehouseAvailable),
  units('Suggested restock', MEANING.suggestedRestock),
];

/** LAST_COPY as a table. Times are in the fair's time zone. */
export function lastCopyTable({ rows, totals, fairs }: LastCopyReport): ReportBody {
  const clock = makeClock(fairs);
  return {
    columns: COLUMNS,
    groups: ungrouped(
      rows.map((row) => [
        row.sku,
        row.title,
        row.category,
        row.fairName,
        row.priceCents,
        row.sent,
        row.missing,
        row.adjusted,
        row.sold,
        row.onHand,
        row.state === 'sold_out' ? 'Sold out' : 'Last copy',
        clock(row.fairIdentifier, row.reachedAt),
        row.orderNumber,
        row.cashierName,
        row.daysOnSale,
        row.shipToSchoolUnitsAfter,
        row.warehouseAvailable,
        row.suggestedRestock,
      ]),
    ),
    totals: [
      `${totals.titles} titles`,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      totals.sold,
      null,
      null,
      null,
      null,
      null,
      null,
      totals.shipToSchoolUnitsAfter,
      null,
      totals.suggestedRestock,
    ],
  };
}
