import { Season, seasonName } from '@pos/contract/fairs/seasons';
import { PRICE_COLUMNS } from '@pos/contract/stock/title-columns';
import type { Title } from '@pos/contract/stock/titles';
import { invalid } from '#api/spreadsheets/cells/parsed.ts';
import { cellText, unreadable } from '#api/spreadsheets/cells/text.ts';
import { type ReadRow, refuse } from '../row-messages.ts';
import { rowReader, type CellReader } from '../row-reader.ts';
import { readCode } from '../titles/judge.ts';
import type { Outcome } from '../upload.ts';

/** A row with its codes in lowercase. A blank price is null; undefined values are invalid. */
export type PriceRow = ReadRow<keyof typeof PRICE_COLUMNS> & {
  codes: { column: 'SKU' | 'ISBN' | 'UPC'; code: string }[];
  season: Season | undefined;
  priceCents: number | null | undefined;
};

/** Reads "Fall 2026", "2026 fall" and "2026-fall". */
const readSeason: CellReader = (cell, { name }) => {
  const problem = unreadable(cell, name);
  if (problem) return problem;
  const words = cellText(cell)
    .toLowerCase()
    .split(/[\s-]+/)
    .toSorted();
  const { data: value } = Season.safeParse(words.join('-'));
  return value === undefined
    ? invalid('INVALID_SEASON', 'Season must be such as Fall 2026 or 2026-fall.')
    : { value };
};

/** Reads one row. */
export const readPriceRow = rowReader(
  PRICE_COLUMNS,
  (row, { sku, isbn13, upc, season, priceCents }): PriceRow => ({
    ...row,
    codes: Object.entries({ SKU: sku, ISBN: isbn13, UPC: upc }).flatMap(([column, code]) =>
      code ? [{ column: column as 'SKU' | 'ISBN' | 'UPC', code: code.toLowerCase() }] : [],
    ),
    season,
    priceCents,
  }),
  { readers: { code: readCode, isbn: readCode, season: readSeason } },
);

/** Known titles of a file by each of their codes, in lowercase. */
export type PriceState = { titles: ReadonlyMap<string, Title> };

/** A price of a season that a row sets; `fromCents` null if the title had none. */
export type PriceChange = {
  titleId: string;
  season: Season;
  priceCents: number;
  fromCents: number | null;
};
export type JudgedPrice = PriceRow & {
  outcome: Outcome;
  found: string | undefined;
  change?: PriceChange;
};

/** Judges one row against the known titles and earlier rows, and remembers its title and season. */
export function judgePriceRow(
  row: PriceRow,
  { titles }: PriceState,
  firstRows: Map<string, number>,
): JudgedPrice {
  const title = findTitle(row, titles);
  const { season, priceCents } = row;
  const found = title?.title;
  if (title && season) refuseDuplicate(row, `${title.id} ${season}`, season, firstRows);
  if (row.errors.length > 0 || !title || !season || priceCents === undefined)
    return { ...row, found, outcome: 'reject' };
  const fromCents = title.seasonPrices.find((price) => price.season === season)?.priceCents ?? null;
  return priceCents === null || priceCents === fromCents
    ? { ...row, found, outcome: 'unchanged' }
    : {
        ...row,
        found,
        outcome: fromCents === null ? 'create' : 'update',
        change: { titleId: title.id, season, priceCents, fromCents },
      };
}

/** Returns the title that the codes of a row find. Refuses none, an unknown one and two. */
function findTitle(row: PriceRow, titles: ReadonlyMap<string, Title>): Title | undefined {
  const { codes } = row;
  if (
    codes.length === 0 &&
    row.errors.every(({ column }) => column === 'Season' || column === 'Price')
  )
    refuse(row, 'SKU', 'REQUIRED', 'Enter a SKU, an ISBN or a UPC.');
  const title = codes.flatMap(({ code }) => titles.get(code) ?? [])[0];
  if (!title && codes[0])
    refuse(row, codes[0].column, 'UNKNOWN_TITLE', 'The catalog has no title with this code.');
  for (const { column, code } of codes) {
    const owner = titles.get(code);
    if (title && owner && owner.id !== title.id)
      refuse(row, column, 'OTHER_TITLE', `This is the code of "${owner.title}".`);
  }
  return title;
}

function refuseDuplicate(
  row: PriceRow,
  key: string,
  season: Season,
  firstRows: Map<string, number>,
): void {
  const earlier = firstRows.get(key);
  if (earlier === undefined) firstRows.set(key, row.number);
  else
    refuse(
      row,
      'Season',
      'DUPLICATE',
      `Duplicate of row ${earlier}: the title's price of ${seasonName(season)}.`,
    );
}
