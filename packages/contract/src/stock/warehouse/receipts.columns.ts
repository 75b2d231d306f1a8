import type { ListColumns } from '../../column.ts';

/** Columns of the list of receipts. */
export const RECEIPT_LIST = {
  number: { label: 'Number', kind: 'text', width: 10 },
  origin: { label: 'Supplier', kind: 'text', width: 28 },
  reference: { label: 'Invoice or order', kind: 'text', width: 20, only: 'file' },
  receivedOn: { label: 'Date', kind: 'date' },
  titles: { label: 'Titles', kind: 'integer' },
  expectedQty: { label: 'Expected', kind: 'integer', only: 'file' },
  goodQty: { label: 'Good units', kind: 'integer' },
  damagedQty: { label: 'Damaged', kind: 'integer' },
  shortQty: { label: 'Still to come', kind: 'integer' },
  overQty: { label: 'Over', kind: 'integer', only: 'file' },
  costCents: { label: 'Cost', kind: 'money', only: 'file' },
  openedBy: { label: 'Opened by', kind: 'text' },
  closedAt: { label: 'Closed', kind: 'utc', only: 'file' },
  state: { label: 'State', kind: 'text', width: 10 },
} as const satisfies ListColumns;

/** Columns of the titles of a receipt. */
export const RECEIPT_LINE_LIST = {
  sku: { label: 'SKU', kind: 'isbn', only: 'file' },
  isbn13: { label: 'ISBN', kind: 'isbn', only: 'file' },
  title: { label: 'Title', kind: 'text', width: 40 },
  author: { label: 'Author', kind: 'text', only: 'file' },
  expectedQty: { label: 'Expected', kind: 'integer' },
  goodQty: { label: 'Good', kind: 'integer' },
  damagedQty: { label: 'Damaged', kind: 'integer' },
  difference: { label: 'Difference', kind: 'integer' },
  promisedQty: { label: 'Promised to schools', kind: 'integer', only: 'file' },
  costCents: { label: 'Cost', kind: 'money' },
} as const satisfies ListColumns;
