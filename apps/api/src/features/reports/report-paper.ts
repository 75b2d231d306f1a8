import { formatPpm } from '@pos/contract/rates';
import { SHIPPING_STATUS, type ShipToSchoolRow } from '@pos/contract/line-reports';
import type { Report, SalesSummaryReport, ShipToSchoolReport } from '@pos/contract/reports';
import type { TenderFigures } from '@pos/contract/sales-summary';
import { REPORTS } from '@pos/contract/report-query';
import { pluralize, dollars } from '#api/pdf/money-text.ts';
import type { PrintedTable, TableDocument, TableRow } from '#api/pdf/table-document.ts';
import type { ColumnKind, WrittenRow, WrittenValue } from '#api/spreadsheets/writing/written.ts';
import { clockText, dayText, momentText } from '#api/time/texts.ts';
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
import { total } from './sales-figures.ts';
import { salesOrdersPaper } from './sales-orders.paper.ts';
import { TENDERS_HEADING } from './sales-summary.sheet.ts';
import { byClass } from './ship-to-school.sheet.ts';

/** Number of key columns repeated when a table is too wide for the paper, to identify the row. */
const KEYS: Record<Report['reportType'], number> = {
  SALES_SUMMARY: 1,
  DAILY_SALES: 2,
  ITEM_SALES: 2,
  SHIP_TO_SCHOOL: 1,
  LAST_COPY: 2,
  SALES_ORDER_PER_ITEM: 3,
  FAIR_RETURN_REPORT: 2,
};

/**
 * Renders a report on paper: its tables with the figures of its JSON, for SHIP_TO_SCHOOL a
 * checklist per teacher, and last its parameters and column definitions. `tables` come from
 * `reportTables`; `timeZone` is the time zone they were made in.
 */
export function reportPaper(
  report: Report,
  tables: readonly ReportTable[],
  timeZone: string,
): TableDocument {
  const { school, fairs, companyName, generatedAt, generatedBy, method } = report;
  const { title } = REPORTS[report.reportType];
  const [itself, ...others] = tables;
  const hasOneFair = fairs.length <= 1;
  const printed = [
    ...(itself
      ? printedReport(report, itself, { name: null, keys: KEYS[report.reportType], hasOneFair })
      : []),
    ...others.map((table) => printedTable(table, { name: table.name, keys: 1, hasOneFair })),
  ];
  const [parameters] = printed.splice(-1);
  return {
    title: `${title}, ${school.name}`,
    author: companyName,
    createdAt: new Date(generatedAt),
    isWide: report.reportType !== 'SALES_SUMMARY' || report.rows.length > 3,
    head: {
      title,
      standing: { text: stateText(report), isFinal: report.state === 'final' },
      lines: [
        `${companyName} · ${schoolText(school)} · ${fairsText(fairs)}`,
        [
          `${rangeText(report)}, ${daysText(report, timeZone)}`,
          ...(method === null ? [] : [methodText(report)]),
          ...(report.reportType === 'SHIP_TO_SCHOOL' && report.status
            ? [SHIPPING_STATUS[report.status]]
            : []),
        ].join(' · '),
        `Generated ${momentText(generatedAt, timeZone)} by ${generatedBy}${report.tieOut.ok ? '' : ` · Orders, payments and report differ by ${dollars(report.tieOut.differenceCents)}`}`,
        ...('showsStudents' in report && !report.showsStudents ? [NO_STUDENTS_IN_LINES] : []),
      ],
    },
    foot: `${companyName} · ${title} · ${isOfAllSchools(report) ? school.name : school.identifier}`,
    tables: [
      ...printed,
      ...(report.reportType === 'SHIP_TO_SCHOOL' ? slips(report) : []),
      ...(parameters ? [parameters] : []),
    ],
  };
}

type Printing = { name: string | null; keys: number; hasOneFair: boolean };

/**
 * Lays out the report itself. Order lines are set tighter than in a workbook. A summary with one
 * amount column is printed as a statement, with its tenders side by side.
 */
