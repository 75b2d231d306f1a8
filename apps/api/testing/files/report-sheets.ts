import type { DailySalesReport, Report, SalesSummaryReport } from '@pos/contract/reports/reports';
import { summaryBlocks } from '@pos/contract/reports/sales-summary/summary-blocks';
import {
  type Figures,
  type FigureValue,
  filledTables,
  fillIn,
  type ListedColumn,
  signed,
  toCellText,
  totalAt,
  valueAt,
} from '@pos/contract/reports/tables';
import { parse } from 'csv-parse/sync';
import { readWorkbook } from '#api/spreadsheets/reading/read-workbook.ts';
import { findHeader } from '#api/spreadsheets/header.ts';
import {
  dollars,
  same,
  type Table,
  tableDifferences,
  type Value,
  cellValue,
} from './sheet-cells.ts';

/**
 * Compares the first sheet of a report's workbook, read with the product's own reader, with the
 * report's JSON: every row and the totals. Returns one line per difference.
 */
export async function sheetDifferences(report: Report, bytes: Buffer): Promise<string[]> {
  const sheet = await readWorkbook(bytes);
  if (report.reportType === 'SALES_SUMMARY')
    return summaryDifferences(
      report,
      // Blank figures have no cell.
      new Map(
        sheet.rows.map(({ cells: [label, ...cells] }) => [
          cellValue(label),
          cellValue(cells.at(-1)),
        ]),
      ),
    );
  const { headers, rows, inAnyOrder } = expectedTable(report);
  const header = findHeader(
    sheet,
    headers.map((name) => ({ name, header: name, required: true })),
  );
  if (header.missing.length > 0) return [`The sheet lacks ${header.missing.join(', ')}.`];
  const places = headers.map(
    (name) => header.headers.find(({ column }) => column === name)?.index ?? -1,
  );
  const found = sheet.rows
    .filter((row) => row.number > header.number)
    .map((row) => places.map((index) => cellValue(row.cells[index])));
  return tableDifferences(headers, found, rows, inAnyOrder);
}

/**
 * Does the same for the report as CSV, which has no subtotals or headings. Amounts must be plain
 * decimals, and text that starts like a formula must be escaped.
 */
export function csvDifferences(report: Report, csv: string): string[] {
  if (!csv.startsWith('\uFEFF')) return ['The file does not begin with the mark of UTF-8.'];
  // Expected cash follows below the rows of DAILY_SALES, after an empty line.
  const [table = ''] = report.reportType === 'DAILY_SALES' ? csv.split('\r\n\r\n') : [csv];
  const [header = [], ...lines] = parse(table, {
    bom: true,
    relax_column_count: true,
  });
  const isNumber = /^-?\d+(\.\d+)?$/;
  if (report.reportType === 'SALES_SUMMARY')
    return summaryDifferences(
      report,
      new Map(
        lines.map((line) => [
          line[0] ?? null,
          isNumber.test(line.at(-1) ?? '') ? Number(line.at(-1)) : (line.at(-1) ?? null),
        ]),
      ),
    );
  const { headers, rows, inAnyOrder } = expectedTable(report);
  const missing = headers.filter((name) => !header.includes(name));
  if (missing.length > 0) return [`The CSV lacks ${missing.join(', ')}.`];
  const expected = rows
    .filter(([first]) => first !== 'Subtotal')
    .map((row) =>
      row.map((value) =>
        typeof value === 'string' && /^[=+\-@]/.test(value) ? `'${value}` : value,
      ),
    );
  const kinds =
    expected[0]?.map((_, column) => expected.some((row) => typeof row[column] === 'number')) ?? [];
  const found = lines.map((line) =>
    headers.map((name, column): Value => {
      const text = line[header.indexOf(name)] ?? '';
      if (text === '') return null;
      return kinds[column] && isNumber.test(text) ? Number(text) : text;
    }),
  );
  return tableDifferences(headers, found, expected, inAnyOrder);
}

/** Compares the days of each register, between those of DAILY_SALES and expected cash. */
export function registerDifferences(report: DailySalesReport, csv: string): string[] {
  const [days = '', registers = '', ...rest] = csv.split('\r\n\r\n');
  if (rest.length > 1) return ['The CSV has more than three tables.'];
  const found = parse<Record<string, string>>(registers, { columns: true }).map((row) =>
    [
      row['Date'],
      row['Fair'],
      row['Register'],
      Number(row['Orders']),
      Number(row['Net sales']),
    ].join(', '),
  );
  const expected = (report.devices ?? []).map((row) =>
    [row.date, row.fairIdentifier, row.deviceId ?? 'Office', row.orders, row.netCents / 100].join(
      ', ',
    ),
  );
  const all = [
    ...expected,
    ['Total', '', '', report.totals.orders, report.totals.netCents / 100].join(', '),
  ];
  return [
    ...csvDifferences(report, days),
    ...(found.join('\n') === all.join('\n')
      ? []
      : [`Registers: ${JSON.stringify(found)}, expected ${JSON.stringify(all)}`]),
  ];
}

/** First described table, with the columns that a cell can be compared with exactly. */
function expectedTable(report: Exclude<Report, SalesSummaryReport>): Table {
  const filled = filledTables(report)[0]!;
  const columns = filled.columns.filter(
    ({ column }) => !['datetime', 'time', 'percent'].includes(column.kind),
  );
  const { groupedBy = [], totalsLabel = 'Total' } = filled.table;
  const toRow = (row: Figures) =>
    columns.map(({ path, column }) => toCell(column, valueAt(row, path)));
  const getSums = (name: string, sums: Figures, keys: readonly string[] = []) =>
    columns.map((placed, index) =>
      index === 0
        ? name
        : toCell(
            { ...placed.column, blank: '' },
            keys.includes(placed.path[0] ?? '')
              ? valueAt(sums, placed.path)
              : totalAt(sums, placed),
          ),
    );
  return {
    headers: columns.map(({ column }) => column.label),
    rows: [
      ...filled.groups.flatMap(({ rows, subtotal }) => [
        ...rows.map(toRow),
        ...(subtotal ? [getSums('Subtotal', subtotal, groupedBy)] : []),
      ]),
      ...(filled.totals ? [getSums(fillIn(totalsLabel, filled.totals), filled.totals)] : []),
    ],
    // The list is sorted by class, the JSON by date.
    inAnyOrder: report.reportType === 'SHIP_TO_SCHOOL',
  };
}

/** Cell of a value: dollars, numbers and texts; blank is null. */
function toCell(column: ListedColumn, value: FigureValue): Value {
  if (value === null) return column.blank || null;
  if (column.kind === 'money') return dollars(signed(column, value));
  return typeof value === 'number' ? signed(column, value) : toCellText(column, value) || null;
}

/** The summary is a list of figures, so this compares the total column by label. */
function summaryDifferences(
  report: SalesSummaryReport,
  found: ReadonlyMap<Value, Value>,
): string[] {
  return summaryBlocks(report, 'file')
    .flatMap(({ lines }) => lines)
    .flatMap(({ path, column }) => {
      const expected = toCell(column, valueAt(report.totals, path));
      const cell = found.get(column.label) ?? null;
      return column.kind === 'rates' || same(cell === '' ? null : cell, expected)
        ? []
        : [`${column.label}: ${cell} in the sheet, ${expected} in the report.`];
    });
}
