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
  WrittenRow,
  WrittenSheet,
  WrittenValue,
} from '#api/spreadsheets/writing/written.ts';

/**
 * A report's content before it is formatted as a file: tables of values by column. Values have
 * their column's kind (written.ts): cents, parts per million, days, and local times as text; null
 * is blank.
 */

/** `definition` describes the column in words. `width` is in characters. */
export type ReportColumn = {
  label: string;
  definition: string;
  kind: ColumnKind;
  /** Names the fair, which paper leaves out if there is only one. */
  isFair?: boolean;
  /** Describes students. */
  ofStudents?: boolean;
  width?: number;
};

/**
 * A group of rows. A group with a subtotal repeats its name in the rows; one without has its name
 * as a heading, if it has one.
 */
export type ReportGroup = {
  name: string | null;
  rows: readonly WrittenRow[];
  subtotal: readonly WrittenValue[] | null;
};

/** One table. `titleLines` are printed above it; `name` is the name of its sheet. */
export type ReportTable = {
  name: string;
  titleLines?: readonly string[];
  columns: readonly ReportColumn[];
  groups: readonly ReportGroup[];
  totals: readonly WrittenValue[] | null;
  isInCsv?: boolean;
};

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

/** Converts rows and sums of a described table to the values of its columns. */
export type TableWriter = {
  columns: readonly ReportColumn[];
  row(figures: Figures): WrittenValue[];
  subtotal(sums: Figures): WrittenValue[];
  totals(sums: Figures): WrittenValue[];
};

/** Returns the writer of a described table. Times are shown by `clock`. */
export function tableWriter(
  { table, columns: listed }: Pick<FilledTable, 'table' | 'columns'>,
  clock: Clock,
): TableWriter {
  const columns = listed.filter(({ column }) => !column.isOnScreenOnly);
  const sumsOf = (sums: Figures, name: string, keys: readonly string[] = []) =>
    columns.map((placed, index): WrittenValue => {
      const isKey = keys.includes(placed.path[0] ?? '');
      const value = isKey ? valueAt(sums, placed.path) : totalAt(sums, placed);
      if (index === 0) return name;
      return value === null || typeof value === 'string'
        ? value
        : written(placed.column, value, sums, clock);
    });
  return {
    columns: columns.map(({ column: { label, meaning, kind, width, ofStudents = false } }) => ({
      label,
      definition: meaning,
      kind: WRITTEN_KINDS[kind] ?? 'text',
      isFair: kind === 'fair',
      ofStudents,
      ...(width !== undefined && { width }),
    })),
    row: (figures) =>
      columns.map(({ path, column }) => {
        const value = valueAt(figures, path);
        return value === null ? (column.blank ?? null) : written(column, value, figures, clock);
      }),
    subtotal: (sums) => sumsOf(sums, 'Subtotal', table.groupedBy),
    totals: (sums) => sumsOf(sums, fillIn(table.totalsLabel ?? 'Total', sums)),
  };
}

/** Converts a described table with its figures. Times are shown by `clock`. */
export function toReportTable(filled: FilledTable, clock: Clock): ReportTable {
  const { table, groups, totals } = filled;
  const writer = tableWriter(filled, clock);
  return {
    name: table.name,
    columns: writer.columns,
    groups: groups.map(({ keys, rows, subtotal }) => ({
      name: keys[0] ?? null,
      rows: rows.map(writer.row),
      subtotal: subtotal ? writer.subtotal(subtotal) : null,
    })),
    totals: totals ? writer.totals(totals) : null,
  };
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

/** Puts all rows in one unnamed group. */
export function ungrouped(rows: readonly WrittenRow[]): ReportGroup[] {
  return [{ name: null, rows, subtotal: null }];
}

/** Returns the table without its columns about students. */
export function withoutStudents(table: ReportTable): ReportTable {
  const { columns, groups, totals } = table;
  const kept = <Value>(values: readonly Value[]) =>
    values.filter((_, index) => columns[index]?.ofStudents !== true);
  const keptRow = (row: WrittenRow): WrittenRow =>
    'cells' in row ? { ...row, cells: kept(row.cells) } : kept(row);
  return {
    ...table,
    columns: kept(columns),
    groups: groups.map((group) => ({
      ...group,
      rows: group.rows.map(keptRow),
      subtotal: group.subtotal && kept(group.subtotal),
    })),
    totals: totals && kept(totals),
  };
}

/** Formats the table as a workbook sheet, with group names and subtotals in bold. */
export function toSheet({ name, titleLines, columns, groups, totals }: ReportTable): WrittenSheet {
  const rows = groups.flatMap((group): WrittenRow[] => [
    ...(group.name !== null && group.subtotal === null
      ? [{ cells: [group.name], bold: true }]
      : []),
    ...group.rows,
    ...(group.subtotal === null ? [] : [{ cells: group.subtotal, bold: true }]),
  ]);
  return {
    name,
    ...(titleLines && { titleLines }),
    columns: toHeaders(columns),
    rows,
    ...(totals && { totals }),
  };
}

/**
 * Formats the table as rows for a program: without group names and subtotals, so that each column
 * adds up to the totals in the last row.
 */
export function toPlainRows({
  columns,
  groups,
  totals,
}: ReportTable): Pick<WrittenSheet, 'columns' | 'rows'> {
  return {
    columns: toHeaders(columns),
    rows: [...groups.flatMap(({ rows }) => rows), ...(totals ? [totals] : [])],
  };
}

export function toHeaders(columns: readonly ReportColumn[]): WrittenSheet['columns'] {
  return columns.map(({ label, kind, width }) => ({
    header: label,
    kind,
    ...(width !== undefined && { width }),
  }));
}
