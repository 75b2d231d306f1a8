import { Season } from '@pos/contract/seasons';
import { PRICE_COLUMNS, type PriceColumn } from '@pos/contract/title-columns';
import type { CodeField } from '#api/features/titles/titles.rules.ts';
import { amountText, parseAmountCents } from '#api/spreadsheets/cells/amount.ts';
import { invalid, type Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { cellText, unreadable } from '#api/spreadsheets/cells/text.ts';
import type { Cell } from '#api/spreadsheets/sheet.ts';
import type { TableRow } from '#api/spreadsheets/table.ts';
import { rowReader, type ReadRow } from '../row-reader.ts';
import { parseTitleField } from '../titles/rows.ts';

/** Columns with a code of a title, and the fields that they are. */
export const CODE_COLUMNS = { SKU: 'sku', ISBN: 'isbn13', UPC: 'upc' } as const satisfies Partial<
  Record<PriceColumn, CodeField>
>;
export type CodeColumn = keyof typeof CODE_COLUMNS;

/** A row with its codes in lowercase. A blank price is null; undefined values are invalid. */
export type PriceRow = ReadRow<PriceColumn> & {
  codes: { column: CodeColumn; code: string }[];
  season: Season | undefined;
  priceCents: number | null | undefined;
};

/** Reads one row. */
export function readPriceRow(tableRow: TableRow<PriceColumn>): PriceRow {
  const { row, cells, take, optional } = rowReader(tableRow, PRICE_COLUMNS);
  const codes = (Object.keys(CODE_COLUMNS) as CodeColumn[]).flatMap((column) => {
    const code = optional(column, () => parseTitleField(column, cells[column]));
    return typeof code === 'string' && code !== '' ? [{ column, code: code.toLowerCase() }] : [];
  });
  return {
    ...row,
    codes,
    season: take('Season', parseSeason(cells.Season)),
    priceCents: optional('Price', () => parseAmountCents(cells.Price, 'Price'), amountText),
  };
}

/** Parses "Fall 2026", "2026 fall" and "2026-fall". */
function parseSeason(cell: Cell): Parsed<Season> {
  const problem = unreadable(cell, 'Season');
  if (problem) return problem;
  const words = cellText(cell)
    .toLowerCase()
    .split(/[\s-]+/)
    .toSorted();
  const { data: value } = Season.safeParse(words.join('-'));
  return value === undefined
    ? invalid('INVALID_SEASON', 'Season must be such as Fall 2026 or 2026-fall.')
    : { value };
}
