/** Columns of a titles file (domain 10.6), by the header in its template. */
export const TITLE_COLUMNS = [
  'SKU',
  'ISBN',
  'UPC',
  'Title',
  'Author',
  'Category',
  'Format',
  'Price',
  'Taxable',
] as const;
export type TitleColumn = (typeof TITLE_COLUMNS)[number];
export const REQUIRED_TITLE_COLUMNS = ['Title', 'Price'] as const satisfies readonly TitleColumn[];
