import { pick } from '@pos/contract/reports/columns';
import {
  type SalesOrderRow,
  salesOrderRow,
  type SalesOrderTotals,
} from '@pos/contract/reports/sales-orders';
import {
  type Figures,
  listedColumns,
  signed,
  toCellText,
  valueAt,
} from '@pos/contract/reports/tables';
import type { SalesOrderReport } from '@pos/contract/reports/reports';
import { formatClock } from '@pos/contract/values/clock';
import { formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import type { PrintedTable, TableColumn, TableRow } from '#api/pdf/table-document.ts';
import { makeClock } from '../files/report-texts.ts';

const { orderNumber, at, fairName, deviceId, cashierName, customerName, quantity, unitPriceCents } =
  salesOrderRow;
const AMOUNTS = listedColumns(
  pick(
    salesOrderRow,
    'grossCents',
    'discountCents',
    'refundNetCents',
    'netCents',
    'taxCents',
    'totalCents',
  ),
);

/**
 * SALES_ORDER_PER_ITEM, printed: each order line takes one line. Title, SKU and subtotal are above
 * its lines; kind, methods, fulfillment and remarks share one column. Cells by label: see
 * `lineCells`.
 */
export function layOutSalesOrders({
  rows,
  subtotals,
  totals,
  fairs,
  showsStudents,
}: SalesOrderReport): PrintedTable {
  const clock = makeClock(fairs);
  const showsFair = fairs.length > 1;
  const text = (label: string): TableColumn => ({ label, kind: 'text' });
  const numeric = (label: string): TableColumn => ({ label, kind: 'number' });
  const before = [
    orderNumber.label,
    at.label,
    ...(showsFair ? [fairName.label] : []),
    `${deviceId.label}, ${cashierName.label.toLowerCase()}`,
    ...(showsStudents ? [customerName.label] : []),
  ];
  const sums = (of: SalesOrderTotals): string[] => [
    ...before.map(() => ''),
    formatCount(of.netQuantity),
    '',
    ...amounts(of),
    '',
  ];
  const lineCells = (row: SalesOrderRow): string[] => [
    row.orderNumber,
    formatClock(clock(row.fairIdentifier, row.at)),
    ...(showsFair ? [[row.fairName, row.schoolName].filter(Boolean).join(', ')] : []),
    [row.deviceId, row.cashierName].filter(Boolean).join(', '),
    ...(showsStudents ? [row.customerName ?? ''] : []),
    formatCount(row.quantity),
    formatCents(row.unitPriceCents),
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
    keyColumns: 2,
    isDense: true,
    columns: [
      ...before.map(text),
      numeric(quantity.label),
      numeric(unitPriceCents.label),
      ...AMOUNTS.map(({ column }) => numeric(column.label)),
      text('Details'),
    ],
    rows: [...groups, { cells: ['Total', ...sums(totals).slice(1)], bold: true }],
  };
}

function amounts(of: Figures): string[] {
  return AMOUNTS.map(({ path, column }) => formatCents(signed(column, valueAt(of, path))));
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
    toCellText(salesOrderRow.methods, methods),
    ...(fulfilment === 'in_person' ? [] : ['ship to school']),
    ...(refundedSoFar ? [`${refundedSoFar} refunded`] : []),
    ...(taxExempt ? ['exempt'] : []),
    ...(lastCopy ? ['last copy'] : []),
  ]
    .filter(Boolean)
    .join(', ');
}
