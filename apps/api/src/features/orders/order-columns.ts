import type { OrderRow } from '@pos/contract/orders';
import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import { wallClock } from '@pos/contract/values/clock';
import type { ExportedList } from '#api/lists/list.ts';

const words = (value: string) => value.replaceAll('_', ' ');

/** Exported columns of the orders list. Times are in the fair's time zone. */
export const ORDERS_SHEET: ExportedList<OrderRow> = {
  name: 'Orders',
  columns: [
    { header: 'Order number', kind: 'text', value: (row) => row.orderNumber },
    { header: 'Sold at', kind: 'datetime', value: (row) => wallClock(row.soldAt, row.timeZone) },
    { header: 'Business day', kind: 'date', value: (row) => row.businessDay },
    { header: 'Time zone', kind: 'text', value: (row) => row.timeZone },
    { header: 'Fair', kind: 'text', value: (row) => row.fairName },
    { header: 'School', kind: 'text', value: (row) => row.schoolName },
    { header: 'Device', kind: 'text', width: 14, value: (row) => row.deviceId },
    { header: 'Customer type', kind: 'text', width: 14, value: (row) => row.customerType },
    { header: 'Customer', kind: 'text', value: (row) => row.customerName },
    { header: 'Student number', kind: 'text', width: 16, value: (row) => row.studentNumber },
    { header: 'Grade', kind: 'text', width: 8, value: (row) => row.grade },
    { header: 'Teacher', kind: 'text', value: (row) => row.teacher },
    { header: 'Units', kind: 'integer', value: (row) => row.units },
    { header: 'Gross', kind: 'money', value: (row) => row.grossCents },
    { header: 'Discounts', kind: 'money', value: (row) => row.discountCents },
    { header: 'Net', kind: 'money', value: (row) => row.subtotalCents },
    { header: 'Tax', kind: 'money', value: (row) => row.taxCents },
    { header: 'Total', kind: 'money', value: (row) => row.totalCents },
    { header: 'Refunded', kind: 'money', value: (row) => row.refundedCents },
    {
      header: 'Methods',
      kind: 'text',
      value: (row) => row.methods.map((method) => PAYMENT_METHODS[method]).join(' + '),
    },
    { header: 'Payment status', kind: 'text', width: 16, value: (row) => words(row.paymentStatus) },
    { header: 'Order status', kind: 'text', width: 18, value: (row) => words(row.status) },
    {
      header: 'Ship to school',
      kind: 'text',
      width: 14,
      value: (row) => (row.shipToSchool ? 'Y' : 'N'),
    },
    { header: 'Tax-exempt', kind: 'text', width: 12, value: (row) => (row.taxExempt ? 'Y' : 'N') },
    { header: 'Flags', kind: 'text', value: (row) => row.flags.map(words).join(', ') },
    {
      header: 'Voided at',
      kind: 'datetime',
      value: (row) => row.voidedAt && wallClock(row.voidedAt, row.timeZone),
    },
  ],
};
