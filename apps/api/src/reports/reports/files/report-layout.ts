import { outsideText } from '@pos/contract/reports/outside';
import { SHIPPING_STATUS } from '@pos/contract/reports/ship-to-school';
import type { Report } from '@pos/contract/reports/reports';
import type { ReportDescription } from '@pos/contract/reports/description';
import { REPORTS } from '@pos/contract/reports/list';
import { formatClock, formatInstant } from '@pos/contract/values/clock';
import { formatCount } from '@pos/contract/values/counts';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { formatPpm } from '@pos/contract/values/percent';
import { tablePaperChunks } from '#api/pdf/table-paper.ts';
import type { PaperHead, PrintedTable, TableDocument, TableRow } from '#api/pdf/table-document.ts';
import type { ColumnKind, WrittenValue } from '#api/spreadsheets/writing/written.ts';
import type { ReportCode } from '../report-code.ts';
import { REPORT_CODE } from '../report-list.ts';
import type { OnPart } from '../report-scope.ts';
import { isLine, type ReportRow, type ReportTable, rowsIn } from './report-table.ts';
import type { ReportTables, TableOptions } from './report-tables.ts';
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
 * Prints a report: its tables with the same figures as its JSON, additional pages
 * (`printLast`), and last its parameters and column definitions. `tables` come from `reportTables`,
 * made with the same options.
 */
export async function* paperChunks(
  report: Report,
  tables: ReportTables,
  options: TableOptions,
  reached?: OnPart,
): AsyncGenerator<Buffer> {
  const { school, fairs, companyName, generatedAt } = report;
  const { title, tables: described }: ReportDescription = REPORTS[report.reportType];
  const { printFirst, printLast }: ReportCode = REPORT_CODE[report.reportType];
  const hasOneFair = fairs.length <= 1;
  const keyColumns = described[0]?.keys ?? 1;
  const print = (table: ReportTable) => layOutTable(table, { name: null, keyColumns, hasOneFair });
  const [first, ...others] = tables;
  const printed = printFirst ? [...(await printFirst(report, print))] : [await print(first)];
  for (const table of others)
    printed.push(await layOutTable(table, { name: table.name, keyColumns: 1, hasOneFair }));
  // The last table has the parameters and column definitions.
  const [parameters] = printed.splice(-1);
  const document: TableDocument = {
    title: `${title}, ${school.name}`,
    author: companyName,
    createdAt: new Date(generatedAt),
    isLandscape: first.columns.length > MAX_PORTRAIT_COLUMNS || report.rows.length > 3,
    head: paperHead(report, options),
    footer: `${companyName} · ${title} · ${isOfAllSchools(report) ? school.name : school.identifier}`,
    tables: [...printed, ...(printLast?.(report) ?? []), ...(parameters ? [parameters] : [])],
  };
  yield* tablePaperChunks(document, reached);
}

function paperHead(report: Report, { timeZone, isOutside }: TableOptions): PaperHead {
  const { fairs, companyName, generatedAt, generatedBy, method } = report;
  return {
    title: REPORTS[report.reportType].title,
    status: { text: stateText(report), isFinal: report.state === 'final' },
    lines: [
      `${companyName} · ${schoolText(report)} · ${fairsText(fairs)}`,
      [
        `${rangeText(report)}, ${daysText(report, timeZone)}`,
        ...(method === null ? [] : [methodText(report)]),
        ...('status' in report && report.status ? [SHIPPING_STATUS[report.status].label] : []),
      ].join(' · '),
      `Generated ${formatInstant(generatedAt, timeZone)} by ${generatedBy}${report.tieOut.ok ? '' : ` · Orders, payments and report differ by ${formatCents(report.tieOut.differenceCents)}`}`,
      outsideText(report) ?? [],
      studentsNote(report, isOutside) ?? [],
    ].flat(),
  };
}

type PrintOptions = { name: string | null; keyColumns: number; hasOneFair: boolean };

async function layOutTable(
  table: ReportTable,
  { name, keyColumns, hasOneFair }: PrintOptions,
): Promise<PrintedTable> {
  const { columns } = table;
  const rows = await Array.fromAsync(rowsIn('pdf', table));
  const isHeading = (row: ReportRow) => 'isHeading' in row;
  const filled = rows.filter((row) => !isHeading(row)).map(toCells);
  const isGrouped = rows.some((row) => !isLine(row));
  // Columns that are blank or repeat the group's heading are left out to save space.
  const isBlank = (index: number) =>
    filled.length > 0 && filled.every((cells) => toText(columns[index]!.kind, cells[index]) === '');
  const shown = columns
    .map((_, index) => index)
    .filter(
      (index) =>
        !isBlank(index) &&
        !(isGrouped && columns[index]!.isGroup) &&
        !(hasOneFair && columns[index]!.isFair),
    );
  return {
    name,
    keyColumns,
    columns: shown.map((index) => ({
      label: columns[index]!.header,
      kind: isNumber(columns[index]!.kind) ? 'number' : 'text',
    })),
    rows: rows.map((row): TableRow => {
      const cells = toCells(row);
      if (isHeading(row)) return { heading: String(cells[0]) };
      return {
        cells: shown.map((index) => toText(columns[index]!.kind, cells[index])),
        bold: 'cells' in row && row.bold === true,
      };
    }),
  };
}

function toCells(row: ReportRow): readonly WrittenValue[] {
  return 'cells' in row ? row.cells : row;
}

function isNumber(kind: ColumnKind): boolean {
  return kind === 'money' || kind === 'integer' || kind === 'percent';
}

/** Formats a value as it is printed. A value without a kind of its own has that of its column. */
function toText(columnKind: ColumnKind, written: WrittenValue | undefined): string {
  const hasOwnKind = typeof written === 'object' && written !== null;
  const kind = hasOwnKind ? written.kind : columnKind;
  const value = hasOwnKind ? written.value : written;
  if (value === null || value === undefined) return '';
  if (typeof value === 'number')
    return kind === 'money'
      ? formatCents(value)
      : kind === 'percent'
        ? formatPpm(value)
        : formatCount(value);
  if (kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value);
  return kind === 'datetime' ? formatClock(value) : value;
}
