import type { OrderRow, OrdersQuery } from '@pos/contract/orders';
import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import type { Db } from '#api/db/db.ts';
import { streamRows } from '#api/db/row-stream.ts';
import type { WrittenColumn, WrittenValue } from '#api/spreadsheets/writing/written.ts';
import { wallClock } from '#api/time/texts.ts';
import { orderedOrders } from './orders.queries.ts';
import { countAllOrders } from './order-totals.queries.ts';

const COLUMNS: readonly WrittenColumn[] = [
  { header: 'Order number', kind: 'text' },
  { header: 'Sold at', kind: 'datetime' },
  { header: 'Business day', kind: 'date' },
  { header: 'Time zone', kind: 'text' },
  { header: 'Fair', kind: 'text' },
  { header: 'School', kind: 'text' },
  { header: 'Device', kind: 'text', width: 14 },
  { header: 'Customer type', kind: 'text', width: 14 },
  { header: 'Customer', kind: 'text' },
  { header: 'Student number', kind: 'text', width: 16 },
  { header: 'Grade', kind: 'text', width: 8 },
  { header: 'Teacher', kind: 'text' },
  { header: 'Units', kind: 'integer' },
  { header: 'Gross', kind: 'money' },
  { header: 'Discounts', kind: 'money' },
  { header: 'Net', kind: 'money' },
  { header: 'Tax', kind: 'money' },
  { header: 'Total', kind: 'money' },
  { header: 'Refunded', kind: 'money' },
  { header: 'Methods', kind: 'text' },
  { header: 'Payment status', kind: 'text', width: 16 },
  { header: 'Order status', kind: 'text', width: 18 },
  { header: 'Ship to school', kind: 'text', width: 14 },
  { header: 'Tax-exempt', kind: 'text', width: 12 },
  { header: 'Flags', kind: 'text' },
  { header: 'Voided at', kind: 'datetime' },
];

/**
 * Exports the list of orders: all matching rows, in the list's order. Times are in the fair's time
 * zone.
 */
export async function ordersToExport(
  snapshot: Db,
  query: Omit<OrdersQuery, 'page' | 'limit'>,
  readsStudents: boolean,
) {
  const total = await countAllOrders(snapshot, query, readsStudents);
  return {
    name: 'Orders',
    columns: COLUMNS,
    total,
    rows: streamRows(snapshot, orderedOrders(snapshot, query, readsStudents)),
    cells,
  };
}

function cells(row: OrderRow): WrittenValue[] {
  const words = (value: string) => value.replaceAll('_', ' ');
  return [
    row.orderNumber,
    wallClock(row.soldAt, row.timeZone),
    row.businessDay,
    row.timeZone,
    row.fairName,
    row.schoolName,
    row.deviceId,
    row.customerType,
    row.customerName,
    row.studentNumber,
    row.grade,
    row.teacher,
    row.units,
    row.grossCents,
    row.discountCents,
    row.subtotalCents,
    row.taxCents,
    row.totalCents,
    row.refundedCents,
    row.methods.map((method) => PAYMENT_METHODS[method]).join(' + '),
    words(row.paymentStatus),
    words(row.status),
    row.shipToSchool ? 'Y' : 'N',
    row.taxExempt ? 'Y' : 'N',
    row.flags.map(words).join(', '),
    row.voidedAt && wallClock(row.voidedAt, row.timeZone),
  ];
}
