import { seasonName, type Season } from '@pos/contract/seasons';
import type { Title } from '@pos/contract/titles';
import { refuse } from '../row-reader.ts';
import type { Outcome } from '../upload.ts';
import type { PriceRow } from './rows.ts';

/** Known titles of a file by each of their codes, in lowercase. */
export type PriceState = { titles: ReadonlyMap<string, Title> };

/** A price of a season that a row sets; `fromCents` null if the title had none. */
export type PriceChange = {
  titleId: string;
  season: Season;
  priceCents: number;
  fromCents: number | null;
};
export type JudgedPrice = PriceRow & { outcome: Outcome; change?: PriceChange };

/** Judges one row against the known titles and earlier rows, and remembers its title and season. */
export function judgePriceRow(
  row: PriceRow,
  { titles }: PriceState,
  firstRows: Map<string, number>,
): JudgedPrice {
  const title = titleOf(row, titles);
  const { season, priceCents } = row;
  if (title && season) refuseDuplicate(row, `${title.id} ${season}`, season, firstRows);
  if (row.errors.length > 0 || !title || !season || priceCents === undefined)
    return { ...row, outcome: 'reject' };
  const fromCents = title.seasonPrices.find((price) => price.season === season)?.priceCents ?? null;
  return priceCents === null || priceCents === fromCents
    ? { ...row, outcome: 'unchanged' }
    : {
        ...row,
        outcome: fromCents === null ? 'create' : 'update',
        change: { titleId: title.id, season, priceCents, fromCents },
      };
}

/** Returns the title that the codes of a row find. Refuses none, an unknown one and two. */
function titleOf(row: PriceRow, titles: ReadonlyMap<string, Title>): Title | undefined {
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
