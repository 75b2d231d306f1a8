import { formatPpm } from '@pos/contract/rates';
import { SHIPPING_STATUS } from '@pos/contract/reports/ship-to-school';
import type { Report } from '@pos/contract/reports';
import type { ReportDescription } from '@pos/contract/reports/description';
import { REPORTS } from '@pos/contract/reports/list';
import { dollars } from '#api/pdf/money-text.ts';
import type { PrintedTable, TableDocument, TableRow } from '#api/pdf/table-document.ts';
import type { ColumnKind, WrittenRow, WrittenValue } from '#api/spreadsheets/writing/written.ts';
import { clockText, dayText, momentText } from '#api/time/texts.ts';
import type { ReportCode } from './report-code.ts';
import { REPORT_CODE } from './report-list.ts';
import type { ReportGroup, ReportTable } from './report-table.ts';
import {
  daysText,
  fairsText,
  isOfAllSchools,
  methodText,
  NO_STUDENTS_IN_LINES,
  rangeText,
  schoolText,
  stateText,
} from './report-texts.ts';

/** With more columns than this, a table is printed on the long side of the paper. */
const MANY_COLUMNS = 5;

/**
 * Renders a report on paper: its tables with the figures of its JSON, pages of its own, and last
 * its parameters and column definitions. `tables` come from
 * `reportTables`; `timeZone` is the time zone they were made in.
 */
export function reportPaper(
  report: Report,
  tables: readonly [ReportTable, ...ReportTable[]],
  timeZone: string,
): TableDocument {
  const { school, fairs, companyName, generatedAt, generatedBy, method } = report;
  const { title, tables: described }: ReportDescription = REPORTS[report.reportType];
  const { printFirst, printLast }: ReportCode = REPORT_CODE[report.reportType];
  const hasOneFair = fairs.length <= 1;
  const [first, ...others] = tables;
  const print = (table: ReportTable) =>
    printedTable(table, { name: null, keys: described[0]?.keys ?? 1, hasOneFair });
  const printed = [
    ...(printFirst ? printFirst(report, first, print) : [print(first)]),
    ...others.map((table) => printedTable(table, { name: table.name, keys: 1, hasOneFair })),
  ];
  const [parameters] = printed.splice(-1);
  return {
    title: `${title}, ${school.name}`,
    author: companyName,
    createdAt: new Date(generatedAt),
    isWide: first.columns.length > MANY_COLUMNS || report.rows.length > 3,
    head: {
      title,
      standing: { text: stateText(report), isFinal: report.state === 'final' },
      lines: [
        `${companyName} · ${schoolText(school)} · ${fairsText(fairs)}`,
        [
          `${rangeText(report)}, ${daysText(report, timeZone)}`,
          ...(method === null ? [] : [methodText(report)]),
          ...('status' in report && report.status ? [SHIPPING_STATUS[report.status].label] : []),
        ].join(' · '),
        `Generated ${momentText(generatedAt, timeZone)} by ${generatedBy}${report.tieOut.ok ? '' : ` · Orders, payments and report differ by ${dollars(report.tieOut.differenceCents)}`}`,
        ...('showsStudents' in report && !report.showsStudents ? [NO_STUDENTS_IN_LINES] : []),
      ],
    },
    foot: `${companyName} · ${title} · ${isOfAllSchools(report) ? school.name : school.identifier}`,
    tables: [...printed, ...(printLast?.(report) ?? []), ...(parameters ? [parameters] : [])],
  };
}

type Printing = { name: string | null; keys: number; hasOneFair: boolean };

function printedTable(
  { columns, groups, totals }: ReportTable,
  { name, keys, hasOneFair }: Printing,
): PrintedTable {
  const sums = totals ? [totals] : [];
  const all = [
    ...groups.flatMap(({ rows, subtotal }) => [
      ...rows.map(cellsOf),
      ...(subtotal ? [subtotal] : []),
    ]),
    ...sums,
  ];
  // Leaves out columns that are blank or repeat the heading, to save space.
  const isBlank = (index: number) =>
    all.length > 0 && all.every((cells) => textOf(columns[index]!.kind, cells[index]) === '');
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
  const written = (cells: readonly WrittenValue[]) =>
    shown.map((index) => textOf(columns[index]!.kind, cells[index]));
  const rowsOf = (group: ReportGroup): TableRow[] => [
    ...(group.name === null || group.rows.length === 0 ? [] : [{ heading: group.name }]),
    ...group.rows.map((row) => ({
      cells: written(cellsOf(row)),
      strong: 'cells' in row && row.bold === true,
    })),
    ...(group.subtotal ? [{ cells: written(group.subtotal), strong: true }] : []),
  ];
  return {
    name,
    keys,
    columns: shown.map((index) => ({
      label: columns[index]!.label,
      kind: isNumber(columns[index]!.kind) ? 'number' : 'text',
    })),
    rows: [
      ...groups.flatMap(rowsOf),
      ...sums.map((cells) => ({ cells: written(cells), strong: true })),
    ],
  };
}

function cellsOf(row: WrittenRow): readonly WrittenValue[] {
  return 'cells' in row ? row.cells : row;
}

function isNumber(kind: ColumnKind): boolean {
  return kind === 'money' || kind === 'integer' || kind === 'percent';
}

/** Formats a value for people. Blank stays blank. */
function textOf(columnKind: ColumnKind, written: WrittenValue | undefined): string {
  const own = typeof written === 'object' && written !== null;
  const kind = own ? written.kind : columnKind;
  const value = own ? written.value : written;
  if (value === null || value === undefined) return '';
  if (typeof value === 'number')
    return kind === 'money'
      ? dollars(value)
      : kind === 'percent'
        ? formatPpm(value)
        : value.toLocaleString('en-US');
  if (kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(value)) return dayText(value);
  return kind === 'datetime' ? clockText(value) : value;
}
