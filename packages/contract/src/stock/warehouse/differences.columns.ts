import type { ListColumns } from '../../column.ts';

/** Columns of the differences that counts have booked. */
export const DIFFERENCE_LIST = {
  number: { label: 'Count', kind: 'text', width: 10, only: 'file' },
  bookedAt: { label: 'Booked', kind: 'utc' },
  sku: { label: 'SKU', kind: 'isbn', only: 'file' },
  title: { label: 'Title', kind: 'text', width: 40 },
  author: { label: 'Author', kind: 'text', only: 'file' },
  category: { label: 'Category', kind: 'text', width: 16, only: 'file' },
  countedBy: { label: 'Counted by', kind: 'text' },
  bookedBy: { label: 'Booked by', kind: 'text', only: 'file' },
  onRecordQty: { label: 'On record', kind: 'integer' },
  countedQty: { label: 'Counted', kind: 'integer', only: 'file' },
  difference: { label: 'Difference', kind: 'integer' },
  valueCents: { label: 'At retail', kind: 'money' },
  reason: { label: 'Reason', kind: 'text', width: 28 },
  note: { label: 'Note', kind: 'text', width: 32, only: 'file' },
} as const satisfies ListColumns;
