import { setImmediate } from 'node:timers/promises';
import type { Kind } from '@pos/contract/reports/columns';
import {
  type Figures,
  type FigureValue,
  type FilledTable,
  fillIn,
  type ListedColumn,
  signed,
  toCellText,
  totalAt,
  valueAt,
} from '@pos/contract/reports/tables';
import { ppmOfPercent } from '@pos/contract/values/percent';
import type {
  ColumnKind,
  WrittenColumn,
  WrittenRow,
  WrittenSheet,
  WrittenValue,
} from '#api/spreadsheets/writing/written.ts';
import type { LinePortion } from './report-lines.ts';

/**
 * A report's content before it is formatted as a file: tables of values by column. Values have
 * their column's kind (written.ts): cents, parts per million, days, and local times as text; null
 * is blank.
 */

export type FileFormat = 'xlsx' | 'csv' | 'pdf';

/** `definition` describes the column in words. */
export type ReportColumn = WrittenColumn & {
  definition: string;
  /** Names the fair, which paper leaves out if there is only one. */
  isFair?: boolean;
  /** Names the group, which paper leaves out below the group's heading. */
  isGroup?: boolean;
};

/** A row of figures, or a heading or subtotal that only some formats have. */
export type ReportRow =
  | WrittenRow
  | { cells: readonly WrittenValue[]; bold: true; isHeading?: true; in: readonly FileFormat[] };

/**
 * One table, whose rows are read once. `name` is the name of its sheet, `titleLines` are printed
 * above it, `lines` is the number of rows of figures, and `rowCount` that of all rows of its sheet.
 */
export type ReportTable = Pick<WrittenSheet, 'name' | 'titleLines' | 'rowCount'> & {
  columns: readonly ReportColumn[];
  rows: Iterable<ReportRow> | AsyncIterable<ReportRow>;
  lines?: number;
  /** Called after all rows are read. */
  totals?: (() => readonly WrittenValue[]) | undefined;
  isInCsv?: boolean;
};

/** Shows an instant in the time zone of a fair. */
type Clock = (fairIdentifier: string, instant: string) => string;

/** Kinds of columns that differ between the description and a workbook. */
export const WRITTEN_KINDS: Partial<Record<Kind, ColumnKind>> = {
  isbn: 'isbn',
  date: 'date',
  datetime: 'datetime',
  time: 'datetime',
  integer: 'integer',
  money: 'money',
  percent: 'percent',
};

/** A described table whose rows and totals are read while it is written. */
export type TableSource = Pick<FilledTable, 'table' | 'columns'> & {
  groups: () => Iterable<LinePortion> | AsyncIterable<LinePortion>;
  totals?: (() => Figures) | undefined;
};

/** Rows between two turns of the event loop. */
const ROWS_AT_A_TIME = 100;

/**
 * Converts a described table to the values of its columns. For a reader outside of the company it
 * has no columns about students.
 */
export function toReportTable(
  { table, columns: listed, groups, totals }: TableSource,
  clock: Clock,
  isOutside = false,
): ReportTable {
  const columns = listed.filter(
    ({ column }) => !column.isOnScreenOnly && !(isOutside && column.ofStudents),
  );
  const toSums = (sums: Figures, name: string, keys: readonly string[] = []) =>
    columns.map((placed, index): WrittenValue => {
      const isKey = keys.includes(placed.path[0] ?? '');
      const value = isKey ? valueAt(sums, placed.path) : totalAt(sums, placed);
      if (index === 0) return name;
      return value === null || typeof value === 'string'
        ? value
        : written(placed.column, value, sums, clock);
    });
  async function* rows(): AsyncGenerator<ReportRow> {
    let read = 0;
    for await (const { keys, rows: figures, subtotal } of groups()) {
      if (keys?.[0] !== undefined) yield toHeading(keys[0], ['pdf']);
      for await (const one of figures) {
        // Rows that are in memory already would hold up everybody else.
        if (read++ % ROWS_AT_A_TIME === 0) await setImmediate();
        yield columns.map(({ path, column }) => {
          const value = valueAt(one, path);
          return value === null ? (column.blank ?? null) : written(column, value, one, clock);
        });
      }
      if (subtotal)
        yield {
          cells: toSums(subtotal, 'Subtotal', table.groupedBy),
          bold: true,
          in: ['xlsx', 'pdf'],
        };
    }
  }
  return {
    name: table.name,
    columns: columns.map(({ path, column: { label, meaning, kind, width } }) => ({
      header: label,
      definition: meaning,
      kind: WRITTEN_KINDS[kind] ?? 'text',
      isFair: kind === 'fair',
      isGroup: path[0] === table.groupedBy?.[0],
      ...(width !== undefined && { width }),
    })),
    rows: rows(),
    totals: totals && (() => toSums(totals(), fillIn(table.totalsLabel ?? 'Total', totals()))),
  };
}

/** Converts a described table with its figures. */
export function toFilledTable(
  { groups, totals, ...described }: FilledTable,
  clock: Clock,
  isOutside?: boolean,
): ReportTable {
  const source = { ...described, groups: () => groups, totals: totals && (() => totals) };
  const lines = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return { ...toReportTable(source, clock, isOutside), lines };
}

/** Converts a value to the form of its column in a workbook. */
function written(
  column: ListedColumn,
  value: FigureValue,
  { fairIdentifier }: Figures,
  clock: Clock,
): WrittenValue {
  switch (column.kind) {
    case 'money':
    case 'integer':
      return signed(column, value);
    case 'percent':
      return Math.sign(Number(value)) * ppmOfPercent(Math.abs(Number(value)));
    case 'datetime':
    case 'time':
      return clock(String(fairIdentifier), String(value));
    default:
      return toCellText(column, value);
  }
}

/** Makes a heading above the rows that follow. */
export function toHeading(text: string, formats: readonly FileFormat[] = ['xlsx', 'pdf']) {
  return { cells: [text], bold: true, isHeading: true, in: formats } as const;
}

/** Returns true for a row of figures, false for a heading or a subtotal. */
export function isLine(row: ReportRow): boolean {
  return !('in' in row);
}

/**
 * Yields the rows that a format has. CSV is for programs: without headings and subtotals, each column
 * adds up to the totals in the last row. A workbook writes the totals itself, below its last sheet.
 */
export async function* rowsIn(
  format: FileFormat,
  { rows, totals }: ReportTable,
): AsyncGenerator<ReportRow> {
  for await (const row of rows) if (!('in' in row) || row.in.includes(format)) yield row;
  if (totals && format !== 'xlsx') yield { cells: totals(), bold: true };
}

/** Formats the table as a sheet of a workbook or as a table of a CSV file. */
export function toSheet(format: 'xlsx' | 'csv', table: ReportTable): WrittenSheet {
  const { totals, ...sheet } = table;
  return { ...sheet, rows: rowsIn(format, table), ...(totals && { totals }) };
}
