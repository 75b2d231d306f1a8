import { SHIPPING_STATUS } from '@pos/contract/reports/ship-to-school';
import type { SalesOrderTotals } from '@pos/contract/reports/sales-orders';
import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import type { SalesOrderReport, ShipToSchoolReport } from '@pos/contract/reports';
import { dollars, type Value } from './sheet-cells.ts';

/** Rows that the files of line reports should hold. */

const methodsOf = (methods: readonly (keyof typeof PAYMENT_METHODS)[]) =>
  methods.map((method) => PAYMENT_METHODS[method]).join(' + ') || null;

export const SHIP_HEADERS = [
  'Order',
  'Date',
  'Student/customer',
  'Grade',
  'Teacher',
  'SKU/ISBN',
  'Title',
  'Qty',
  'Unit price',
  'Line net',
  'Tax',
  'Total',
  'Method(s)',
  'Paid',
  'Fulfillment status',
  'Warehouse available',
];

export function shipRows({ rows, totals }: ShipToSchoolReport): Value[][] {
  return [
    ...rows.map((row) => [
      row.orderNumber,
      row.date,
      row.customerName,
      row.grade,
      row.teacher,
      row.sku,
      row.title,
      row.quantity,
      ...[row.unitPriceCents, row.lineNetCents, row.taxCents, row.totalCents].map(dollars),
      methodsOf(row.methods),
      { yes: 'Y', no: 'N', under_review: 'Under review' }[row.paid],
      SHIPPING_STATUS[row.fulfilmentStatus].label,
      row.warehouseAvailable,
    ]),
    [
      `Total: ${totals.orders} orders, ${totals.lines} lines`,
      null,
      null,
      null,
      null,
      null,
      null,
      totals.units,
      null,
      ...[totals.lineNetCents, totals.taxCents, totals.totalCents].map(dollars),
      null,
      null,
      null,
      null,
    ],
  ];
}

export const SALES_ORDER_HEADERS = [
  'Kind',
  'SKU/ISBN',
  'Title',
  'Order',
  'Device',
  'Cashier',
  'Customer/student',
  'Qty',
  'Unit price',
  'Gross',
  'Discount',
  'Refunds',
  'Net',
  'Tax',
  'Total',
  'Refunded so far',
  'Method(s)',
  'Fulfillment',
  'Exempt',
  'Last copy',
];

export function salesOrderRows({ rows, subtotals, totals }: SalesOrderReport): Value[][] {
  const amounts = (
    row: Omit<SalesOrderTotals, 'rows' | 'quantitySold' | 'quantityRefunded' | 'netQuantity'>,
  ) =>
    [
      row.grossCents,
      row.discountCents,
      row.refundNetCents,
      row.netCents,
      row.taxCents,
      row.totalCents,
    ].map(dollars);
  const sums = (name: string, sku: string | null, title: string | null, row: SalesOrderTotals) => [
    name,
    sku,
    title,
    null,
    null,
    null,
    null,
    row.netQuantity,
    null,
    ...amounts(row),
    null,
    null,
    null,
    null,
    null,
  ];
  let place = 0;
  const grouped = subtotals.flatMap((subtotal) => [
    ...rows
      .slice(place, (place += subtotal.rows))
      .map((row) => [
        row.kind === 'sale' ? 'Sale' : 'Refund',
        row.sku,
        row.title,
        row.orderNumber,
        row.deviceId,
        row.cashierName,
        row.customerName,
        row.quantity,
        dollars(row.unitPriceCents),
        ...amounts(row),
        row.refundedSoFar,
        methodsOf(row.methods),
        row.fulfilment === 'in_person' ? 'In person' : 'Ship to school',
        row.taxExempt ? 'Y' : 'N',
        row.lastCopy ? 'Y' : 'N',
      ]),
    sums('Subtotal', subtotal.sku, subtotal.title, subtotal),
  ]);
  return [...grouped, sums('Total', null, null, totals)];
}
