import { PAID_STATE, SHIPPING_STATUS, type SalesOrderTotals } from '@pos/contract/line-reports';
import { PAYMENT_METHODS } from '@pos/contract/payments';
import type {
  DailySalesReport,
  DailySalesTotals,
  FairReturnReport,
  ItemSalesReport,
  LastCopyReport,
  Report,
  SalesOrderReport,
  SalesSummaryReport,
  ShipToSchoolReport,
} from '@pos/contract/reports';
import type { ItemSalesTotals } from '@pos/contract/item-sales';
import type { FairReturnRow, FairReturnTotals } from '@pos/contract/stock-reports';
import { parse } from 'csv-parse/sync';
import { readWorkbook } from '#api/spreadsheets/reading/read-workbook.ts';
import { findHeader } from '#api/spreadsheets/header.ts';
import { EMPTY, type Cell } from '#api/spreadsheets/sheet.ts';

/**
 * Where the first sheet of a report's workbook, read with the product's own reader, differs from the report's JSON:
 * every row and the totals, one line for each difference.
 */
export async function sheetDifferences(report: Report, bytes: Buffer): Promise<string[]> {
  const sheet = await readWorkbook(bytes);
  if (report.reportType === 'SALES_SUMMARY')
    return summaryDifferences(
      report,
      new Map(sheet.rows.map((row) => [valueOf(row.cells[0]), valueOf(row.cells.at(-1))])),
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
    .map((row) => places.map((index) => valueOf(row.cells[index])));
  return tableDifferences(headers, found, rows, inAnyOrder);
}

/** The same for the report as CSV, which has no subtotals and no headings. Amounts must be plain decimals, and a text that begins like a formula must be made harmless. */
export function csvDifferences(report: Report, csv: string): string[] {
  if (!csv.startsWith('\uFEFF')) return ['The file does not begin with the mark of UTF-8.'];
  // Below the rows of DAILY_SALES expected cash follows, after an empty line.
  const [table = ''] = report.reportType === 'DAILY_SALES' ? csv.split('\r\n\r\n') : [csv];
  const [header = [], ...lines] = parse(table, {
    bom: true,
    relax_column_count: true,
  }) as string[][];
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

/** The same for the days of each register, which stand between those of DAILY_SALES and expected cash. */
export function registerDifferences(report: DailySalesReport, csv: string): string[] {
  const [days = '', registers = '', ...rest] = csv.split('\r\n\r\n');
  if (rest.length > 1) return ['The CSV has more than three tables.'];
  const found = (parse(registers, { columns: true }) as Record<string, string>[]).map((row) =>
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

type Table = { headers: readonly string[]; rows: readonly Value[][]; inAnyOrder?: boolean };

function expectedTable(report: Exclude<Report, SalesSummaryReport>): Table {
  switch (report.reportType) {
    case 'DAILY_SALES':
      return { headers: ['Date', 'Fair', ...DAILY_HEADERS], rows: dailyRows(report) };
    case 'ITEM_SALES':
      return { headers: ['SKU/ISBN', 'Title', ...ITEM_HEADERS], rows: itemRows(report) };
    case 'SHIP_TO_SCHOOL':
      // The list is sorted for the class, the JSON by date.
      return { headers: SHIP_HEADERS, rows: shipRows(report), inAnyOrder: true };
    case 'LAST_COPY':
      return { headers: ['SKU/ISBN', 'Title', ...LAST_COPY_HEADERS], rows: lastCopyRows(report) };
    case 'SALES_ORDER_PER_ITEM':
      return { headers: SALES_ORDER_HEADERS, rows: salesOrderRows(report) };
    case 'FAIR_RETURN_REPORT':
      return { headers: ['SKU/ISBN', 'Title', ...RETURN_HEADERS], rows: returnRows(report) };
  }
}

const methodsOf = (methods: readonly (keyof typeof PAYMENT_METHODS)[]) =>
  methods.map((method) => PAYMENT_METHODS[method]).join(' + ') || null;

const SHIP_HEADERS = [
  'Order',
  'Date',
  'Student/customer',
  'Grade',
  'Teacher',
  'SKU/ISBN',
  'Title',
  'Qty',
  'Unit price',
  'Line net',
  'Tax',
  'Total',
  'Method(s)',
  'Paid',
  'Fulfilment status',
  'Warehouse available',
];

function shipRows({ rows, totals }: ShipToSchoolReport): Value[][] {
  return [
    ...rows.map((row) => [
      row.orderNumber,
      row.date,
      row.customerName,
      row.grade,
      row.teacher,
      row.sku,
      row.title,
      row.quantity,
      ...[row.unitPriceCents, row.lineNetCents, row.taxCents, row.totalCents].map(dollars),
      methodsOf(row.methods),
      PAID_STATE[row.paid],
      SHIPPING_STATUS[row.fulfilmentStatus],
      row.warehouseAvailable,
    ]),
    [
      `Total: ${totals.orders} orders, ${totals.lines} lines`,
      null,
      null,
      null,
      null,
      null,
      null,
      totals.units,
      null,
      ...[totals.lineNetCents, totals.taxCents, totals.totalCents].map(dollars),
      null,
      null,
      null,
      null,
    ],
  ];
}

const SALES_ORDER_HEADERS = [
  'Kind',
  'SKU/ISBN',
  'Title',
  'Order',
  'Device',
  'Cashier',
  'Customer/student',
  'Qty',
  'Unit price',
  'Gross',
  'Discount',
  'Refunds',
  'Net',
  'Tax',
  'Total',
  'Refunded so far',
  'Method(s)',
  'Fulfilment',
  'Exempt',
  'Last copy',
];

function salesOrderRows({ rows, subtotals, totals }: SalesOrderReport): Value[][] {
  const amounts = (
    row: Omit<SalesOrderTotals, 'rows' | 'quantitySold' | 'quantityRefunded' | 'netQuantity'>,
  ) =>
    [
      row.grossCents,
      row.discountCents,
      row.refundNetCents,
      row.netCents,
      row.taxCents,
      row.totalCents,
    ].map(dollars);
  const sums = (name: string, sku: string | null, title: string | null, row: SalesOrderTotals) => [
    name,
    sku,
    title,
    null,
    null,
    null,
    null,
    row.netQuantity,
    null,
    ...amounts(row),
    null,
    null,
    null,
    null,
    null,
  ];
  let place = 0;
  const grouped = subtotals.flatMap((subtotal) => [
    ...rows
      .slice(place, (place += subtotal.rows))
      .map((row) => [
        row.kind === 'sale' ? 'Sale' : 'Refund',
        row.sku,
        row.title,
        row.orderNumber,
        row.deviceId,
        row.cashierName,
        row.customerName,
        row.quantity,
        dollars(row.unitPriceCents),
        ...amounts(row),
        row.refundedSoFar,
        methodsOf(row.methods),
        row.fulfilment === 'in_person' ? 'In person' : 'Ship to school',
        row.taxExempt ? 'Y' : 'N',
        row.lastCopy ? 'Y' : 'N',
      ]),
    sums('Subtotal', subtotal.sku, subtotal.title, subtotal),
  ]);
  return [...grouped, sums('Total', null, null, totals)];
}

export type Value = string | number | null;

const DAILY_HEADERS = [
  'Orders',
  'Units',
  'Gross',
  'Discounts',
  'Refunds',
  'Net sales',
  'Tax',
  'Total',
  ...Object.values(PAYMENT_METHODS),
  'Uncollected',
  'Expected cash deposit',
  'Expected checks',
];

function dailyRows({ rows, totals }: DailySalesReport): Value[][] {
  return [
    ...rows.map((row) => [row.date, row.fairIdentifier, ...dailyFigures(row)]),
    ['Total', null, ...dailyFigures(totals)],
  ];
}

function dailyFigures(row: DailySalesTotals): Value[] {
  const tenders = Object.values(PAYMENT_METHODS).map((name) => row.tenders[name]);
  return [
    row.orders,
    row.units,
    ...[
      row.grossCents,
      row.discountCents,
      row.refundNetCents,
      row.netCents,
      row.taxCents,
      row.totalCents,
      ...tenders,
      row.uncollectedCents,
      row.expectedCashDepositCents,
      row.expectedChecksCents,
    ].map(dollars),
  ];
}

const ITEM_HEADERS = [
  'Unit price',
  'Qty sold',
  'Qty refunded',
  'Net qty',
  'Gross',
  'Discount',
  'Refunds',
  'Net sales',
  'Tax (net)',
  'Total',
  'Sent',
  'On hand',
];

function itemRows({ rows, subtotals, totals }: ItemSalesReport): Value[][] {
  const grouped = subtotals.flatMap((subtotal) => [
    ...rows
      .filter((row) => row.category === subtotal.category)
      .map((row) => [row.sku, row.title, dollars(row.unitPriceCents), ...itemFigures(row)]),
    ['Subtotal', null, null, ...itemFigures(subtotal)],
  ]);
  return [...grouped, ['Total', null, null, ...itemFigures(totals)]];
}

function itemFigures(
  row: Omit<ItemSalesTotals, 'sent' | 'onHand'> & { sent: number | null; onHand: number | null },
): Value[] {
  const money = [
    row.grossCents,
    row.discountCents,
    row.refundNetCents,
    row.netCents,
    row.taxCents,
    row.totalCents,
  ].map(dollars);
  return [row.quantitySold, row.quantityRefunded, row.netQuantity, ...money, row.sent, row.onHand];
}

const LAST_COPY_HEADERS = [
  'Price',
  'Sent',
  'Missing',
  'Adjusted',
  'Sold',
  'On hand',
  'State',
  'Order',
  'Cashier',
  'Days on sale until then',
  'Ship-to-school units ordered after',
  'Warehouse available',
  'Suggested restock',
];

function lastCopyRows({ rows, totals }: LastCopyReport): Value[][] {
  return [
    ...rows.map((row) => [
      row.sku,
      row.title,
      dollars(row.priceCents),
      row.sent,
      row.missing,
      row.adjusted,
      row.sold,
      row.onHand,
      row.state === 'sold_out' ? 'Sold out' : 'Last copy',
      row.orderNumber,
      row.cashierName,
      row.daysOnSale,
      row.shipToSchoolUnitsAfter,
      row.warehouseAvailable,
      row.suggestedRestock,
    ]),
    [
      `${totals.titles} titles`,
      null,
      null,
      null,
      null,
      null,
      totals.sold,
      null,
      null,
      null,
      null,
      null,
      totals.shipToSchoolUnitsAfter,
      null,
      totals.suggestedRestock,
    ],
  ];
}

const RETURN_HEADERS = [
  'Price',
  'Sent',
  'Missing at delivery',
  'Adjustments',
  'Sold in person',
  'Restocked',
  'Expected return',
  'Counted return',
  'of which damaged',
  'Variance',
  'Variance value',
];

function returnRows({ rows, totals }: FairReturnReport): Value[][] {
  const figures = (row: FairReturnRow | FairReturnTotals): Value[] => [
    row.sent,
    row.missing,
    row.adjusted,
    row.soldInPerson,
    row.restocked,
    row.expectedReturn,
    row.counted,
    row.damaged,
    row.variance,
    dollars(row.varianceValueCents),
  ];
  return [
    ...rows.map((row) => [row.sku, row.title, dollars(row.priceCents), ...figures(row)]),
    ['Total', null, null, ...figures(totals)],
  ];
}

function tableDifferences(
  headers: readonly string[],
  found: readonly Value[][],
  expected: readonly Value[][],
  inAnyOrder = false,
): string[] {
  if (found.length !== expected.length)
    return [`The file has ${found.length} rows, the report ${expected.length}.`];
  const order = (rows: readonly Value[][]) =>
    inAnyOrder
      ? [...rows].sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
      : rows;
  const [files, reports] = [order(found), order(expected)];
  return reports.flatMap((row, index) =>
    row.flatMap((value, column) =>
      same(files[index]?.[column] ?? null, value)
        ? []
        : [
            `Row ${index + 1}, ${headers[column]}: ${files[index]?.[column]} in the file, ${value} in the report.`,
          ],
    ),
  );
}

/** The summary is a list of figures: the total's column by label. */
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

function dollars(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}

export function valueOf(cell: Cell = EMPTY): Value {
  switch (cell.kind) {
    case 'text':
      return cell.text;
    case 'number':
      return cell.number;
    case 'date':
      return cell.day;
    case 'empty':
      return null;
    case 'boolean':
      return String(cell.boolean);
    case 'error':
      return cell.error;
  }
}

/** A text cell that is read where a number is due is a difference, even with the same digits. */
function same(found: Value, expected: Value): boolean {
  return typeof found === 'number' && typeof expected === 'number'
    ? Math.abs(found - expected) < 0.001
    : found === expected;
}
