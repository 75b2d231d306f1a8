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
export type ReportColumn = { label: string; definition: string; kind: ColumnKind; width?: number };

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
};

/** Content of a table without its name and title lines, which come from the report. */
export type ReportBody = Pick<ReportTable, 'columns' | 'groups' | 'totals'>;

/** Puts all rows in one unnamed group. */
export function ungrouped(rows: readonly WrittenRow[]): ReportGroup[] {
  return [{ name: null, rows, subtotal: null }];
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
    columns: headersOf(columns),
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
    columns: headersOf(columns),
    rows: [...groups.flatMap(({ rows }) => rows), ...(totals ? [totals] : [])],
  };
}

function headersOf(columns: readonly ReportColumn[]): WrittenSheet['columns'] {
  return columns.map(({ label, kind, width }) => ({
    header: label,
    kind,
    ...(width !== undefined && { width }),
  }));
}
