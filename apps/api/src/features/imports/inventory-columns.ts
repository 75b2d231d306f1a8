import { INVENTORY_COLUMNS, REQUIRED_INVENTORY_COLUMNS, type InventoryColumn } from '@pos/contract/imports';
import type { ColumnRule } from '#api/spreadsheets/header.ts';
import type { ColumnNote } from './template.ts';

/** Usual headers of the code of a title; an ISBN is surer than a number of somebody's own. */
export const CODE_ALIASES: readonly string[] = [
  'ISBN-13', 'ISBN', 'ISBN No', 'ISBN Number', 'ISBN Code', 'ISBN or SKU', 'EAN', 'EAN-13', 'UPC', 'UPC Code', 'GTIN', 'Barcode', 'Bar Code',
  'SKU', 'SKU No', 'SKU Number', 'ISBN-10', 'Product Code', 'Product No', 'Product Number', 'Product ID', 'Item Code', 'Item No', 'Item Number',
  'Item ID', 'Stock No', 'Stock Number', 'Article No', 'Article Number', 'Title No',
];

/** Usual headers of the files that warehouses and publishers send. */
const ALIASES: Partial<Record<InventoryColumn, readonly string[]>> = {
  'Fair Identifier': ['Fair ID', 'Fair Code', 'Fair No', 'Fair Number', 'Fair', 'Event ID', 'Event Code'],
  Carton: [
    'Carton Code', 'Carton No', 'Carton Number', 'Carton ID', 'Carton Name', 'Box', 'Box Code', 'Box No', 'Box Number', 'Box ID', 'Ctn', 'Ctn No',
    'Case', 'Case No', 'Case Number', 'Case ID',
  ],
  'ISBN/SKU': CODE_ALIASES,
  Title: [
    'Book Title', 'Title Name', 'Item Title', 'Product Title', 'Name', 'Book Name', 'Item Name', 'Product Name', 'Title Description', 'Item Description',
    'Product Description', 'Description', 'Book', 'Product',
  ],
  Author: ['Authors', 'Author Name', 'Author Names', 'Book Author', 'Written By', 'By', 'Writer', 'Contributor', 'Contributors', 'Creator'],
  Category: ['Category Name', 'Product Category', 'Genre', 'Subject', 'Department'],
  Format: ['Binding', 'Binding Type', 'Book Format', 'Cover Type'],
  Price: [
    'Unit Price', 'Retail Price', 'Retail', 'Unit Retail', 'Sales Price', 'Sale Price', 'Selling Price', 'Sell Price', 'List Price', 'Cover Price',
    'Price USD', 'US Price', 'Price Each', 'MSRP', 'SRP', 'RRP', 'List',
  ],
  Quantity: [
    'Qty', 'Quantity Shipped', 'Shipped Quantity', 'Qty Shipped', 'Shipped Qty', 'Shipped', 'Quantity Sent', 'Qty Sent', 'Sent', 'Units', 'Unit Qty',
    'Units Shipped', 'Total Qty', 'Total Quantity', 'Total Units', 'Copies', 'No of Copies', 'Number of Copies', 'Pieces', 'Pcs', 'Count',
  ],
  Taxable: ['Taxable Y/N', 'Is Taxable', 'Taxed', 'Tax Y/N', 'Tax'],
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
