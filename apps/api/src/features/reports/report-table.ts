import type {
  ColumnKind,
  WrittenRow,
  WrittenSheet,
  WrittenValue,
} from '#api/spreadsheets/writing/written.ts';

/**
 * A report's content before it becomes a file of any format: tables of values by column. Values are of their column's kind (written.ts):
 * cents, parts per million, days and wall clocks as text; null is blank.
 */

/** `definition` says in words what the column holds. `width` is in characters. */
export type ReportColumn = { label: string; definition: string; kind: ColumnKind; width?: number };

/** Rows that belong together. One with a subtotal repeats its name in the rows; one without is headed by its name, where it has one. */
export type ReportGroup = {
  name: string | null;
  rows: readonly WrittenRow[];
  subtotal: readonly WrittenValue[] | null;
};

/** One table; `titleLines` stand above it, `name` is its sheet's. */
export type ReportTable = {
  name: string;
  titleLines?: readonly string[];
  columns: readonly ReportColumn[];
  groups: readonly ReportGroup[];
  totals: readonly WrittenValue[] | null;
};

/** What one table of a report says by itself: its name and title lines come from the report. */
export type ReportBody = Pick<ReportTable, 'columns' | 'groups' | 'totals'>;

/** All rows in one group without a name. */
export function ungrouped(rows: readonly WrittenRow[]): ReportGroup[] {
  return [{ name: null, rows, subtotal: null }];
}

/** The table as a sheet of a workbook: with the names of groups and their subtotals, in bold. */
export function sheetOf({ name, titleLines, columns, groups, totals }: ReportTable): WrittenSheet {
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

/** The table as rows for a program: without names of groups and subtotals, so that a column adds up to the totals, which are the last row. */
export function plainRowsOf({
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
