import { toUpc } from '@pos/contract/stock/article-numbers';
import { CATEGORIES, type Category } from '@pos/contract/stock/inventory';
import { RECEIPT_COLUMNS } from '@pos/contract/stock/warehouse/receipt-columns';
import { ALMOST_ISBN } from '#api/spreadsheets/cells/isbn-or-sku.ts';
import { cellText } from '#api/spreadsheets/cells/text.ts';
import { refuse, refuseWarned, warn, type ReadRow } from '../row-messages.ts';
import { rowReader } from '../row-reader.ts';
import type { Outcome } from '../upload.ts';

/** A title of the catalog as a sheet finds it. */
export type SheetTitle = {
  id: string;
  sku: string;
  isbn13: string | null;
  upc: string | null;
  title: string;
  isActive: boolean;
};

export type ReceiptRow = ReadRow<keyof typeof RECEIPT_COLUMNS> & {
  code: string | undefined;
  isBook: boolean;
  quantity: number | undefined;
  title: string | null | undefined;
  author: string;
  category: Category;
  priceCents: number | null | undefined;
  costCents: number | null | undefined;
};
export type JudgedReceiptRow = ReceiptRow & {
  outcome: Outcome;
  found: string | undefined;
  /** Title of the catalog; undefined for a row that adds one or is wrong. */
  known: SheetTitle | undefined;
};

/** Reads one row on its own. A category that is not in the list is Other. */
export const readReceiptRow = rowReader(
  RECEIPT_COLUMNS,
  (row, { item, author, category, quantity, title, priceCents, costCents }): ReceiptRow => ({
    ...row,
    code: item?.code,
    isBook: item?.kind === 'isbn',
    quantity,
    title,
    author: author ?? '',
    category: category ?? 'Other',
    priceCents,
    costCents,
  }),
  {
    readers: {
      category: (cell) => {
        const written = cellText(cell).toLowerCase();
        const value = CATEGORIES.find((each) => each.toLowerCase() === written);
        return value
          ? { value }
          : {
              value: 'Other',
              warning: {
                code: 'UNKNOWN_CATEGORY',
                message: 'Unknown category. A new title gets the category Other.',
              },
            };
      },
    },
  },
);

/** Returns the titles by each of their codes, in lowercase. Several titles may share an ISBN. */
export function titlesOfCodes(titles: readonly SheetTitle[]): Map<string, SheetTitle[]> {
  const found = new Map<string, SheetTitle[]>();
  for (const title of titles)
    for (const code of new Set([title.sku.toLowerCase(), title.isbn13, title.upc]))
      if (code !== null) found.set(code, [...(found.get(code) ?? []), title]);
  return found;
}

/** Judges one row against the catalog and earlier rows, and remembers its title. */
export function judgeReceiptRow(
  row: ReceiptRow,
  titles: ReadonlyMap<string, SheetTitle[]>,
  firstRows: Map<string, { row: number; isNamed: boolean }>,
): JudgedReceiptRow {
  const known = findTitle(row, titles);
  const key = known?.id ?? row.code?.toLowerCase();
  const earlier = key === undefined ? undefined : firstRows.get(key);
  if (!known && row.code !== undefined && !isAmbiguous(row)) judgeNew(row, earlier?.isNamed);
  if (known && !known.isActive)
    warn(
      row,
      'ISBN/SKU',
      'INACTIVE_TITLE',
      `"${known.title}" is inactive. It is received, but cannot be packed until it is active.`,
    );
  if (earlier)
    warn(
      row,
      'ISBN/SKU',
      'REPEATED',
      `This item is also in row ${earlier.row}. The quantities are added up.`,
    );
  else if (key !== undefined)
    firstRows.set(key, { row: row.number, isNamed: row.errors.length === 0 });
  const outcome = row.errors.length > 0 ? 'reject' : 'create';
  return { ...row, known, found: known?.title, outcome };
}

/**
 * Returns the title that a code finds. A title whose own SKU is the code wins with a warning;
 * otherwise a code of several titles is refused, and none is chosen.
 */
function findTitle(
  row: ReceiptRow,
  titles: ReadonlyMap<string, SheetTitle[]>,
): SheetTitle | undefined {
  const { code } = row;
  if (code === undefined) return undefined;
  const found = titles.get(code.toLowerCase()) ?? titles.get(toUpc(code) ?? '') ?? [];
  const [only, second] = found;
  if (!second) return only;
  const own = found.find(({ sku }) => sku.toLowerCase() === code.toLowerCase());
  const skus = found.filter((title) => title !== own).map(({ sku }) => sku);
  if (own)
    warn(
      row,
      'ISBN/SKU',
      'SAME_ISBN',
      `SKU ${skus.join(', ')} has this ISBN too. ${own.sku} is used.`,
    );
  else
    refuse(
      row,
      'ISBN/SKU',
      'SEVERAL_TITLES',
      `Several titles have this code. Enter the SKU of one: ${skus.join(', ')}.`,
    );
  return own;
}

const isAmbiguous = ({ errors }: ReceiptRow): boolean =>
  errors.some(({ code }) => code === 'SEVERAL_TITLES');

/** A code that the catalog does not have adds a title, which needs a name and a price. */
function judgeNew(row: ReceiptRow, isNamed = false): void {
  if (isNamed || refuseWarned(row, ALMOST_ISBN)) return;
  if (row.title === null)
    refuse(row, 'Title', 'REQUIRED', 'Not in the catalog. Title is required for a new title.');
  if (row.priceCents === null)
    refuse(row, 'Price', 'REQUIRED', 'Not in the catalog. Price is required for a new title.');
}
