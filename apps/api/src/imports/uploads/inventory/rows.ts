import { CATEGORIES, type Category } from '@pos/contract/stock/inventory';
import { INVENTORY_COLUMNS } from '@pos/contract/stock/inventory-columns';
import { parseAmountCents } from '#api/spreadsheets/cells/amount.ts';
import { invalid } from '#api/spreadsheets/cells/parsed.ts';
import { parseText, shortened } from '#api/spreadsheets/cells/text.ts';
import type { ReadRow } from '../row-messages.ts';
import { rowReader, type CellReader, type RowFields } from '../row-reader.ts';

type Fields = RowFields<typeof INVENTORY_COLUMNS>;

/** One row of an inventory file, read on its own. */
export type InventoryRow = ReadRow<keyof typeof INVENTORY_COLUMNS> &
  Omit<Fields, 'item' | 'author' | 'category' | 'format'> & {
    code: string | undefined;
    isBook: boolean;
    author: string;
    category: Category;
    format: string;
  };

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const categories = new Map(CATEGORIES.map((category) => [bare(category), category]));

/** Reads a category. Another one is Other, with a warning (domain 10.3). */
const readCategory: CellReader = (cell, { name }) => {
  const text = parseText(cell, name);
  if ('error' in text) return text;
  const value = categories.get(bare(text.value));
  if (value) return { value };
  const message = `Unknown category "${shortened(text.value)}". A new title gets the category Other.`;
  return { value: 'Other', warning: { code: 'UNKNOWN_CATEGORY', message } };
};

/** Reads a price. Domain 10.3 has one sentence for every invalid one, including 0.00 and 1,000.00. */
const readPrice: CellReader = (cell, { name }) => {
  const price = parseAmountCents(cell, name);
  return 'error' in price && price.error.code === 'AMOUNT_OUT_OF_RANGE'
    ? invalid('INVALID_AMOUNT', 'Price is not a valid amount.')
    : price;
};

/** Reads one row. */
export const readInventoryRow = rowReader(
  INVENTORY_COLUMNS,
  (row, { item, author, category, format, ...fields }): InventoryRow => ({
    ...row,
    ...fields,
    code: item?.code,
    isBook: item?.kind === 'isbn',
    author: author ?? '',
    category: category ?? 'Other',
    format: format ?? '',
  }),
  { readers: { category: readCategory, amount: readPrice } },
);
