/** Format of a column's values, in memory and as shown. */
export type ColumnKind =
  /** A string, always a text cell, never a formula. */
  | 'text'
  /** A whole number, shown with commas between thousands. */
  | 'integer'
  /** Integer cents, shown as $1,234.50. */
  | 'money'
  /** Integer parts per million: 82500 is shown as 8.25%. */
  | 'percent'
  /** `YYYY-MM-DD`. */
  | 'date'
  /** `YYYY-MM-DDTHH:MM` or `…:SS`: local time of the fair, without a zone. */
  | 'datetime'
  /** A string of digits that stays text. */
  | 'isbn';

export interface WrittenColumn {
  header: string;
  kind: ColumnKind;
  /** In characters. Derived from kind and header by default. */
  width?: number;
}

type Plain = string | number | null;
/**
 * A value of its column's kind, or with its own kind. Null stays blank; a string that is not a
 * value of its kind ("-") is written as text.
 */
export type WrittenValue = Plain | { kind: ColumnKind; value: Plain };
/** One row. `bold` is for subtotals. */
export type WrittenRow =
  | readonly WrittenValue[]
  | { cells: readonly WrittenValue[]; bold?: boolean };

export interface WrittenSheet {
  /** Adjusted to Excel's rules (31 characters, none of []:*?/\, unique). */
  name: string;
  /** Lines above the header, the first in bold. */
  titleLines?: readonly string[];
  columns: readonly WrittenColumn[];
  rows: Iterable<WrittenRow> | AsyncIterable<WrittenRow>;
  /** Number of rows, if known. If they need several sheets, a line above each header says so. */
  rowCount?: number;
  /** Last row, in bold. A function is called after all rows are written. */
  totals?: readonly WrittenValue[] | (() => readonly WrittenValue[]);
}
