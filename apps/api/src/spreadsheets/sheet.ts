/**
 * What a sheet holds once it is read: plain data that may cross a thread boundary.
 * Column indexes begin at 0 (A); row numbers are Excel's and begin at 1.
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
  /** The number in plain decimal digits, never with an exponent: `9780306406157`, `8.99`; padded with zeros where its format pads it. */
  text: string;
  /** True when the cell is shown as a percentage: 0.0825 appears as 8.25%. */
  percent: boolean;
}
export interface BooleanCell {
  kind: 'boolean';
  boolean: boolean;
}
export interface DateCell {
  kind: 'date';
  /** The calendar day, `YYYY-MM-DD`, of no time zone; null for a time without a day and for 29 February 1900, which never was. */
  day: string | null;
  /** `HH:MM:SS`, or null at midnight. */
  time: string | null;
}
export interface ErrorCell {
  kind: 'error';
  /** As Excel shows it: `#N/A`, `#REF!`; `#FORMULA` for a formula that was saved without its result. */
  error: string;
}
export type Cell = EmptyCell | TextCell | NumberCell | BooleanCell | DateCell | ErrorCell;

export const EMPTY: EmptyCell = { kind: 'empty' };

export interface SheetRow {
  /** Excel's row number. */
  number: number;
  /** Hidden by hand or by a filter. Its data counts, but is worth a warning. */
  hidden: boolean;
  /** By column index, up to the row's last filled cell; a merged range holds its value in the top left cell only. */
  cells: Cell[];
}

/** The first visible sheet of a workbook. Rows without any value are left out. */
export interface Sheet {
  name: string;
  /** True when the workbook counts its days from 1904: serial numbers in plain number cells count from there too. */
  date1904: boolean;
  rows: SheetRow[];
}

/** What reading a file may cost (domain 10.1, trust.md T15). */
export interface ReadLimits {
  fileBytes: number;
  /** Rows of data; title lines, header and total are allowed on top. */
  rows: number;
  columns: number;
  /** Real bytes after unpacking. */
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

/** `A`, `Z`, `AA`: the letters of a column index. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}
