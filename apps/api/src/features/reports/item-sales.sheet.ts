import { ppmOfPercent } from '@pos/contract/rates';
import type { ItemSalesReport, ItemSalesTotals } from '@pos/contract/reports';
import type { WrittenColumn, WrittenRow, WrittenSheet, WrittenValue } from '#api/spreadsheets/writing/written.ts';

const COLUMNS: WrittenColumn[] = [
  { header: 'SKU/ISBN', kind: 'isbn' },
  { header: 'Title', kind: 'text', width: 48 },
  { header: 'Category', kind: 'text', width: 16 },
  { header: 'Unit price', kind: 'money' },
  { header: 'Qty sold', kind: 'integer' },
  { header: 'Qty refunded', kind: 'integer' },
  { header: 'Net qty', kind: 'integer' },
  ...['Gross', 'Discount', 'Refunds', 'Net sales', 'Tax (net)', 'Total'].map((header): WrittenColumn => ({ header, kind: 'money' })),
  { header: '% of net sales', kind: 'percent' },
  { header: 'Sent', kind: 'integer' },
  { header: 'On hand', kind: 'integer' },
  { header: 'Sell-through %', kind: 'percent' },
];

/** ITEM_SALES as a table: titles by category with a subtotal each, and the totals. */
export function itemSalesSheet({ rows, subtotals, totals }: ItemSalesReport): Pick<WrittenSheet, 'columns' | 'rows' | 'totals'> {
  const written = subtotals.flatMap((subtotal): WrittenRow[] => [
    ...rows
      .filter((row) => row.category === subtotal.category)
      .map((row) => [row.sku, row.title, row.category, row.unitPriceCents, ...figures(row), percent(row.netSharePercent), row.sent, row.onHand, percent(row.sellThrough)]),
    { cells: ['Subtotal', null, subtotal.category, null, ...figures(subtotal), null, subtotal.sent, subtotal.onHand, null], bold: true },
  ]);
  return { columns: COLUMNS, rows: written, totals: ['Total', null, null, null, ...figures(totals), null, totals.sent, totals.onHand, null] };
}

function figures(row: Omit<ItemSalesTotals, 'sent' | 'onHand'>): WrittenValue[] {
  return [row.quantitySold, row.quantityRefunded, row.netQuantity, row.grossCents, row.discountCents, row.refundNetCents, row.netCents, row.taxCents, row.totalCents];
}

/** Parts per million of a percentage of either sign; "-" where there was nothing to be a part of (domain 9.3). */
function percent(value: number | null): WrittenValue {
  return value === null ? '-' : Math.sign(value) * ppmOfPercent(Math.abs(value));
}
