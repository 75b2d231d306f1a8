import type { ListColumns } from '../column.ts';

/** Columns of the payments list. */
export const PAYMENT_LIST = {
  paidAt: { label: 'Date-time', kind: 'datetime' },
  businessDay: { label: 'Business day', kind: 'date', only: 'file' },
  timeZone: { label: 'Time zone', kind: 'text', only: 'file' },
  purpose: { label: 'Purpose', kind: 'text', width: 14, only: 'file' },
  orderNumber: { label: 'Order #', kind: 'text' },
  fairName: { label: 'Fair', kind: 'text' },
  schoolName: { label: 'School', kind: 'text', only: 'file' },
  deviceId: { label: 'Device', kind: 'text', width: 14 },
  customerName: { label: 'Student / payer', kind: 'text' },
  studentNumber: { label: 'Student number', kind: 'text', width: 16, only: 'file' },
  method: { label: 'Method', kind: 'text', width: 12 },
  type: { label: 'Type', kind: 'text', width: 12, only: 'file' },
  status: { label: 'Status', kind: 'words', width: 14 },
  amountCents: { label: 'Amount', kind: 'money' },
  tenderedCents: { label: 'Tendered', kind: 'money', only: 'file' },
  changeCents: { label: 'Change', kind: 'money', only: 'file' },
  roundingCents: { label: 'Cash rounding', kind: 'money', only: 'file' },
  refundedCents: { label: 'Refunded', kind: 'money', only: 'file' },
  checkNumber: { label: 'Check number', kind: 'text', width: 14, only: 'file' },
  cardBrand: { label: 'Card', kind: 'text', width: 12, only: 'file' },
  cardLast4: { label: 'Last four', kind: 'text', width: 10, only: 'file' },
  processorRef: { label: 'Reference', kind: 'text', only: 'file' },
  voidedAt: { label: 'Voided at', kind: 'datetime', only: 'file' },
} as const satisfies ListColumns;
