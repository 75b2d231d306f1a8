import { setImmediate as otherWork } from 'node:timers/promises';
import { INVENTORY_COLUMNS, type InventoryColumn, type RowMessage } from '@pos/contract/imports';
import { CATEGORIES, type Category } from '@pos/contract/inventory';
import { parseAmountCents } from '#api/spreadsheets/cells/amount.ts';
import { parseIsbnOrSku } from '#api/spreadsheets/cells/isbn-or-sku.ts';
import type { CellProblem, Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { parseQuantity } from '#api/spreadsheets/cells/quantity.ts';
import { cellText, isBlank, parseText, shortened } from '#api/spreadsheets/cells/text.ts';
import { parseYesNo } from '#api/spreadsheets/cells/yes-no.ts';
import type { TableRow } from '#api/spreadsheets/table.ts';

/**
 * One row of an inventory file as far as it can be read by itself. Undefined: the cell is wrong, `errors` say how.
 * Null: the cell is blank and may be.
 */
export type InventoryRow = {
  /** Excel's row number. */
  number: number;
  /** The cells as a person reads them, blank ones left out. */
  values: Partial<Record<InventoryColumn, string>>;
  fair: string | null | undefined;
  carton: string | null | undefined;
  code: string | undefined;
  isBook: boolean;
  title: string | null | undefined;
  author: string;
  category: Category;
  format: string;
  priceCents: number | undefined;
  quantity: number | undefined;
  taxable: boolean | null | undefined;
  errors: RowMessage[];
  warnings: RowMessage[];
};

const ROWS_AT_ONCE = 250;

/** Reads every row; other work of the process goes on in between. */
export async function readInventoryRows(rows: readonly TableRow<InventoryColumn>[]): Promise<InventoryRow[]> {
  const read: InventoryRow[] = [];
  for (const row of rows) {
    if (read.length % ROWS_AT_ONCE === 0) await otherWork();
    read.push(readRow(row));
  }
  return read;
}

/** A message about one cell of a row. */
export function messageAt(row: { number: number; values: InventoryRow['values'] }, column: InventoryColumn, { code, message }: CellProblem): RowMessage {
  return { row: row.number, column, value: shortened(row.values[column] ?? '', 100), code, message };
}

function readRow({ number, cells }: TableRow<InventoryColumn>): InventoryRow {
  const values = Object.fromEntries(INVENTORY_COLUMNS.flatMap((column) => (isBlank(cells[column]) ? [] : [[column, cellText(cells[column])]]))) as InventoryRow['values'];
  const errors: RowMessage[] = [];
  const warnings: RowMessage[] = [];
  const take = <Value>(column: InventoryColumn, parsed: Parsed<Value>): Value | undefined => {
    if ('error' in parsed) {
      errors.push(messageAt({ number, values }, column, parsed.error));
      return undefined;
    }
    if (parsed.warning) warnings.push(messageAt({ number, values }, column, parsed.warning));
    return parsed.value;
  };
  const optional = <Value>(column: InventoryColumn, parse: () => Parsed<Value>): Value | null | undefined => (isBlank(cells[column]) ? null : take(column, parse()));
  const text = (column: InventoryColumn, max: number) => optional(column, () => parseText(cells[column], column, { max }));

  const item = take('ISBN/SKU', parseIsbnOrSku(cells['ISBN/SKU'], 'ISBN/SKU'));
  const row = {
    number, values, errors, warnings,
    fair: text('Fair Identifier', 40),
    carton: text('Carton', 40),
    code: item?.code,
    isBook: item?.kind === 'isbn',
    title: text('Title', 255),
    author: text('Author', 255) ?? '',
    format: text('Format', 40) ?? '',
    priceCents: take('Price', inWordsOfTheSpecification(parseAmountCents(cells.Price, 'Price'))),
    quantity: take('Quantity', parseQuantity(cells.Quantity, 'Quantity')),
    taxable: optional('Taxable', () => parseYesNo(cells.Taxable, 'Taxable')),
  };
  const { category, warning } = categoryOf(text('Category', 255) ?? '');
  if (warning) warnings.push(messageAt(row, 'Category', warning));
  return { ...row, category };
}

/** Domain 10.3 has one sentence for every price that is none, 0.00 and 1,000.00 included. */
function inWordsOfTheSpecification(price: Parsed<number>): Parsed<number> {
  return 'error' in price && price.error.code === 'AMOUNT_OUT_OF_RANGE' ? { error: { code: 'INVALID_AMOUNT', message: 'Price is not a valid amount.' } } : price;
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const categories = new Map(CATEGORIES.map((category) => [bare(category), category]));

/** The category that a text names, else Other with a warning (domain 10.3). */
function categoryOf(text: string): { category: Category; warning?: CellProblem } {
  const category = categories.get(bare(text));
  if (category) return { category };
  if (text === '') return { category: 'Other' };
  return { category: 'Other', warning: { code: 'UNKNOWN_CATEGORY', message: `Category "${shortened(text)}" is not known: Other is used for a new title.` } };
}
