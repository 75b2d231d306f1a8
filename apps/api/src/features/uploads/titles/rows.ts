import { plainCode } from '@pos/contract/article-numbers';
import { CATEGORIES } from '@pos/contract/inventory';
import { TitleFields, type NewTitle } from '@pos/contract/titles';
import { TITLE_COLUMNS, type TitleColumn } from '@pos/contract/title-columns';
import { amountText, parseAmountCents } from '#api/spreadsheets/cells/amount.ts';
import { priceLeftOut } from '#api/spreadsheets/cells/isbn-or-sku.ts';
import { invalid, type Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { cellText, unreadable } from '#api/spreadsheets/cells/text.ts';
import { parseYesNo } from '#api/spreadsheets/cells/yes-no.ts';
import type { Cell } from '#api/spreadsheets/sheet.ts';
import type { TableRow } from '#api/spreadsheets/table.ts';
import { rowReader, type ReadRow } from '../row-reader.ts';

/** Fields of a title that a file can have, by column. */
export const TITLE_FIELDS = {
  SKU: 'sku',
  ISBN: 'isbn13',
  UPC: 'upc',
  Title: 'title',
  Author: 'author',
  Category: 'category',
  Format: 'format',
  Price: 'priceCents',
  Taxable: 'taxable',
} as const satisfies Record<TitleColumn, keyof NewTitle>;

/** A row with the fields that it gives; blank cells give none. */
export type TitleRow = ReadRow<TitleColumn> & { fields: Partial<NewTitle> };

/** Reads one row. Each value passes the rule of the form. */
export function readTitleRow(tableRow: TableRow<TitleColumn>): TitleRow {
  const { row, cells, optional } = rowReader(tableRow, TITLE_COLUMNS);
  const fields: Record<string, unknown> = {};
  for (const column of TITLE_COLUMNS) {
    const value = optional(column, () => parseTitleField(column, cells[column]), shownAs(column));
    if (value !== null && value !== undefined) fields[TITLE_FIELDS[column]] = value;
  }
  return { ...row, fields };
}

/** Returns how a column's value is stored, if that may differ from the cell. */
function shownAs(column: TitleColumn): ((value: unknown) => string) | undefined {
  if (column === 'Price') return (value) => amountText(Number(value));
  return column === 'SKU' || column === 'ISBN' || column === 'UPC'
    ? (value) => String(value ?? '')
    : undefined;
}

/** Parses a cell, then applies the contract's rule of its field. */
export function parseTitleField(column: TitleColumn, cell: Cell): Parsed<unknown> {
  const parsed = parseCell(column, cell);
  if ('error' in parsed) return parsed;
  const rule = TitleFields.shape[TITLE_FIELDS[column]];
  const checked = rule.safeParse(parsed.value);
  if (checked.success) {
    const hadPrice = /^97[89]\d{15}$/.test(plainCode(String(parsed.value)));
    return {
      ...parsed,
      value: checked.data,
      ...(hadPrice && column !== 'UPC' && { warning: priceLeftOut(String(checked.data)) }),
    };
  }
  const whole = `0${plainCode(String(parsed.value))}`;
  const lostZero = (column === 'UPC' || column === 'ISBN') && rule.safeParse(whole).success;
  return invalid(
    'INVALID_VALUE',
    checked.error.issues[0]?.message ?? '',
    lostZero ? whole : undefined,
  );
}

function parseCell(column: TitleColumn, cell: Cell): Parsed<unknown> {
  switch (column) {
    case 'Price':
      return parseAmountCents(cell, column);
    case 'Taxable':
      return parseYesNo(cell, column);
    case 'Category': {
      const written = cellText(cell).toLowerCase();
      return { value: CATEGORIES.find((each) => each.toLowerCase() === written) ?? written };
    }
    default:
      return unreadable(cell, column) ?? { value: cellText(cell) };
  }
}
