import { formatCents } from '@pos/contract/values/money';
import { ALMOST_ISBN } from '#api/spreadsheets/cells/isbn-or-sku.ts';
import { shortened } from '#api/spreadsheets/cells/text.ts';
import type { InventoryRow } from './rows.ts';
import { lineKey, type CatalogTitle, type LoadableFair, type LoadState } from './state.queries.ts';
import { refuse, refuseWarned, warn } from '../row-messages.ts';
import { forEach, type Steps } from '../time-slices.ts';

/** A row with its fair and title. `title` is null if the title is not in the catalog yet. */
export type JudgedRow = InventoryRow & {
  in: LoadableFair | undefined;
  known: CatalogTitle | null | undefined;
};

/**
 * Checks each row against its fair, title and carton and against earlier rows (domain 10.3).
 * `chosen` is the fair selected for the whole file.
 */
export function* judgeRows(
  rows: readonly InventoryRow[],
  state: LoadState,
  chosen: LoadableFair | undefined,
): Steps<JudgedRow[]> {
  const judged: JudgedRow[] = [];
  yield* forEach(rows, (row) =>
    judged.push({
      ...row,
      in: findFair(row, state, chosen),
      known:
        row.code === undefined ? undefined : (state.titles.get(row.code.toLowerCase()) ?? null),
    }),
  );
  yield* refuseForeignCartons(judged, state);
  yield* refuseDuplicates(judged);
  yield* judgeTitles(judged);
  yield* fillPrices(judged, state);
  return judged;
}

/**
 * Gives rows with a blank price that of an earlier row of the title, else the price that the title
 * has at the fair, in the fair's season or in the catalog. A title without any needs one.
 */
function* fillPrices(rows: readonly JudgedRow[], state: LoadState): Steps {
  const given = new Map<string, number>();
  yield* forEach(rows, (row) => {
    if (row.priceCents === undefined || row.in === undefined || row.code === undefined) return;
    const key = lineKey(row.in.id, row.known?.id ?? row.code.toLowerCase());
    const earlier = given.get(key);
    if (row.priceCents === null && earlier !== undefined) row.priceCents = earlier;
    else if (row.priceCents === null) fillPrice(row, key, state);
    else if (earlier === undefined) given.set(key, row.priceCents);
  });
}

function fillPrice(row: JudgedRow, key: string, { lines, seasonPrices }: LoadState): void {
  const priceCents =
    lines.get(key)?.priceCents ?? seasonPrices.get(key) ?? row.known?.priceCents ?? 0;
  if (priceCents === 0)
    return refuse(
      row,
      'Price',
      'REQUIRED',
      row.known ? 'Price is required.' : 'Price is required for a new title.',
    );
  row.priceCents = priceCents;
  warn(
    row,
    'Price',
    'PRICE_FILLED',
    `Blank: the price of this title, ${formatCents(priceCents)}, will be used.`,
  );
}

function findFair(
  row: InventoryRow,
  { fairs }: LoadState,
  chosen: LoadableFair | undefined,
): LoadableFair | undefined {
  if (row.fair === undefined) return undefined;
  if (row.fair === null) {
    if (!chosen) refuse(row, 'Fair Identifier', 'REQUIRED', 'Fair Identifier is required.');
    return chosen;
  }
  const fair = fairs.get(row.fair.toLowerCase());
  if (!fair) refuse(row, 'Fair Identifier', 'FAIR_NOT_FOUND', 'Fair not found.');
  else if (fair.finished) refuse(row, 'Fair Identifier', 'FAIR_FINISHED', 'Fair is closed out.');
  else if (chosen && chosen.id !== fair.id)
    refuse(
      row,
      'Fair Identifier',
      'OTHER_FAIR',
      `This row is for fair ${fair.identifier}, but the file is for fair ${chosen.identifier}.`,
    );
  else return fair;
  return undefined;
}

function* refuseForeignCartons(rows: readonly JudgedRow[], { cartons }: LoadState): Steps {
  const owners = new Map(
    [...cartons].map(([code, carton]) => [
      code,
      { id: carton.fairId, identifier: carton.fairIdentifier },
    ]),
  );
  yield* forEach(rows, (row) => {
    if (!row.in || !row.carton) return;
    const code = row.carton.toLowerCase();
    const owner = owners.get(code);
    if (!owner) owners.set(code, row.in);
    else if (owner.id !== row.in.id)
      refuse(
        row,
        'Carton',
        'CARTON_OF_OTHER_FAIR',
        `Carton ${row.carton} belongs to fair ${owner.identifier}.`,
      );
  });
}

/** Refuses the same item twice in one carton. Without a carton, quantities are added up. */
function* refuseDuplicates(rows: readonly JudgedRow[]): Steps {
  const first = new Map<string, number>();
  yield* forEach(rows, (row) => {
    if (!row.in || row.carton === undefined || row.code === undefined) return;
    const key = JSON.stringify([
      row.in.id,
      row.carton?.toLowerCase() ?? null,
      row.known?.id ?? row.code.toLowerCase(),
    ]);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, row.number);
    else if (row.carton === null)
      warn(
        row,
        'ISBN/SKU',
        'REPEATED',
        `This item is also in row ${earlier}. The quantities are added up.`,
      );
    else
      refuse(
        row,
        'ISBN/SKU',
        'DUPLICATE',
        `Duplicate of row ${earlier}: this item is in carton ${row.carton} twice.`,
      );
  });
}

function* judgeTitles(rows: readonly JudgedRow[]): Steps {
  const texts = new Map<string, { text: string; row: number }>();
  yield* forEach(rows, (row) => {
    if (
      row.code === undefined ||
      !row.title ||
      row.known !== null ||
      texts.has(row.code.toLowerCase())
    )
      return;
    texts.set(row.code.toLowerCase(), { text: row.title, row: row.number });
  });
  yield* forEach(rows, (row) => {
    if (row.known === null) refuseWarned(row, ALMOST_ISBN);
    if (row.code === undefined || row.title === undefined || row.known === undefined) return;
    if (row.known === null) judgeNewTitle(row, texts.get(row.code.toLowerCase()));
    else judgeKnownTitle(row, row.known);
  });
}

function judgeNewTitle(row: JudgedRow, named: { text: string; row: number } | undefined): void {
  if (!named) return refuse(row, 'Title', 'REQUIRED', 'Title is required for a new title.');
  if (row.title && !sameText(row.title, named.text))
    warn(
      row,
      'Title',
      'OTHER_TITLE',
      `Row ${named.row} names this title "${shortened(named.text)}". That name is used.`,
    );
  row.title = named.text;
}

function judgeKnownTitle(row: JudgedRow, known: CatalogTitle): void {
  if (row.title && !sameText(row.title, known.title))
    warn(row, 'Title', 'OTHER_TITLE', `Catalog title "${shortened(known.title)}" will be used.`);
  if (typeof row.taxable === 'boolean' && row.taxable !== known.taxable)
    warn(
      row,
      'Taxable',
      'OTHER_TAXABLE',
      `The catalog's ${known.taxable ? 'Y' : 'N'} will be used.`,
    );
}

const sameText = (one: string, other: string) => plain(one) === plain(other);
const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();
