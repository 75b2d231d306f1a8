import { pluralize } from '@pos/contract/values/counts';
import { cellText, isBlank } from '#api/spreadsheets/cells/text.ts';
import {
  findHeader,
  type FoundHeader,
  headerKey,
  TOP_ROWS,
  type ColumnMapping,
  type ColumnRule,
  type HeaderRow,
  type TableWarning,
} from '#api/spreadsheets/header.ts';
import { spreadMerged } from '#api/spreadsheets/merged.ts';
import {
  EMPTY,
  READ_LIMITS,
  type Cell,
  type Sheet,
  type SheetRow,
} from '#api/spreadsheets/sheet.ts';
import {
  fileRefused,
  SpreadsheetError,
  tooManyRows,
  type HeaderSeen,
} from '#api/spreadsheets/spreadsheet-error.ts';

export interface TableRow<Name extends string> {
  /** Row number in Excel. */
  number: number;
  hidden: boolean;
  /** Every known column. Empty if the file lacks the column. */
  cells: Record<Name, Cell>;
}

export interface Table<Name extends string> {
  header: HeaderRow<Name>;
  rows: TableRow<Name>[];
  warnings: TableWarning[];
  date1904: boolean;
  /** The sheet with the values of merged cells in each of their rows. */
  sheet: Sheet;
}

/**
 * Reads the sheet as rows of known columns. Skips blank rows and a last row that starts with
 * "Total" (domain 10.1). Throws `SpreadsheetError` (EMPTY_SHEET, MISSING_COLUMNS, TOO_MANY_ROWS)
 * before any row is checked.
 */
export function readTable<Name extends string>(
  sheet: Sheet,
  columns: readonly ColumnRule<Name>[],
  mapping?: ColumnMapping<Name>,
): Table<Name> {
  if (sheet.rows.length === 0) throw fileRefused('EMPTY_SHEET');
  const header = findHeader(sheet, columns, mapping);
  if (header.missing.length > 0) throw missingColumns(sheet, header, columns);

  const filled = sheet.rows.filter(
    (row) => row.number > header.number && !row.cells.every(isBlank),
  );
  const total = filled.at(-1);
  const written = total && isTotal(total) ? filled.slice(0, -1) : filled;
  if (written.length > READ_LIMITS.rows) throw tooManyRows(READ_LIMITS.rows);

  const { rows, warnings: ofMerged } = spreadMerged(written, sheet.merged, header, columns);
  const warnings = [
    ...header.warnings,
    ...unreadWarning(sheet),
    ...hiddenWarning(rows),
    ...ofMerged,
  ];
  if (total && rows.length < filled.length)
    warnings.push({
      code: 'TOTAL_ROW',
      message: `Row ${total.number} starts with "Total" and was skipped.`,
      row: total.number,
    });
  const indexes = new Map(
    header.headers.flatMap(({ column, index }) => (column === null ? [] : [[column, index]])),
  );
  return {
    header,
    rows: rows.map((row) => tableRow(row, columns, indexes)),
    warnings,
    date1904: sheet.date1904,
    sheet: withRows(sheet, rows),
  };
}

function withRows(sheet: Sheet, rows: readonly SheetRow[]): Sheet {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return { ...sheet, rows: sheet.rows.map((row) => byNumber.get(row.number) ?? row) };
}

/** `indexes` holds the position in the file of each column found. */
function tableRow<Name extends string>(
  row: SheetRow,
  columns: readonly ColumnRule<Name>[],
  indexes: ReadonlyMap<Name, number>,
): TableRow<Name> {
  const cells = {} as Record<Name, Cell>;
  for (const { name } of columns) cells[name] = row.cells[indexes.get(name) ?? -1] ?? EMPTY;
  return { number: row.number, hidden: row.hidden, cells };
}

function isTotal(row: SheetRow): boolean {
  const first = row.cells.find((cell) => !isBlank(cell));
  return first !== undefined && /^(?:grand )?totals?\b/i.test(cellText(first));
}

function hiddenWarning(rows: readonly SheetRow[]): TableWarning[] {
  const hidden = rows.filter((row) => row.hidden).map((row) => row.number);
  if (hidden.length === 0) return [];
  const named = hidden.slice(0, 10).join(', ') + (hidden.length > 10 ? ' and more' : '');
  return [
    {
      code: 'HIDDEN_ROWS',
      message: `${pluralize(hidden.length, 'row is', 'rows are')} hidden in the file but still imported: ${named}.`,
    },
  ];
}

/** Sheets named in the message. */
const MAX_SHEETS = 5;

/** Names the other sheets of the file, because people do not see those that are hidden. */
function unreadWarning({ name, unread }: Sheet): TableWarning[] {
  if (unread.length === 0) return [];
  const named = unread
    .slice(0, MAX_SHEETS)
    .map((other) => `"${other.name}"${other.isHidden ? ' (hidden)' : ''}`);
  const more = unread.length > MAX_SHEETS ? ` and ${unread.length - MAX_SHEETS} more` : '';
  const message = `Only the sheet "${name}" was read, not ${named.join(', ')}${more}.`;
  return [{ code: 'UNREAD_SHEETS', message }];
}

function missingColumns<Name extends string>(
  sheet: Sheet,
  header: HeaderRow<Name>,
  columns: readonly ColumnRule<Name>[],
): SpreadsheetError {
  const { number, headers: found } = header.number > 0 ? header : widestTopRow(sheet);
  const headers = found.map(({ index, text, column }): HeaderSeen => ({
    text,
    column,
    sample: sampleBelow(sheet, number, index),
  }));
  const quoted = header.missing.map((name) => `"${name}"`).join(', ');
  if (header.number === 0) {
    const required = columns.filter((column) => column.required).map((column) => column.header);
    return new SpreadsheetError(
      'MISSING_COLUMNS',
      `No header row was found in the top 10 rows. It must contain: ${required.join(', ')}.`,
      { headers },
    );
  }
  return new SpreadsheetError(
    'MISSING_COLUMNS',
    header.missing.length === 1
      ? `The column ${quoted} is missing.`
      : `The columns ${quoted} are missing.`,
    { headers },
  );
}

type TopRow = { number: number; headers: FoundHeader<string>[] };

/** Returns the fullest of the top rows, the likeliest header if none is known. */
function widestTopRow(sheet: Sheet): TopRow {
  const rows = sheet.rows
    .filter((row) => row.number <= TOP_ROWS)
    .map(({ number, cells }): TopRow => ({
      number,
      headers: cells
        .map((cell, index) => ({ index, text: cellText(cell), column: null }))
        .filter(({ text }) => headerKey(text) !== ''),
    }));
  return rows.reduce((widest, row) => (row.headers.length > widest.headers.length ? row : widest), {
    number: 0,
    headers: [],
  });
}

const MAX_SAMPLE = 40;

/** First value below a header, for people who match it to a column; empty without any. */
export function sampleBelow(sheet: Sheet, headerRow: number, index: number): string {
  for (const { number, cells } of sheet.rows) {
    const cell = number > headerRow ? cells[index] : undefined;
    if (cell && !isBlank(cell)) return cellText(cell).slice(0, MAX_SAMPLE);
  }
  return '';
}
