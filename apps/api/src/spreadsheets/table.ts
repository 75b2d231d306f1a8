import type { Cell, Sheet } from '#api/spreadsheets/sheet.ts';

/** One column that an import knows. */
export interface ColumnRule<Name extends string> {
  /** Our name: the key in `TableRow.cells`. */
  name: Name;
  /** The header as the template writes it; compared without case, spaces, `*` and punctuation. */
  header: string;
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

export interface TableRow<Name extends string> {
  /** Excel's row number. */
  number: number;
  hidden: boolean;
  /** Every known column; an empty cell where the file has no such column. */
  cells: Record<Name, Cell>;
}

/** One header cell of the file, and what it was taken for. */
export interface FoundHeader<Name extends string> {
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

export interface Table<Name extends string> {
  header: HeaderRow<Name>;
  rows: TableRow<Name>[];
  warnings: TableWarning[];
  date1904: boolean;
}

/**
 * The header row: the first of the top 10 rows that holds all required headers (domain 10.1), else the one that
 * holds most of the known ones, with what it lacks in `missing`.
 */
export declare function findHeader<Name extends string>(sheet: Sheet, columns: readonly ColumnRule<Name>[], mapping?: ColumnMapping<Name>): HeaderRow<Name>;

/**
 * The sheet as rows of known columns. Blank rows and a last row that starts with "Total" are left out.
 * Throws `SpreadsheetError` (MISSING_COLUMNS, EMPTY_SHEET, TOO_MANY_ROWS).
 */
export declare function readTable<Name extends string>(sheet: Sheet, columns: readonly ColumnRule<Name>[], mapping?: ColumnMapping<Name>): Table<Name>;
