/**
 * Content of a sheet: plain data that can cross a thread boundary. Column indexes begin at 0 (A);
 * row numbers are Excel's and begin at 1.
 */

export interface EmptyCell {
  kind: 'empty';
}
export interface TextCell {
  kind: 'text';
  text: string;
}
export interface NumberCell {
  kind: 'number';
  number: number;
  /**
   * The number in decimal digits, never with an exponent: `9780306406157`, `8.99`; padded with
   * zeros if its format does.
   */
  text: string;
  /** True if the cell is shown as a percentage: 0.0825 appears as 8.25%. */
  percent: boolean;
}
export interface BooleanCell {
  kind: 'boolean';
  boolean: boolean;
}
export interface DateCell {
  kind: 'date';
  /**
   * Calendar day, `YYYY-MM-DD`, without a time zone; null for a time without a day and for February
   * 29, 1900, which never existed.
   */
  day: string | null;
  /** `HH:MM:SS`, or null at midnight. */
  time: string | null;
}
export interface ErrorCell {
  kind: 'error';
  /**
   * As shown by Excel: `#N/A`, `#REF!`; `#FORMULA` for a formula saved without its result,
   * `#SEVERAL` for several different values.
   */
  error: string;
}
export type Cell = EmptyCell | TextCell | NumberCell | BooleanCell | DateCell | ErrorCell;

export const EMPTY: EmptyCell = { kind: 'empty' };

/** Stands for a cell that has several different values in the file, so that none is taken. */
export const SEVERAL_VALUES: ErrorCell = { kind: 'error', error: '#SEVERAL' };
/** Errors of the file, which no spreadsheet program shows. */
export const FILE_ERRORS: readonly string[] = ['#FORMULA', SEVERAL_VALUES.error];

export interface SheetRow {
  /** Row number in Excel. */
  number: number;
  /** Hidden by hand or by a filter. Its data counts, but causes a warning. */
  hidden: boolean;
  /**
   * By column index, up to the row's last filled cell. A merged range has its value in the top left
   * cell only.
   */
  cells: Cell[];
}

/** Merged cells: row numbers of Excel and column indexes, the last ones inclusive. */
export interface MergedRange {
  /** As written in the file: `A2:A4`. */
  reference: string;
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** The first visible sheet of a workbook. Rows without any value are left out. */
export interface Sheet {
  name: string;
  /**
   * True if the workbook counts days from 1904, which also applies to serial numbers in plain
   * number cells.
   */
  date1904: boolean;
  rows: SheetRow[];
  merged: MergedRange[];
  /** Other sheets of the workbook, which are not read. */
  unread: UnreadSheet[];
}

export interface UnreadSheet {
  name: string;
  isHidden: boolean;
}

/** Limits for reading a file (domain 10.1, trust.md T15). */
export interface ReadLimits {
  fileBytes: number;
  /** Data rows. Title lines, header and total are allowed in addition. */
  rows: number;
  columns: number;
  /** Actual bytes after unpacking. */
  unpackedBytes: number;
  /** Characters of all cells together. */
  textCharacters: number;
  /** Parts of the package. */
  parts: number;
  milliseconds: number;
  memoryMegabytes: number;
}

export const READ_LIMITS: ReadLimits = {
  fileBytes: 5_242_880,
  rows: 10_000,
  columns: 50,
  unpackedBytes: 100_000_000,
  textCharacters: 20_000_000,
  parts: 2_000,
  milliseconds: 20_000,
  memoryMegabytes: 160,
};

/** Returns the letters of a column index: `A`, `Z`, `AA`. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}
