import { cellText } from '#api/spreadsheets/cells/text.ts';
import type { Sheet, SheetRow } from '#api/spreadsheets/sheet.ts';

/** A column that an import knows. */
export interface ColumnRule<Name extends string> {
  /** Internal name, the key in `TableRow.cells`. */
  name: Name;
  /** Header in the template, compared ignoring case, spaces, `*` and punctuation. */
  header: string;
  /**
   * Other usual headers, most specific first: if a file has two of them, the first is the column.
   * "No" also matches "#".
   */
  aliases?: readonly string[];
  required?: boolean;
  /** True if a mapping cannot leave it out. */
  stays?: boolean;
  /** True for a number of things, whose merged cells may hold a sum. */
  isCount?: boolean;
}

/** Mapping chosen by the user: header in the file → our column, or null to leave the column out. */
export type ColumnMapping<Name extends string> = Readonly<Record<string, Name | null>>;

export interface TableWarning {
  code:
    | 'UNKNOWN_COLUMN'
    | 'DOUBLE_COLUMN'
    | 'TOTAL_ROW'
    | 'HIDDEN_ROWS'
    | 'UNREAD_SHEETS'
    | 'MERGED_VALUE'
    | 'MERGED_BLANK';
  message: string;
  /** Row number in Excel, if the warning is about one row. */
  row?: number;
  /** Header as written in the file, or our column at a row, if the warning is about a column. */
  column?: string;
}

/** A header cell of the file, and the column it was matched to. */
export interface FoundHeader<Name extends string> {
  /** Column index from 0. */
  index: number;
  text: string;
  column: Name | null;
}

export interface HeaderRow<Name extends string> {
  /** Row number in Excel; 0 if none of the top rows contains a known header. */
  number: number;
  headers: FoundHeader<Name>[];
  /** Headers of required columns missing in the row. */
  missing: string[];
  warnings: TableWarning[];
}

/** Number of rows searched for the header (domain 10.1). */
export const TOP_ROWS = 10;
/**
 * Added column of a workbook with rejected rows (domain 10.1). It may come back with the corrected
 * file.
 */
export const ERROR_HEADER = 'Error';

/** Normalizes a header for comparison: letters and digits only, ignoring case. */
export function headerKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Finds the header row: the first of the top 10 rows with all required headers (domain 10.1),
 * otherwise the one with the most known headers, with the missing ones in `missing`.
 */
export function findHeader<Name extends string>(
  sheet: Sheet,
  columns: readonly ColumnRule<Name>[],
  mapping?: ColumnMapping<Name>,
): HeaderRow<Name> {
  const names = columnsByKey(columns, mapping);
  let best: HeaderRow<Name> = {
    number: 0,
    headers: [],
    missing: lacking([], columns),
    warnings: [],
  };
  let bestKnown = 0;
  for (const row of sheet.rows) {
    if (row.number > TOP_ROWS) break;
    const found = readHeaders(row, names, columns);
    if (found.missing.length === 0) return found;
    const known = found.headers.filter((header) => header.column !== null).length;
    if (known > bestKnown) [best, bestKnown] = [found, known];
  }
  return best;
}

/** Column of a header, or null to leave it out. The lower the rank, the better the match. */
interface KnownHeader<Name extends string> {
  column: Name | null;
  rank: number;
}

/**
 * Indexes every way to write a header. The user's mapping takes precedence over headers, and
 * headers over aliases.
 */
function columnsByKey<Name extends string>(
  columns: readonly ColumnRule<Name>[],
  mapping: ColumnMapping<Name> | undefined,
): Map<string, KnownHeader<Name>> {
  const keys = new Map<string, KnownHeader<Name>>();
  for (const { name, aliases = [] } of columns) {
    for (const [at, alias] of aliases.entries())
      keys.set(headerKey(alias), { column: name, rank: 2 + at });
  }
  for (const { name, header } of columns) keys.set(headerKey(header), { column: name, rank: 1 });
  const known = new Set<string>(columns.map((column) => column.name));
  const staying = new Set(columns.filter(({ stays }) => stays).map(({ name }) => name));
  for (const [header, column] of Object.entries(mapping ?? {})) {
    const found = keys.get(headerKey(header))?.column;
    if (found && staying.has(found)) continue;
    if (column === null || known.has(column)) keys.set(headerKey(header), { column, rank: 0 });
  }
  return keys;
}

/** Returns the best match of a header. "Item #" is read as "Item" and as "Item No". */
function findMeaning<Name extends string>(
  text: string,
  names: ReadonlyMap<string, KnownHeader<Name>>,
): KnownHeader<Name> | undefined {
  const [plain, numbered] = [
    names.get(headerKey(text)),
    names.get(headerKey(text.replace('#', ' No '))),
  ];
  if (!plain || !numbered) return plain ?? numbered;
  return plain.rank <= numbered.rank ? plain : numbered;
}

function readHeaders<Name extends string>(
  row: SheetRow,
  names: ReadonlyMap<string, KnownHeader<Name>>,
  columns: readonly ColumnRule<Name>[],
): HeaderRow<Name> {
  const warnings: TableWarning[] = [];
  const written = row.cells
    .map((cell, index) => ({ index, text: cellText(cell) }))
    .filter(({ text }) => headerKey(text) !== '')
    .map((one) => ({ ...one, known: findMeaning(one.text, names) }));
  const taken = new Map<Name, number>();
  for (const { index, known } of written.toSorted(
    (a, b) => (a.known?.rank ?? Infinity) - (b.known?.rank ?? Infinity),
  )) {
    if (known?.column && !taken.has(known.column)) taken.set(known.column, index);
  }
  const headers = written.map(({ index, text, known }) => {
    const column = known?.column && taken.get(known.column) === index ? known.column : null;
    if (column === null && known?.column)
      warnings.push({
        code: 'DOUBLE_COLUMN',
        message: `The column "${text}" repeats a column of the file and was ignored.`,
        column: text,
      });
    if (!known && headerKey(text) !== headerKey(ERROR_HEADER))
      warnings.push({
        code: 'UNKNOWN_COLUMN',
        message: `Unknown column "${text}" was ignored.`,
        column: text,
      });
    return { index, text, column };
  });
  return { number: row.number, headers, missing: lacking([...taken.keys()], columns), warnings };
}

function lacking<Name extends string>(
  found: readonly Name[],
  columns: readonly ColumnRule<Name>[],
): string[] {
  return columns
    .filter((column) => column.required && !found.includes(column.name))
    .map((column) => column.header);
}
