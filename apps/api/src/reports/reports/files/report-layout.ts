import { outsideText } from '@pos/contract/reports/outside';
import { SHIPPING_STATUS } from '@pos/contract/reports/ship-to-school';
import type { Report } from '@pos/contract/reports/reports';
import type { ReportDescription } from '@pos/contract/reports/description';
import { REPORTS } from '@pos/contract/reports/list';
import { formatClock, formatInstant } from '@pos/contract/values/clock';
import { plainCount } from '@pos/contract/values/counts';
import { formatDay } from '@pos/contract/values/days';
import { plainCents } from '@pos/contract/values/money';
import { formatPpm } from '@pos/contract/values/percent';
import type { PrintedTable, TableDocument, TableRow } from '#api/pdf/table-document.ts';
import type { ColumnKind, WrittenRow, WrittenValue } from '#api/spreadsheets/writing/written.ts';
import type { ReportCode } from '../report-code.ts';
import { REPORT_CODE } from '../report-list.ts';
import type { ReportGroup, ReportTable } from './report-table.ts';
import {
  daysText,
  fairsText,
  isOfAllSchools,
  methodText,
  rangeText,
  schoolText,
  stateText,
  studentsNote,
} from './report-texts.ts';

/** Maximum columns of a table in portrait. Reports with more are printed in landscape. */
const MAX_PORTRAIT_COLUMNS = 5;

/**
 * Lays out a report for printing: its tables with the same figures as its JSON, additional pages
 * (`printLast`), and last its parameters and column definitions. `tables` come from `reportTables`,
 * made in the same `timeZone`.
 */
export function layOutReport(
  report: Report,
  tables: readonly [ReportTable, ...ReportTable[]],
  timeZone: string,
  isOutside = false,
): TableDocument {
  const { school, fairs, companyName, generatedAt, generatedBy, method } = report;
  const { title, tables: described }: ReportDescription = REPORTS[report.reportType];
  const { printFirst, printLast }: ReportCode = REPORT_CODE[report.reportType];
  const hasOneFair = fairs.length <= 1;
  const [first, ...others] = tables;
  const print = (table: ReportTable) =>
    layOutTable(table, { name: null, keyColumns: described[0]?.keys ?? 1, hasOneFair });
  const printed = [
    ...(printFirst ? printFirst(report, first, print) : [print(first)]),
    ...others.map((table) => layOutTable(table, { name: table.name, keyColumns: 1, hasOneFair })),
  ];
  // The last table has the parameters and column definitions.
  const [parameters] = printed.splice(-1);
  return {
    title: `${title}, ${school.name}`,
    author: companyName,
    createdAt: new Date(generatedAt),
    isLandscape: first.columns.length > MAX_PORTRAIT_COLUMNS || report.rows.length > 3,
    head: {
      title,
      status: { text: stateText(report), isFinal: report.state === 'final' },
      lines: [
        `${companyName} · ${schoolText(report)} · ${fairsText(fairs)}`,
        [
          `${rangeText(report)}, ${daysText(report, timeZone)}`,
          ...(method === null ? [] : [methodText(report)]),
          ...('status' in report && report.status ? [SHIPPING_STATUS[report.status].label] : []),
        ].join(' · '),
        `Generated ${formatInstant(generatedAt, timeZone)} by ${generatedBy}${report.tieOut.ok ? '' : ` · Orders, payments and report differ by ${plainCents(report.tieOut.differenceCents)}`}`,
        outsideText(report) ?? [],
        studentsNote(report, isOutside) ?? [],
      ].flat(),
    },
    footer: `${companyName} · ${title} · ${isOfAllSchools(report) ? school.name : school.identifier}`,
    tables: [...printed, ...(printLast?.(report) ?? []), ...(parameters ? [parameters] : [])],
  };
}

type TableOptions = { name: string | null; keyColumns: number; hasOneFair: boolean };

function layOutTable(
  { columns, groups, totals }: ReportTable,
  { name, keyColumns, hasOneFair }: TableOptions,
): PrintedTable {
  const sums = totals ? [totals] : [];
  const allRows = [
    ...groups.flatMap(({ rows, subtotal }) => [
      ...rows.map(cellsOf),
      ...(subtotal ? [subtotal] : []),
    ]),
    ...sums,
  ];
  // Columns that are blank or repeat the group's heading are left out to save space.
  const isBlank = (index: number) =>
    allRows.length > 0 &&
    allRows.every((cells) => textOf(columns[index]!.kind, cells[index]) === '');
  const isHeading = (index: number) =>
    groups.length > 0 &&
    groups.every(
      (group) =>
        group.subtotal !== null && group.rows.every((row) => cellsOf(row)[index] === group.name),
    );
  const shown = columns
    .map((_, index) => index)
    .filter(
      (index) => !isBlank(index) && !isHeading(index) && !(hasOneFair && columns[index]!.isFair),
    );
  const cellTexts = (cells: readonly WrittenValue[]) =>
    shown.map((index) => textOf(columns[index]!.kind, cells[index]));
  const rowsOf = (group: ReportGroup): TableRow[] => [
    ...(group.name === null || group.rows.length === 0 ? [] : [{ heading: group.name }]),
    ...group.rows.map((row) => ({
      cells: cellTexts(cellsOf(row)),
      bold: 'cells' in row && row.bold === true,
    })),
    ...(group.subtotal ? [{ cells: cellTexts(group.subtotal), bold: true }] : []),
  ];
  return {
    name,
    keyColumns,
    columns: shown.map((index) => ({
      label: columns[index]!.label,
      kind: isNumber(columns[index]!.kind) ? 'number' : 'text',
    })),
    rows: [
      ...groups.flatMap(rowsOf),
      ...sums.map((cells) => ({ cells: cellTexts(cells), bold: true })),
    ],
  };
}

function cellsOf(row: WrittenRow): readonly WrittenValue[] {
  return 'cells' in row ? row.cells : row;
}

function isNumber(kind: ColumnKind): boolean {
  return kind === 'money' || kind === 'integer' || kind === 'percent';
}

/** Formats a value as it is printed. A value without a kind of its own has that of its column. */
function textOf(columnKind: ColumnKind, written: WrittenValue | undefined): string {
  const hasOwnKind = typeof written === 'object' && written !== null;
  const kind = hasOwnKind ? written.kind : columnKind;
  const value = hasOwnKind ? written.value : written;
  if (value === null || value === undefined) return '';
  if (typeof value === 'number')
    return kind === 'money'
      ? plainCents(value)
      : kind === 'percent'
        ? formatPpm(value)
        : plainCount(value);
  if (kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value);
  return kind === 'datetime' ? formatClock(value) : value;
}
