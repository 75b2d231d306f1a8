import { PAYMENT_METHODS, type PaymentMethod } from '../sales/payment-methods.ts';
import { ALL_SCHOOLS } from './report-query.ts';
import { pluralize } from '../values/counts.ts';
import { formatPpm } from '../values/percent.ts';
import type { Column, Fields } from './columns.ts';
import type { TableDescription } from './description.ts';
import { REPORTS, type ReportType } from './list.ts';

/** Tables of a report with their figures, the same for screen and files. */

/** Value of a column in the JSON. */
export type FigureValue = string | number | boolean | readonly (string | number)[] | null;
/** Values of a row, or of totals, by name. */
export type Figures = Readonly<Record<string, unknown>>;
export type ListedColumn = Column & { label: string; meaning: string };
/** A column and the place of its value in a row. */
export type PlacedColumn = { path: readonly string[]; column: ListedColumn };
/** Rows with their subtotal, if they have one. `keys` are the values that they share. */
export type FigureGroup = { keys: readonly string[]; rows: readonly Figures[]; subtotal?: Figures };
export type FilledTable = {
  table: TableDescription;
  columns: readonly PlacedColumn[];
  groups: readonly FigureGroup[];
  totals: Figures | undefined;
};

type AnyReport = Figures & { reportType: ReportType; school: { identifier: string } };

/** Returns the fields that have a label, with those of objects within, in order. */
export function listedColumns(fields: Fields, within: readonly string[] = []): PlacedColumn[] {
  return Object.entries(fields).flatMap(([name, field]): PlacedColumn[] => {
    const path = [...within, name];
    if ('list' in field) return [];
    if ('fields' in field) return listedColumns(field.fields, path);
    const { label, meaning = '' } = field;
    return label === undefined ? [] : [{ path, column: { ...field, label, meaning } }];
  });
}

/** Returns the value at a path; null if an object on the way is null or missing. */
export function valueAt(figures: Figures, path: readonly string[]): FigureValue {
  return path.reduce<unknown>(
    (value, name) => (isFigures(value) ? (value[name] ?? null) : null),
    figures,
  ) as FigureValue;
}

/** Returns the total of a column; null if it has none. */
export function totalAt(totals: Figures, { path, column }: PlacedColumn): FigureValue {
  if (column.totalText) return fillIn(column.totalText, totals);
  if (typeof column.total === 'string') return valueAt(totals, [column.total]);
  return column.total ? valueAt(totals, path) : null;
}

/** Returns the number of a column with the sign that it is shown with (domain 9.11). */
export function signed({ sign }: Pick<Column, 'sign'>, value: FigureValue): number {
  return (sign ?? 1) * Number(value) || 0; // Never -0.
}

/** Formats a value that every form shows as text. */
export function toCellText({ kind, choices }: Column, value: FigureValue): string {
  const values = Array.isArray(value) ? value : [value];
  switch (kind) {
    case 'choice':
      return choices?.[String(value)]?.label ?? '';
    case 'yesNo':
      return value ? 'Y' : 'N';
    case 'methods':
      return values.map((method) => PAYMENT_METHODS[method as PaymentMethod]).join(' + ');
    case 'rates':
      return values.map((ppm) => formatPpm(Number(ppm))).join(', ');
    default:
      return values.join(', ');
  }
}

/** Puts figures with their nouns in place of both in braces: `{titles|title}` becomes `2 titles`. */
export function fillIn(text: string, figures: Figures): string {
  return text.replace(/\{(\w+)\|(\w+)\}/g, (_, name: string, noun: string) =>
    pluralize(Number(figures[name]), noun),
  );
}

/** Returns the tables of a report of one school, or of all, with their columns. */
export function describedTables(
  reportType: ReportType,
  isOfAll: boolean,
): Pick<FilledTable, 'table' | 'columns'>[] {
  const { tables }: { tables: readonly TableDescription[] } = REPORTS[reportType];
  return tables
    .filter(({ ofAllSchools }) => ofAllSchools === undefined || isOfAll)
    .map((table) => ({
      table,
      columns: listedColumns(table.columns).filter(({ column }) => isOfAll || !column.ofAllSchools),
    }));
}

/** Returns the tables that the report has. */
export function filledTables(report: AnyReport): FilledTable[] {
  const isOfAll = report.school.identifier === ALL_SCHOOLS;
  return describedTables(report.reportType, isOfAll).flatMap(({ table, columns }) => {
    const rows = report[table.rows] as readonly Figures[] | null;
    const totals = table.totals === undefined ? undefined : (report[table.totals] as Figures);
    const isShown = rows !== null && (table.needs === undefined || totals?.[table.needs] !== null);
    return isShown ? [{ table, columns, groups: toGroups(table, rows, report), totals }] : [];
  });
}

/**
 * Returns the tables that the screen shows in place of this one, each with its columns in their
 * order; the table itself if it is not divided.
 */
export function screenTables(filled: FilledTable): FilledTable[] {
  const { table, columns } = filled;
  return (table.onScreen ?? [{ columns: Object.keys(table.columns) }]).map((part) => ({
    ...filled,
    table: { ...table, name: part.name ?? table.name },
    columns: part.columns.flatMap((name) => columns.filter(({ path }) => path[0] === name)),
  }));
}

function toGroups(
  { groupedBy }: TableDescription,
  rows: readonly Figures[],
  report: AnyReport,
): FigureGroup[] {
  if (groupedBy === undefined) return [{ keys: [], rows }];
  let place = 0;
  return (report['subtotals'] as readonly Figures[]).map((subtotal) => {
    const isOfGroup = (row: Figures) => groupedBy.every((name) => row[name] === subtotal[name]);
    const count =
      typeof subtotal['rows'] === 'number'
        ? subtotal['rows']
        : rows.slice(place).findIndex((row) => !isOfGroup(row));
    const end = count < 0 ? rows.length : place + count;
    const ofGroup = rows.slice(place, end);
    place = end;
    return {
      keys: groupedBy.map((name) => String(subtotal[name] ?? '')),
      rows: ofGroup,
      subtotal,
    };
  });
}

function isFigures(value: unknown): value is Figures {
  return typeof value === 'object' && value !== null;
}
