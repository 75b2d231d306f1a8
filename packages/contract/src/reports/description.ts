import type { Fields } from './columns.ts';

/**
 * Table of a report. `rows` and `totals` are names in the report's JSON, `columns` the fields that
 * it shows: those with a label, in this order.
 */
export type TableDescription = {
  /** Name of its sheet; on the screen the heading above it, unless it is the first. */
  name: string;
  rows: string;
  totals?: string;
  columns: Fields;
  /** First cell of the totals, `Total` by default; `{titles|title}` is a figure of the totals and its noun. */
  totalsLabel?: string;
  /** Columns that rows with a common subtotal share. The subtotals are `subtotals` of the JSON. */
  groupedBy?: readonly string[];
  /** Number of first columns that identify a row, repeated on paper if a table is too wide; 1 by default. */
  keys?: number;
  /** Left out if the totals have null for this figure. */
  needs?: string;
  /** Left out if the report is of one school. */
  ofAllSchools?: true;
  isInFilesOnly?: true;
  /**
   * Tables of the screen in place of this one, each with some of its columns: twenty figures a row
   * fit no screen. The first has the name of the table.
   */
  onScreen?: readonly ScreenTable[];
  /** Follows the first table in a CSV file. */
  isInCsv?: true;
};

/** Table of the screen: fields of the table that it is a part of, by name. */
export type ScreenTable = { name?: string; columns: readonly string[] };

/**
 * A report: the question that it answers, its JSON besides the head, and its tables. Screen,
 * workbook, CSV and PDF are made from it.
 */
export type ReportDescription = {
  title: string;
  question: string;
  body: Fields;
  tables: readonly TableDescription[];
  /** Its `totals.totalCents` is the total of all sales in its scope. */
  tiesOut?: true;
  /** It is about stock: no method of payment limits it, and it says nothing about excluded orders. */
  isOfStock?: true;
  /** Its own questions, besides school, fair, days and method. */
  asks?: readonly ('status' | 'byDevice')[];
  /** Its figures are lines in blocks; the tables follow them. */
  hasBlocks?: true;
  /** Figures one of which is not 0 if anything happened; without them, a row is enough. */
  activity?: readonly string[];
  /** Title and reason of the screen without any row, in place of those about missing sales. */
  nothing?: { title: string; why: string };
};

/** Checks a description and keeps its exact type. */
export function defineReport<const Of extends ReportDescription>(description: Of): Of {
  return description;
}
