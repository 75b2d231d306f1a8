import { INVENTORY_COLUMNS, type InventoryColumn } from '@pos/contract/uploads';
import { CATEGORIES, type Category } from '@pos/contract/inventory';
import { amountText, parseAmountCents } from '#api/spreadsheets/cells/amount.ts';
import { parseIsbnOrSku } from '#api/spreadsheets/cells/isbn-or-sku.ts';
import type { CellProblem, Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { parseQuantity } from '#api/spreadsheets/cells/quantity.ts';
import { shortened } from '#api/spreadsheets/cells/text.ts';
import { parseYesNo } from '#api/spreadsheets/cells/yes-no.ts';
import type { TableRow } from '#api/spreadsheets/table.ts';
import { messageAt, rowReader, type ReadRow } from '../row-reader.ts';

/**
 * One row of an inventory file, read on its own. Undefined: the cell is invalid, and `errors` tells
 * why. Null: the cell is blank, which is allowed.
 */
export type InventoryRow = ReadRow<InventoryColumn> & {
  fair: string | null | undefined;
  carton: string | null | undefined;
  code: string | undefined;
  isBook: boolean;
  title: string | null | undefined;
  author: string;
  category: Category;
  format: string;
  priceCents: number | null | undefined;
  quantity: number | undefined;
  taxable: boolean | null | undefined;
};

/** Reads one row. */
export function readInventoryRow(tableRow: TableRow<InventoryColumn>): InventoryRow {
  const { row: base, cells, take, optional, text } = rowReader(tableRow, INVENTORY_COLUMNS);
  const item = take('ISBN/SKU', parseIsbnOrSku(cells['ISBN/SKU'], 'ISBN/SKU'), ({ code }) => code);
  const row = {
    ...base,
    fair: text('Fair Identifier', 40),
    carton: text('Carton', 40),
    code: item?.code,
    isBook: item?.kind === 'isbn',
    title: text('Title', 255),
    author: text('Author', 255) ?? '',
    format: text('Format', 40) ?? '',
    priceCents: optional(
      'Price',
      () => inWordsOfTheSpecification(parseAmountCents(cells.Price, 'Price')),
      amountText,
    ),
    quantity: take('Quantity', parseQuantity(cells.Quantity, 'Quantity')),
    taxable: optional('Taxable', () => parseYesNo(cells.Taxable, 'Taxable')),
  };
  const { category, warning } = categoryOf(text('Category', 255) ?? '');
  if (warning) row.warnings.push(messageAt(row, 'Category', warning));
  return { ...row, category };
}

/** Domain 10.3 has one sentence for every invalid price, including 0.00 and 1,000.00. */
function inWordsOfTheSpecification(price: Parsed<number>): Parsed<number> {
  return 'error' in price && price.error.code === 'AMOUNT_OUT_OF_RANGE'
    ? { error: { code: 'INVALID_AMOUNT', message: 'Price is not a valid amount.' } }
    : price;
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const categories = new Map(CATEGORIES.map((category) => [bare(category), category]));

/** Returns the category of a text, or Other with a warning (domain 10.3). */
function categoryOf(text: string): { category: Category; warning?: CellProblem } {
  const category = categories.get(bare(text));
  if (category) return { category };
  if (text === '') return { category: 'Other' };
  return {
    category: 'Other',
    warning: {
      code: 'UNKNOWN_CATEGORY',
      message: `Unknown category "${shortened(text)}". A new title gets the category Other.`,
    },
  };
}
