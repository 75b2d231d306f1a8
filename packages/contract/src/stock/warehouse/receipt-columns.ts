import { INVENTORY_COLUMNS } from '../inventory-columns.ts';
import type { UploadColumns } from '../../upload-column.ts';

/** Columns of the sheet of a receipt (domain 10.9). */
export const RECEIPT_COLUMNS = {
  'ISBN/SKU': {
    ...INVENTORY_COLUMNS['ISBN/SKU'],
    rule: 'ISBN-13, ISBN-10, UPC or SKU. Format the column as Text. Quantities of several rows add up.',
  },
  Quantity: {
    ...INVENTORY_COLUMNS.Quantity,
    max: 9_999_999,
    rule: 'A whole number greater than 0.',
    example: '24',
    also: `Qty, Quantity Shipped, Shipped Quantity, Qty Shipped, Shipped Qty, Shipped, Quantity Ordered,
      Ordered, Order Qty, On Hand, Quantity on Hand, Qty on Hand, Stock, Stock Qty, In Stock, Units,
      Unit Qty, Total Qty, Total Quantity, Total Units, Copies, No of Copies, Pieces, Pcs, Count`,
  },
  Title: INVENTORY_COLUMNS.Title,
  Author: INVENTORY_COLUMNS.Author,
  Category: INVENTORY_COLUMNS.Category,
  Price: {
    field: 'priceCents',
    cell: 'amount',
    filled: 'For a new title',
    rule: '0.01 to 999.99. A title that is already in the catalog keeps its price there.',
    example: '16.99',
    also: INVENTORY_COLUMNS.Price.also,
  },
  Cost: {
    field: 'costCents',
    cell: 'amount',
    rule: '0.01 to 999.99, for one unit.',
    example: '8.50',
    also: `Unit Cost, Cost Each, Net Price, Net Unit Price, Net Each, Our Cost, Wholesale,
      Wholesale Price, Purchase Price, Landed Cost`,
  },
} as const satisfies UploadColumns;
