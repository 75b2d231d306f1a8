import { PAYMENT_TYPES, type PaymentRow } from '@pos/contract/payments';
import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import { wallClock } from '@pos/contract/values/clock';
import type { ExportedList } from '#api/lists/list.ts';

const TYPES = Object.fromEntries(Object.entries(PAYMENT_TYPES).map(([name, type]) => [type, name]));

/**
 * Exported columns of the payments list. Times are in the fair's time zone, or else the school's.
 */
export const PAYMENTS_SHEET: ExportedList<PaymentRow> = {
  name: 'Payments',
  columns: [
    { header: 'Paid at', kind: 'datetime', value: (row) => wallClock(row.paidAt, row.timeZone) },
    { header: 'Business day', kind: 'date', value: (row) => row.businessDay },
    { header: 'Time zone', kind: 'text', value: (row) => row.timeZone },
    {
      header: 'Purpose',
      kind: 'text',
      width: 14,
      value: (row) => (row.purpose === 'sale' ? 'Sale' : 'eWallet top-up'),
    },
    { header: 'Order number', kind: 'text', value: (row) => row.orderNumber },
    { header: 'Fair', kind: 'text', value: (row) => row.fairName },
    { header: 'School', kind: 'text', value: (row) => row.schoolName },
    { header: 'Device', kind: 'text', width: 14, value: (row) => row.deviceId },
    { header: 'Customer', kind: 'text', value: (row) => row.customerName },
    { header: 'Student number', kind: 'text', width: 16, value: (row) => row.studentNumber },
    { header: 'Method', kind: 'text', width: 12, value: (row) => PAYMENT_METHODS[row.method] },
    { header: 'Type', kind: 'text', width: 12, value: (row) => TYPES[row.type] ?? null },
    { header: 'Status', kind: 'text', width: 14, value: (row) => row.status.replaceAll('_', ' ') },
    { header: 'Amount', kind: 'money', value: (row) => row.amountCents },
    { header: 'Tendered', kind: 'money', value: (row) => row.tenderedCents },
    { header: 'Change', kind: 'money', value: (row) => row.changeCents },
    { header: 'Refunded', kind: 'money', value: (row) => row.refundedCents },
    { header: 'Check number', kind: 'text', width: 14, value: (row) => row.checkNumber },
    { header: 'Card', kind: 'text', width: 12, value: (row) => row.cardBrand },
    { header: 'Last four', kind: 'text', width: 10, value: (row) => row.cardLast4 },
    { header: 'Reference', kind: 'text', value: (row) => row.processorRef },
    {
      header: 'Voided at',
      kind: 'datetime',
      value: (row) => row.voidedAt && wallClock(row.voidedAt, row.timeZone),
    },
  ],
};
