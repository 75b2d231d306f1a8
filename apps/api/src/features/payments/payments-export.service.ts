import { PAYMENT_TYPES, type PaymentRow, type PaymentsQuery } from '@pos/contract/payments';
import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import type { Db } from '#api/db/db.ts';
import { streamRows } from '#api/db/row-stream.ts';
import type { WrittenColumn, WrittenValue } from '#api/spreadsheets/writing/written.ts';
import { wallClock } from '#api/time/texts.ts';
import { orderedPayments } from './payments.queries.ts';
import { countAllPayments } from './payment-totals.queries.ts';

const COLUMNS: readonly WrittenColumn[] = [
  { header: 'Paid at', kind: 'datetime' },
  { header: 'Business day', kind: 'date' },
  { header: 'Time zone', kind: 'text' },
  { header: 'Purpose', kind: 'text', width: 14 },
  { header: 'Order number', kind: 'text' },
  { header: 'Fair', kind: 'text' },
  { header: 'School', kind: 'text' },
  { header: 'Device', kind: 'text', width: 14 },
  { header: 'Customer', kind: 'text' },
  { header: 'Student number', kind: 'text', width: 16 },
  { header: 'Method', kind: 'text', width: 12 },
  { header: 'Type', kind: 'text', width: 12 },
  { header: 'Status', kind: 'text', width: 14 },
  { header: 'Amount', kind: 'money' },
  { header: 'Tendered', kind: 'money' },
  { header: 'Change', kind: 'money' },
  { header: 'Refunded', kind: 'money' },
  { header: 'Check number', kind: 'text', width: 14 },
  { header: 'Card', kind: 'text', width: 12 },
  { header: 'Last four', kind: 'text', width: 10 },
  { header: 'Reference', kind: 'text' },
  { header: 'Voided at', kind: 'datetime' },
];
const TYPES = Object.fromEntries(Object.entries(PAYMENT_TYPES).map(([name, type]) => [type, name]));

/**
 * Exports the list of payments: all matching rows, in the list's order. Times are in the fair's
 * time zone, or else the school's.
 */
export async function paymentsToExport(
  snapshot: Db,
  query: Omit<PaymentsQuery, 'page' | 'limit'>,
  readsStudents: boolean,
) {
  const total = await countAllPayments(snapshot, query, readsStudents);
  return {
    name: 'Payments',
    columns: COLUMNS,
    total,
    rows: streamRows(snapshot, orderedPayments(snapshot, query, readsStudents)),
    cells,
  };
}

function cells(row: PaymentRow): WrittenValue[] {
  return [
    wallClock(row.paidAt, row.timeZone),
    row.businessDay,
    row.timeZone,
    row.purpose === 'sale' ? 'Sale' : 'eWallet top-up',
    row.orderNumber,
    row.fairName,
    row.schoolName,
    row.deviceId,
    row.customerName,
    row.studentNumber,
    PAYMENT_METHODS[row.method],
    TYPES[row.type] ?? null,
    row.status.replaceAll('_', ' '),
    row.amountCents,
    row.tenderedCents,
    row.changeCents,
    row.refundedCents,
    row.checkNumber,
    row.cardBrand,
    row.cardLast4,
    row.processorRef,
    row.voidedAt && wallClock(row.voidedAt, row.timeZone),
  ];
}
