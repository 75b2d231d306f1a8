import type { ListColumns } from '../column.ts';

/** Columns of All Inventory. */
export const TITLE_LIST = {
  sku: { label: 'SKU', kind: 'isbn', only: 'file' },
  isbn13: { label: 'ISBN', kind: 'isbn', only: 'file' },
  upc: { label: 'UPC', kind: 'isbn', only: 'file' },
  title: { label: 'Title', kind: 'text', width: 40 },
  author: { label: 'Author', kind: 'text' },
  category: { label: 'Category', kind: 'text', width: 16 },
  format: { label: 'Format', kind: 'text', width: 12, only: 'file' },
  priceCents: { label: 'Price', kind: 'money' },
  taxable: { label: 'Taxable', kind: 'yesNo', width: 8 },
  warehouseQty: { label: 'Warehouse', kind: 'integer' },
  allocatedQty: { label: 'Allocated', kind: 'integer' },
  availableQty: { label: 'Available', kind: 'integer' },
  atFairsQty: { label: 'At fairs', kind: 'integer' },
  fairs: { label: 'Fairs', kind: 'integer' },
  stock: { label: 'Stock', kind: 'text', width: 12 },
  sameIsbn: { label: 'Same ISBN', kind: 'text', only: 'file' },
  status: { label: 'Status', kind: 'text', width: 10, only: 'file' },
} as const satisfies ListColumns;
