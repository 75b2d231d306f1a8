import type { Writable } from 'node:stream';

/** How a column's values are given and shown. */
export type ColumnKind =
  /** A string, always a text cell, never a formula. */
  | 'text'
  /** A whole number, shown with thousands separators. */
  | 'integer'
  /** Integer cents, shown as $1,234.50. */
  | 'money'
  /** Integer parts per million: 82500 is shown as 8.25%. */
  | 'percent'
  /** `YYYY-MM-DD`. */
  | 'date'
  /** `YYYY-MM-DDTHH:MM` or `…:SS`: wall clock of the fair, without a zone. */
  | 'datetime'
  /** A string of digits that stays text. */
  | 'isbn';

export interface WrittenColumn {
  header: string;
  kind: ColumnKind;
  /** In characters; by kind and header where it is not given. */
  width?: number;
}

type Plain = string | number | null;
/** A value of its column's kind, or of a kind of its own. Null stays blank; a string in a column of numbers is written as text. */
export type WrittenValue = Plain | { kind: ColumnKind; value: Plain };
/** One row; `bold` for subtotals. */
export type WrittenRow = readonly WrittenValue[] | { values: readonly WrittenValue[]; bold?: boolean };

export interface WrittenSheet {
  /** Made to fit Excel's rules (31 characters, none of []:*?/\, unique). */
  name: string;
  /** Lines above the header, the first in bold. */
  titleLines?: readonly string[];
  columns: readonly WrittenColumn[];
  rows: Iterable<WrittenRow> | AsyncIterable<WrittenRow>;
  /** The last row, in bold; a function is asked once all rows are written. */
  totals?: readonly WrittenValue[] | (() => readonly WrittenValue[]);
}

/**
 * Writes a workbook to `out` and ends it, in memory that does not grow with the rows. Rows beyond Excel's last one go on
 * in a further sheet under the same header. The same rows give the same bytes.
 */
export declare function writeXlsx(out: Writable, sheets: readonly WrittenSheet[]): Promise<void>;
/** The same workbook as chunks, for `Readable.from`. */
export declare function xlsxChunks(sheets: readonly WrittenSheet[]): AsyncGenerator<Buffer>;
