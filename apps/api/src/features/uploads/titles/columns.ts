import {
  REQUIRED_TITLE_COLUMNS,
  TITLE_COLUMNS,
  type TitleColumn,
} from '@pos/contract/title-columns';
import type { ColumnRule } from '#api/spreadsheets/header.ts';
import type { ColumnNote } from '../template.ts';

/** Usual headers of the columns in other files. */
export const TITLE_ALIASES: Partial<Record<TitleColumn, readonly string[]>> = {
  SKU: ['SKU No', 'SKU Number', 'Item Code', 'Item No', 'Item Number', 'Product Code', 'Stock No'],
  ISBN: ['ISBN-13', 'ISBN13', 'ISBN No', 'ISBN Number', 'ISBN-10', 'ISBN/SKU', 'EAN', 'EAN-13'],
  UPC: ['UPC Code', 'UPC-A', 'Barcode', 'Bar Code', 'GTIN'],
  Title: ['Book Title', 'Title Name', 'Name', 'Product Name', 'Item Name', 'Description'],
  Author: ['Authors', 'Author Name', 'By'],
  Category: ['Category Name', 'Product Category', 'Genre'],
  Format: ['Binding', 'Cover Type'],
  Price: ['Unit Price', 'Retail Price', 'Retail', 'List Price', 'Cover Price', 'MSRP', 'SRP'],
  Taxable: ['Taxable Y/N', 'Is Taxable', 'Tax Class', 'Tax'],
};

export const titleColumns: ColumnRule<TitleColumn>[] = TITLE_COLUMNS.map((name) => ({
  name,
  header: name,
  required: (REQUIRED_TITLE_COLUMNS as readonly string[]).includes(name),
  aliases: TITLE_ALIASES[name] ?? [],
}));

const ONE_CODE = 'One of SKU, ISBN and UPC';
const forNew = 'For a new title';

/** Column notes for the template's second sheet. */
export const TITLE_NOTES: Record<TitleColumn, ColumnNote> = {
  SKU: {
    required: ONE_CODE,
    rule: '3 to 30 letters, digits and hyphens. If blank, the ISBN or the UPC of a new title.',
    example: 'PENCIL-1',
  },
  ISBN: {
    required: ONE_CODE,
    rule: 'ISBN-13 or ISBN-10. Format the column as Text.',
    example: '9780156030304',
  },
  UPC: {
    required: ONE_CODE,
    rule: '12 digits. Format the column as Text.',
    example: '036000291452',
  },
  Title: { required: forNew, rule: 'Up to 255 characters.', example: 'Flowers for Algernon' },
  Author: { required: 'No', rule: 'Up to 255 characters.', example: 'Daniel Keyes' },
  Category: {
    required: 'No',
    rule: 'Picture, Early reader, Chapter, Middle grade, Teen, Faith, Activity, Merchandise or Other. Other for a new title if blank.',
    example: 'Chapter',
  },
  Format: { required: 'No', rule: 'Up to 60 characters.', example: 'Paperback' },
  Price: {
    required: forNew,
    rule: '0.00 to 999.99. Fairs that have the title keep their prices.',
    example: '16.99',
  },
  Taxable: { required: 'No', rule: 'Y or N. Y for a new title if blank.', example: 'Y' },
};
