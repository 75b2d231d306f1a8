import type { SalesOrderRow, SalesOrderTotals } from '@pos/contract/line-reports';
import type { SalesOrderReport } from '@pos/contract/reports';
import { dollars } from '#api/pdf/money-text.ts';
import type { PrintedTable, TableColumn, TableRow } from '#api/pdf/table-document.ts';
import { clockText } from '#api/time/texts.ts';
import { makeClock, methodsText } from './report-texts.ts';

const AMOUNTS = ['Gross', 'Discount', 'Refunds', 'Net', 'Tax', 'Total'];

/**
 * SALES_ORDER_PER_ITEM on paper: each order line takes one line. Title, SKU and subtotal are above
 * its lines; kind, methods, fulfillment and remarks share one column. Cells by label: see
 * `lineCells`.
 */
export function salesOrdersPaper({
  rows,
  subtotals,
  totals,
  fairs,
}: SalesOrderReport): PrintedTable {
  const clock = makeClock(fairs);
  const showsFair = fairs.length > 1;
  const text = (label: string): TableColumn => ({ label, kind: 'text' });
  const number = (label: string): TableColumn => ({ label, kind: 'number' });
  const before = [
    'Order',
    'Date-time',
    ...(showsFair ? ['Fair'] : []),
    'Device, cashier',
    'Customer/student',
  ];
  const sums = (of: SalesOrderTotals): string[] => [
    ...before.map(() => ''),
    of.netQuantity.toLocaleString('en-US'),
    '',
    ...amounts(of),
    '',
  ];
  const lineCells = (row: SalesOrderRow): string[] => [
    row.orderNumber,
    clockText(clock(row.fairIdentifier, row.at) ?? ''),
    ...(showsFair ? [row.fairName] : []),
    [row.deviceId, row.cashierName].filter(Boolean).join(', '),
    row.customerName ?? '',
    row.quantity.toLocaleString('en-US'),
    row.unitPriceCents === null ? '' : dollars(row.unitPriceCents),
    ...amounts(row),
    details(row),
  ];
  let place = 0;
  const groups = subtotals.flatMap((subtotal): TableRow[] => [
    {
      heading: subtotal.sku ? `${subtotal.title} · ${subtotal.sku}` : subtotal.title,
      sums: sums(subtotal),
    },
    ...rows.slice(place, (place += subtotal.rows)).map((row) => ({ cells: lineCells(row) })),
  ]);
  return {
    name: null,
    keys: 2,
    isDense: true,
    columns: [
      ...before.map(text),
      number('Qty'),
      number('Price'),
      ...AMOUNTS.map(number),
      text('Details'),
    ],
    rows: [...groups, { cells: ['Total', ...sums(totals).slice(1)], strong: true }],
  };
}

function amounts(
  of: Pick<
    SalesOrderRow,
    'grossCents' | 'discountCents' | 'refundNetCents' | 'netCents' | 'taxCents' | 'totalCents'
  >,
): string[] {
  return [
    of.grossCents,
    of.discountCents,
    of.refundNetCents,
    of.netCents,
    of.taxCents,
    of.totalCents,
  ].map(dollars);
}

/**
 * Remarks on a line beside its amounts. An in-person sale that was not refunded shows only its
 * methods.
 */
function details({
  kind,
  methods,
  fulfilment,
  refundedSoFar,
  taxExempt,
  lastCopy,
}: SalesOrderRow): string {
  return [
    ...(kind === 'refund' ? ['Refund'] : []),
    methodsText(methods),
    ...(fulfilment === 'in_person' ? [] : ['ship to school']),
    ...(refundedSoFar ? [`${refundedSoFar} refunded`] : []),
    ...(taxExempt ? ['exempt'] : []),
    ...(lastCopy ? ['last copy'] : []),
  ]
    .filter(Boolean)
    .join(', ');
}
