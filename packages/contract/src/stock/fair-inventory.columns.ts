import type { ListColumns } from '../column.ts';

/** Columns of Fair Inventory. */
export const FAIR_LINE_LIST = {
  sku: { label: 'SKU', kind: 'isbn', only: 'file' },
  isbn13: { label: 'ISBN', kind: 'isbn', only: 'file' },
  title: { label: 'Title', kind: 'text', width: 40 },
  author: { label: 'Author', kind: 'text', only: 'file' },
  category: { label: 'Category', kind: 'text', width: 16, only: 'file' },
  priceCents: { label: 'Price', kind: 'money' },
  taxable: { label: 'Taxable', kind: 'yesNo', width: 8, only: 'file' },
  sentQty: { label: 'Sent', kind: 'integer' },
  receivedQty: { label: 'Received', kind: 'integer' },
  missingQty: { label: 'Missing', kind: 'integer' },
  adjustQty: { label: 'Adjusted', kind: 'integer' },
  soldQty: { label: 'Sold', kind: 'integer' },
  restockedQty: { label: 'Restocked', kind: 'integer' },
  otherQty: { label: 'Other', kind: 'integer' },
  onHand: { label: 'On hand', kind: 'integer' },
  oversoldQty: { label: 'Oversold', kind: 'integer', only: 'file' },
  expectedReturn: { label: 'Expected return', kind: 'integer', only: 'file' },
  countedReturnQty: { label: 'Counted return', kind: 'integer', only: 'file' },
  damagedQty: { label: 'Damaged', kind: 'integer', only: 'file' },
  stock: { label: 'Stock', kind: 'text', width: 12 },
  cartons: { label: 'Cartons', kind: 'text' },
  status: { label: 'Status', kind: 'text', width: 10, only: 'file' },
} as const satisfies ListColumns;
