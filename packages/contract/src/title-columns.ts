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

/** Columns of a file with prices by season (domain 10.8), by the header in its template. */
export const PRICE_COLUMNS = [
  'SKU',
  'ISBN',
  'UPC',
  'Title',
  'Catalog Price',
  'Season',
  'Price',
] as const;
export type PriceColumn = (typeof PRICE_COLUMNS)[number];
export const REQUIRED_PRICE_COLUMNS = ['Season', 'Price'] as const satisfies readonly PriceColumn[];
