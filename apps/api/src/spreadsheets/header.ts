import { cellText } from '#api/spreadsheets/cells/text.ts';
import type { Sheet, SheetRow } from '#api/spreadsheets/sheet.ts';

/** One column that an import knows. */
export interface ColumnRule<Name extends string> {
  /** Our name: the key in `TableRow.cells`. */
  name: Name;
  /** The header as the template writes it; compared without case, spaces, `*` and punctuation. */
  header: string;
  /** Other usual headers, the surest first: where a file has two of them, the first is the column. "No" stands for "#" too. */
  aliases?: readonly string[];
  required?: boolean;
}

/** The person's own assignment: header in the file → our column, or null to leave the column out. */
export type ColumnMapping<Name extends string> = Readonly<Record<string, Name | null>>;

export interface TableWarning {
  code: 'UNKNOWN_COLUMN' | 'DOUBLE_COLUMN' | 'TOTAL_ROW' | 'HIDDEN_ROWS';
  message: string;
  /** Excel's row number, where the warning is about one row. */
  row?: number;
  /** The header as it stands in the file, where the warning is about a column. */
  column?: string;
}

/** One header cell of the file, and what it was taken for. */
export interface FoundHeader<Name extends string> {
  /** Column index from 0. */
  index: number;
  text: string;
  column: Name | null;
}

export interface HeaderRow<Name extends string> {
  /** Excel's row number; 0 when none of the top rows holds a known header. */
  number: number;
  headers: FoundHeader<Name>[];
  /** Headers of required columns that the row lacks. */
  missing: string[];
  warnings: TableWarning[];
}

/** The header is looked for in so many rows (domain 10.1). */
export const TOP_ROWS = 10;
/** Our own column in a workbook with rejected rows (domain 10.1): it may come back with the corrected file. */
export const ERROR_HEADER = 'Error';

/** The form in which headers are compared: letters and digits alone, without case. */
export function headerKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The header row: the first of the top 10 rows that holds all required headers (domain 10.1), else the one that
 * holds most of the known ones, with what it lacks in `missing`.
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

/** The column that a header stands for, null to leave it out; the lower the rank, the surer. */
interface KnownHeader<Name extends string> {
  column: Name | null;
  rank: number;
}

/** Every way to write a header. The person's assignment goes before headers, and headers go before aliases. */
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
  for (const [header, column] of Object.entries(mapping ?? {})) {
    if (column === null || known.has(column)) keys.set(headerKey(header), { column, rank: 0 });
  }
  return keys;
}

/** The surest meaning of a header: "Item #" is read as "Item" and as "Item No". */
function meaningOf<Name extends string>(
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
    .map((one) => ({ ...one, known: meaningOf(one.text, names) }));
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
        message: `The column "${text}" stands for a column that the file has already: it was ignored.`,
        column: text,
      });
    if (!known && headerKey(text) !== headerKey(ERROR_HEADER))
      warnings.push({
        code: 'UNKNOWN_COLUMN',
        message: `The column "${text}" is not known and was ignored.`,
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
