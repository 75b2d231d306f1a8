import { formText, type UploadColumns } from '../upload-column.ts';

const FOR_NEW = { required: true, filled: 'For a new title' } as const;
const ONE_CODE = 'One of SKU, ISBN and UPC';

/** Columns of a titles file (domain 10.6). */
export const TITLE_COLUMNS = {
  SKU: {
    field: 'sku',
    cell: 'code',
    filled: ONE_CODE,
    rule: '3 to 30 letters, digits and hyphens. If blank, the ISBN or the UPC of a new title.',
    example: 'PENCIL-1',
    also: 'SKU No, SKU Number, Item Code, Item No, Item Number, Product Code, Stock No',
  },
  ISBN: {
    field: 'isbn13',
    cell: 'isbn',
    filled: ONE_CODE,
    rule: 'ISBN-13 or ISBN-10. Format the column as Text.',
    example: '9780156030304',
    also: 'ISBN-13, ISBN13, ISBN No, ISBN Number, ISBN-10, ISBN/SKU, EAN, EAN-13',
  },
  UPC: {
    field: 'upc',
    cell: 'code',
    filled: ONE_CODE,
    rule: '12 digits. Format the column as Text.',
    example: '036000291452',
    also: 'UPC Code, UPC-A, Barcode, Bar Code, GTIN',
  },
  Title: {
    ...formText(
      'title',
      255,
      'Flowers for Algernon',
      'Book Title, Title Name, Name, Product Name, Item Name, Description',
    ),
    ...FOR_NEW,
  },
  Author: formText('author', 255, 'Daniel Keyes', 'Authors, Author Name, By'),
  Category: {
    field: 'category',
    cell: 'category',
    rule: 'Picture, Early reader, Chapter, Middle grade, Teen, Faith, Activity, Merchandise or Other. Other for a new title if blank.',
    example: 'Chapter',
    also: 'Category Name, Product Category, Genre',
  },
  Format: formText('format', 60, 'Paperback', 'Binding, Cover Type'),
  Price: {
    field: 'priceCents',
    cell: 'amount',
    ...FOR_NEW,
    rule: '0.00 to 999.99. Fairs that have the title keep their prices.',
    example: '16.99',
    also: 'Unit Price, Retail Price, Retail, List Price, Cover Price, MSRP, SRP',
  },
  Taxable: {
    field: 'taxable',
    cell: 'yesNo',
    rule: 'Y or N. Y for a new title if blank.',
    example: 'Y',
    also: 'Taxable Y/N, Is Taxable, Tax Class, Tax',
  },
} as const satisfies UploadColumns;

/** Columns of a file with prices by season (domain 10.8). */
export const PRICE_COLUMNS = {
  SKU: TITLE_COLUMNS.SKU,
  ISBN: TITLE_COLUMNS.ISBN,
  UPC: TITLE_COLUMNS.UPC,
  Title: {
    field: 'title',
    unread: true,
    rule: 'For reading only.',
    example: 'Flowers for Algernon',
    also: TITLE_COLUMNS.Title.also,
  },
  'Catalog Price': {
    field: 'catalogPrice',
    cell: 'amount',
    unread: true,
    rule: 'For reading only.',
    example: '18.99',
  },
  Season: {
    field: 'season',
    cell: 'season',
    required: true,
    rule: 'Such as Fall 2026 or 2026-fall.',
    example: 'Fall 2026',
    also: 'Season Code, Price List, Semester',
  },
  Price: {
    field: 'priceCents',
    cell: 'amount',
    required: true,
    filled: 'No',
    rule: '0.01 to 999.99. A blank one changes nothing. Fairs that have the title keep their prices.',
    example: '16.99',
    also: `Season Price, ${TITLE_COLUMNS.Price.also}`,
  },
} as const satisfies UploadColumns;
