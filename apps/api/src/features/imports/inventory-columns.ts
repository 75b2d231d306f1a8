import { INVENTORY_COLUMNS, REQUIRED_INVENTORY_COLUMNS, type InventoryColumn } from '@pos/contract/imports';
import type { ColumnRule } from '#api/spreadsheets/header.ts';
import type { ColumnNote } from './template.ts';

const ALIASES: Partial<Record<InventoryColumn, readonly string[]>> = {
  'Fair Identifier': ['Fair', 'Fair ID'],
  Carton: ['Carton Code', 'Carton Number', 'Carton No', 'Box'],
  'ISBN/SKU': ['ISBN', 'ISBN-13', 'SKU', 'ISBN or SKU', 'Barcode', 'Item Number'],
  Title: ['Book Title', 'Description'],
  Price: ['Unit Price', 'List Price', 'Retail Price'],
  Quantity: ['Qty', 'Units', 'Copies'],
  Taxable: ['Tax'],
};

/** How to find the columns in a file. Without a fair chosen for the whole file, each row must name its own. */
export function inventoryColumns(fairIsGiven: boolean): ColumnRule<InventoryColumn>[] {
  const required: InventoryColumn[] = [...REQUIRED_INVENTORY_COLUMNS, ...(fairIsGiven ? [] : (['Fair Identifier'] as const))];
  return INVENTORY_COLUMNS.map((name) => ({ name, header: name, required: required.includes(name), aliases: ALIASES[name] ?? [] }));
}

/** What the template's second sheet says of each column. */
export const INVENTORY_NOTES: Record<InventoryColumn, ColumnNote> = {
  'Fair Identifier': { required: 'Unless the fair is chosen in the panel', rule: 'The identifier of a fair that is not closed out.', example: 'LINCOLN-26-01' },
  Carton: { required: 'No', rule: 'Up to 40 characters, as printed on the carton. One carton belongs to one fair.', example: 'C01' },
  'ISBN/SKU': { required: 'Yes', rule: 'ISBN-13, ISBN-10, or a SKU of 3 to 30 letters, digits and hyphens. Format the column as Text. Once in a carton.', example: '9780156030304' },
  Title: { required: 'For a new title', rule: 'Up to 255 characters. A title that the catalogue knows keeps the text of the catalogue.', example: 'Flowers for Algernon' },
  Author: { required: 'No', rule: 'Up to 255 characters.', example: 'Daniel Keyes' },
  Category: { required: 'No', rule: 'Picture, Early reader, Chapter, Middle grade, Teen, Faith, Activity, Merchandise or Other.', example: 'Chapter' },
  Format: { required: 'No', rule: 'Paperback, hardcover, board, boxed set or other.', example: 'Paperback' },
  Price: { required: 'Yes', rule: '0.01 to 999.99. The price at this fair.', example: '16.99' },
  Quantity: { required: 'Yes', rule: 'A whole number from 1 to 9,999.', example: '4' },
  Taxable: { required: 'No', rule: 'Y or N; Y where it is blank.', example: 'Y' },
};