function printedReport(report: Report, table: ReportTable, printing: Printing): PrintedTable[] {
  if (report.reportType === 'SALES_ORDER_PER_ITEM') return [salesOrdersPaper(report)];
  const at = table.groups.findIndex(({ name }) => name === TENDERS_HEADING);
  if (report.reportType !== 'SALES_SUMMARY' || table.columns.length > 2 || at < 0)
    return [printedTable(table, printing)];
  const part = (groups: readonly ReportGroup[]) => printedTable({ ...table, groups }, printing);
  return [part(table.groups.slice(0, at)), tendersTable(report), part(table.groups.slice(at + 1))];
}

/** Table of how the total was paid. Tenders and the uncollected amount add up to it. */
function tendersTable({
  totals: { tenders, uncollectedCents, tenderDifferenceCents, totalCents },
}: SalesSummaryReport): PrintedTable {
  const figures = Object.values(tenders);
  const sum = (valueOf: (one: TenderFigures) => number) => total(figures, valueOf);
  const row = (
    name: string,
    { count, salesCents, refundsCents, netCents, underReviewCents }: TenderFigures,
  ) => [
    name,
    count.toLocaleString('en-US'),
    ...[salesCents, refundsCents, netCents, underReviewCents].map(dollars),
  ];
  return {
    name: TENDERS_HEADING,
    keys: 1,
    columns: [
      { label: 'Method', kind: 'text' },
      ...['Payments', 'Sales', 'Refunds', 'Net', 'Under review'].map((label) => ({
        label,
        kind: 'number' as const,
      })),
    ],
    rows: [
      ...Object.entries(tenders).map(([name, one]) => ({ cells: row(name, one) })),
      { cells: ['Uncollected', '', '', '', dollars(uncollectedCents), ''] },
      { cells: ['Difference to the total', '', '', '', dollars(tenderDifferenceCents), ''] },
      {
        cells: row('Total', {
          count: sum(({ count }) => count),
          salesCents: sum(({ salesCents }) => salesCents),
          refundsCents: sum(({ refundsCents }) => refundsCents),
          netCents: totalCents,
          underReviewCents: sum(({ underReviewCents }) => underReviewCents),
        }),
        strong: true,
      },
    ],
  };
}

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
      (index) =>
        !isBlank(index) && !isHeading(index) && !(hasOneFair && columns[index]!.label === 'Fair'),
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

/**
 * Checklists for handing out, by student, one page per teacher. None without the right to read
 * Students.
 */
function slips({ rows, showsStudents }: ShipToSchoolReport): PrintedTable[] {
  if (!showsStudents) return [];
  const classes = Map.groupBy([...rows].sort(byClass), ({ grade, teacher }) =>
    [grade ? `Grade ${grade}` : 'No grade', teacher || 'no teacher'].join(', '),
  );
  return [...classes].map(([name, lines]) => ({
    name: `To hand out: ${name}`,
    keys: 2,
    ownPage: true,
    columns: [
      { label: '', kind: 'tick' },
      { label: 'Student/customer', kind: 'text' },
      { label: 'Title', kind: 'text' },
      { label: 'SKU/ISBN', kind: 'text' },
      { label: 'Qty', kind: 'number' },
      { label: 'Order', kind: 'text' },
      { label: 'Status', kind: 'text' },
    ],
    rows: [
      ...lines.map(slipRow),
      {
        cells: [
          '',
          pluralize(new Set(lines.map(({ customerName }) => customerName)).size, 'name'),
          pluralize(lines.length, 'line'),
          '',
          String(lines.reduce((sum, { quantity }) => sum + quantity, 0)),
          '',
          '',
        ],
        strong: true,
      },
    ],
  }));
}

function slipRow({
  customerName,
  title,
  sku,
  quantity,
  orderNumber,
  fulfilmentStatus,
}: ShipToSchoolRow): TableRow {
  return {
    cells: [
      '',
      customerName ?? '',
      title,
      sku ?? '',
      String(quantity),
      orderNumber,
      SHIPPING_STATUS[fulfilmentStatus],
    ],
  };
}
