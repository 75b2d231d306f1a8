import { ppmOfPercent } from '@pos/contract/rates';
import { REPORT_DEFINITIONS } from '@pos/contract/report-definitions';
import type { ItemSalesReport } from '@pos/contract/reports';
import type { ItemSalesTotals } from '@pos/contract/item-sales';
import type { WrittenValue } from '#api/spreadsheets/writing/written.ts';
import type { ReportBody, ReportColumn, ReportGroup } from './report-table.ts';

const MEANING = REPORT_DEFINITIONS.ITEM_SALES;
const COLUMNS: ReportColumn[] = [
  { label: 'SKU/ISBN', definition: MEANING.sku, kind: 'isbn' },
  { label: 'Title', definition: MEANING.title, kind: 'text', width: 48 },
  { label: 'Category', definition: MEANING.category, kind: 'text', width: 16 },
  { label: 'Unit price', definition: MEANING.unitPriceCents, kind: 'money' },
  { label: 'Qty sold', definition: MEANING.quantitySold, kind: 'integer' },
  { label: 'Qty refunded', definition: MEANING.quantityRefunded, kind: 'integer' },
  { label: 'Net qty', definition: MEANING.netQuantity, kind: 'integer' },
  { label: 'Gross', definition: MEANING.grossCents, kind: 'money' },
  { label: 'Discount', definition: MEANING.discountCents, kind: 'money' },
  { label: 'Refunds', definition: MEANING.refundNetCents, kind: 'money' },
  { label: 'Net sales', definition: MEANING.netCents, kind: 'money' },
  { label: 'Tax (net)', definition: MEANING.taxCents, kind: 'money' },
  { label: 'Total', definition: MEANING.totalCents, kind: 'money' },
  { label: '% of net sales', definition: MEANING.netSharePercent, kind: 'percent' },
  { label: 'Sent', definition: MEANING.sent, kind: 'integer' },
  { label: 'On hand', definition: MEANING.onHand, kind: 'integer' },
  { label: 'Sell-through %', definition: MEANING.sellThrough, kind: 'percent' },
];

/** ITEM_SALES as a table: titles by category with a subtotal each, and the totals. */
export function itemSalesTable({ rows, subtotals, totals }: ItemSalesReport): ReportBody {
  const groups = subtotals.map((subtotal): ReportGroup => ({
    name: subtotal.category,
    rows: rows
      .filter((row) => row.category === subtotal.category)
      .map((row) => [
        row.sku,
        row.title,
        row.category,
        row.unitPriceCents,
        ...figures(row),
        percent(row.netSharePercent),
        row.sent,
        row.onHand,
        percent(row.sellThrough),
      ]),
    subtotal: [
      'Subtotal',
      null,
      subtotal.category,
      null,
      ...figures(subtotal),
      null,
      subtotal.sent,
      subtotal.onHand,
      null,
    ],
  }));
  return {
    columns: COLUMNS,
    groups,
    totals: ['Total', null, null, null, ...figures(totals), null, totals.sent, totals.onHand, null],
  };
}

function figures(row: Omit<ItemSalesTotals, 'sent' | 'onHand'>): WrittenValue[] {
  return [
    row.quantitySold,
    row.quantityRefunded,
    row.netQuantity,
    row.grossCents,
    row.discountCents,
    row.refundNetCents,
    row.netCents,
    row.taxCents,
    row.totalCents,
  ];
}

/** Percentage of either sign in parts per million; "-" if there is no base (domain 9.3). */
function percent(value: number | null): WrittenValue {
  return value === null ? '-' : Math.sign(value) * ppmOfPercent(Math.abs(value));
}
