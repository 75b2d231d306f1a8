import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import type { DailySalesReport, Report, SalesSummaryReport } from '@pos/contract/reports';
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
import {
  DAILY_HEADERS,
  dailyRows,
  ITEM_HEADERS,
  itemRows,
  LAST_COPY_HEADERS,
  lastCopyRows,
  RETURN_HEADERS,
  returnRows,
} from './sheets-of-figures.ts';
import { SALES_ORDER_HEADERS, salesOrderRows, SHIP_HEADERS, shipRows } from './sheets-of-lines.ts';

/**
 * Compares the first sheet of a report's workbook, read with the product's own reader, with the
 * report's JSON: every row and the totals. Returns one line per difference.
 */
export async function sheetDifferences(report: Report, bytes: Buffer): Promise<string[]> {
  const sheet = await readWorkbook(bytes);
  if (report.reportType === 'SALES_SUMMARY')
    return summaryDifferences(
      report,
      new Map(sheet.rows.map((row) => [cellValue(row.cells[0]), cellValue(row.cells.at(-1))])),
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

function expectedTable(report: Exclude<Report, SalesSummaryReport>): Table {
  switch (report.reportType) {
    case 'DAILY_SALES':
      return { headers: ['Date', 'Fair', ...DAILY_HEADERS], rows: dailyRows(report) };
    case 'ITEM_SALES':
      return { headers: ['SKU/ISBN', 'Title', ...ITEM_HEADERS], rows: itemRows(report) };
    case 'SHIP_TO_SCHOOL':
      // The list is sorted by class, the JSON by date.
      return { headers: SHIP_HEADERS, rows: shipRows(report), inAnyOrder: true };
    case 'LAST_COPY':
      return { headers: ['SKU/ISBN', 'Title', ...LAST_COPY_HEADERS], rows: lastCopyRows(report) };
    case 'SALES_ORDER_PER_ITEM':
      return { headers: SALES_ORDER_HEADERS, rows: salesOrderRows(report) };
    case 'FAIR_RETURN_REPORT':
      return { headers: ['SKU/ISBN', 'Title', ...RETURN_HEADERS], rows: returnRows(report) };
  }
}

/** The summary is a list of figures, so this compares the total column by label. */
function summaryDifferences(
  { totals }: SalesSummaryReport,
  found: ReadonlyMap<Value, Value>,
): string[] {
  const expected: [string, Value][] = [
    ['Gross sales', dollars(totals.grossCents)],
    ['Discounts', dollars(totals.discountCents)],
    ['Refunds (net of tax)', dollars(totals.refundNetCents)],
    ['Net sales', dollars(totals.netCents)],
    ['Taxable net', dollars(totals.taxableNetCents)],
    ['Non-taxable items net', dollars(totals.nonTaxableNetCents)],
    ['Exempt net', dollars(totals.exemptNetCents)],
    ['Ship-to-school net', dollars(totals.shipToSchoolNetCents)],
    ['Tax collected', dollars(totals.taxCollectedCents)],
    ['Tax refunded', dollars(totals.taxRefundedCents)],
    ['Net tax', dollars(totals.netTaxCents)],
    ['Total', dollars(totals.totalCents)],
    ['Uncollected', dollars(totals.uncollectedCents)],
    ['Total collected', dollars(totals.totalCollectedCents)],
    ...Object.values(PAYMENT_METHODS).flatMap((name): [string, Value][] => [
      [`${name}, payments`, totals.tenders[name].count],
      [`${name}, sales`, dollars(totals.tenders[name].salesCents)],
      [`${name}, refunds`, dollars(totals.tenders[name].refundsCents)],
      [`${name}, net`, dollars(totals.tenders[name].netCents)],
    ]),
    ['Orders', totals.orders],
    ['Units sold', totals.unitsSold],
    ['Units refunded', totals.unitsRefunded],
    ['Ship-to-school units', totals.shipToSchoolUnits],
    ['Average order', dollars(totals.averageOrderCents)],
    ['eWallet, funded', dollars(totals.eWallet.fundedCents)],
    ['eWallet, spent', dollars(totals.eWallet.spentCents)],
    ['eWallet, outstanding balance', dollars(totals.eWallet.outstandingCents)],
    ...(totals.settlement
      ? ([
          ['Eligible net', dollars(totals.settlement.eligibleNetCents)],
          ['Due from school', dollars(totals.settlement.dueFromSchoolCents)],
        ] as [string, Value][])
      : []),
    ...(totals.cashControl
      ? ([
          ['Expected cash', dollars(totals.cashControl.expectedCashCents)],
          ['Expected checks', dollars(totals.cashControl.expectedChecksCents)],
        ] as [string, Value][])
      : []),
  ];
  return expected.flatMap(([label, value]) =>
    same(found.get(label) ?? null, value)
      ? []
      : [`${label}: ${found.get(label)} in the sheet, ${value} in the report.`],
  );
}
