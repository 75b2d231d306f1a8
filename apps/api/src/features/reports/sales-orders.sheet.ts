import type { SalesOrderRow, SalesOrderTotals } from '@pos/contract/line-reports';
import { REPORT_DEFINITIONS } from '@pos/contract/report-definitions';
import type { SalesOrderReport } from '@pos/contract/reports';
import type { WrittenValue } from '#api/spreadsheets/writing/written.ts';
import type { ReportBody, ReportColumn, ReportGroup } from './report-table.ts';
import { makeClock, methodsText } from './report-texts.ts';

const MEANING = REPORT_DEFINITIONS.SALES_ORDER_PER_ITEM;
const COLUMNS: ReportColumn[] = [
  { label: 'Kind', definition: MEANING.kind, kind: 'text', width: 10 },
  { label: 'SKU/ISBN', definition: MEANING.sku, kind: 'isbn' },
  { label: 'Title', definition: MEANING.title, kind: 'text', width: 48 },
  { label: 'Order', definition: MEANING.orderNumber, kind: 'text', width: 24 },
  { label: 'Date-time', definition: MEANING.at, kind: 'datetime' },
  { label: 'Fair', definition: MEANING.fairName, kind: 'text', width: 30 },
  { label: 'Device', definition: MEANING.deviceId, kind: 'text', width: 14 },
  { label: 'Cashier', definition: MEANING.cashierName, kind: 'text', width: 20 },
  { label: 'Customer/student', definition: MEANING.customerName, kind: 'text', width: 28 },
  { label: 'Qty', definition: MEANING.quantity, kind: 'integer' },
  { label: 'Unit price', definition: MEANING.unitPriceCents, kind: 'money' },
  { label: 'Gross', definition: MEANING.grossCents, kind: 'money' },
  { label: 'Discount', definition: MEANING.discountCents, kind: 'money' },
  { label: 'Refunds', definition: MEANING.refundNetCents, kind: 'money' },
  { label: 'Net', definition: MEANING.netCents, kind: 'money' },
  { label: 'Tax', definition: MEANING.taxCents, kind: 'money' },
  { label: 'Total', definition: MEANING.totalCents, kind: 'money' },
  { label: 'Refunded so far', definition: MEANING.refundedSoFar, kind: 'integer' },
  { label: 'Method(s)', definition: MEANING.methods, kind: 'text', width: 18 },
  { label: 'Fulfillment', definition: MEANING.fulfilment, kind: 'text', width: 16 },
  { label: 'Exempt', definition: MEANING.taxExempt, kind: 'text', width: 8 },
  { label: 'Last copy', definition: MEANING.lastCopy, kind: 'text', width: 10 },
];

/**
 * SALES_ORDER_PER_ITEM as a table: the lines of each title with their subtotal, and the totals.
 * Times are in the fair's time zone.
 */
export function salesOrdersTable({ rows, subtotals, totals, fairs }: SalesOrderReport): ReportBody {
  const clock = makeClock(fairs);
  const written = (row: SalesOrderRow): WrittenValue[] => [
    row.kind === 'sale' ? 'Sale' : 'Refund',
    row.sku,
    row.title,
    row.orderNumber,
    clock(row.fairIdentifier, row.at),
    row.fairName,
    row.deviceId,
    row.cashierName,
    row.customerName,
    row.quantity,
    row.unitPriceCents,
    ...amounts(row),
    row.refundedSoFar,
    methodsText(row.methods),
    row.fulfilment === 'in_person' ? 'In person' : 'Ship to school',
    yesNo(row.taxExempt),
    yesNo(row.lastCopy),
  ];
  let place = 0;
  const groups = subtotals.map((subtotal): ReportGroup => ({
    name: subtotal.title,
    rows: rows.slice(place, (place += subtotal.rows)).map(written),
    subtotal: sums('Subtotal', subtotal, subtotal.sku, subtotal.title),
  }));
  return { columns: COLUMNS, groups, totals: sums('Total', totals) };
}

function sums(
  name: string,
  totals: SalesOrderTotals,
  sku: string | null = null,
  title: string | null = null,
): WrittenValue[] {
  return [
    name,
    sku,
    title,
    null,
    null,
    null,
    null,
    null,
    null,
    totals.netQuantity,
    null,
    ...amounts(totals),
    null,
    null,
    null,
    null,
    null,
  ];
}

function amounts(
  row: Omit<SalesOrderTotals, 'rows' | 'quantitySold' | 'quantityRefunded' | 'netQuantity'>,
): WrittenValue[] {
  return [
    row.grossCents,
    row.discountCents,
    row.refundNetCents,
    row.netCents,
    row.taxCents,
    row.totalCents,
  ];
}

const yesNo = (value: boolean) => (value ? 'Y' : 'N');
