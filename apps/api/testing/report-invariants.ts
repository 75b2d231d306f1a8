import { createClient, fetchFile, type Send } from '@pos/contract/client';
import type { CloseOutSnapshot } from '@pos/contract/close-out';
import { PAYMENT_METHODS, type PaymentMethod } from '@pos/contract/payments';
import { CASH_LINES, type CashLines } from '@pos/contract/cash-lines';
import {
  type DailySalesReport,
  type FairReturnReport,
  type ItemSalesReport,
  type Report,
  reportsApi,
  type SalesOrderReport,
  type SalesSummaryReport,
  type ShipToSchoolReport,
} from '@pos/contract/reports';
import type { SalesSummaryFigures } from '@pos/contract/sales-summary';
import { ReportType } from '@pos/contract/report-query';
import type { ItemSalesRow } from '@pos/contract/item-sales';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { addDays, daysBetween } from '#api/time/days.ts';
import { csvDifferences, registerDifferences, sheetDifferences } from './report-sheets.ts';

/** What the sales reports are asked for together. */
export type ReportQuestion = {
  schoolIdentifier: string;
  fairIdentifier?: string;
  startDate: string;
  endDate: string;
  method?: PaymentMethod;
};
export type SalesReports = {
  summary: SalesSummaryReport;
  daily: DailySalesReport;
  items: ItemSalesReport;
  orders: SalesOrderReport;
  shipments: ShipToSchoolReport;
};

/** What is said to differ, as one line each. */
type Complaints = {
  expectEqual(what: string, actual: unknown, expected: unknown): void;
  add(lines: readonly string[]): void;
};

const METHOD_NAMES = Object.values(PAYMENT_METHODS);
const MONEY = ['grossCents', 'discountCents', 'refundNetCents', 'netCents', 'totalCents'] as const;

/**
 * Asks for the reports of sales through the front door, whole and in two parts, and for all reports as files, and throws with every difference
 * that domain 9.9 forbids: 1 (the reports agree), 2 (tenders and uncollected make up the total), 4 (the eWallet memo closes), 7 (adjacent ranges
 * add up), 9 (screen = xlsx = csv). `send` carries the token of someone who may read Reports. The books must stand still meanwhile. Gives the
 * reports of the whole range. 3, 4 and 5 over every order, wallet and line of the database are in invariants.ts, 6 is `checkWholeLife`, 8
 * `checkSnapshots`, 10 `checkTopUp`.
 */
export async function checkReportInvariants(
  send: Send,
  question: ReportQuestion,
): Promise<SalesReports> {
  const lines: string[] = [];
  const complaints: Complaints = {
    expectEqual: (what, actual, expected) =>
      void (
        JSON.stringify(actual) === JSON.stringify(expected) ||
        lines.push(`${what}: ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`)
      ),
    add: (more) => void lines.push(...more),
  };
  const whole = await runSalesReports(send, question);
  checkAgreement(whole, complaints);
  checkTenders(whole, complaints);
  checkMemos(whole.summary, complaints);
  for (const report of [whole.summary, whole.daily, whole.items, whole.orders])
    complaints.expectEqual(`${report.reportType} tie-out`, report.tieOut, {
      ok: true,
      differenceCents: 0,
      orderNumbers: [],
    });
  const days = daysBetween(question.startDate, question.endDate);
  for (const cut of new Set(
    [Math.floor(days / 3), Math.floor(days / 2)].filter((place) => place >= 0 && place < days),
  )) {
    const lastOfFirst = addDays(question.startDate, cut);
    const first = await runSalesReports(send, { ...question, endDate: lastOfFirst });
    const second = await runSalesReports(send, { ...question, startDate: addDays(lastOfFirst, 1) });
    checkSum(whole, first, second, `${lastOfFirst} | next day`, complaints);
  }
  const { reports } = createClient({ reports: reportsApi }, send);
  const fileOf = async (query: {
    reportType: ReportType;
    format: 'xlsx' | 'csv';
    byDevice?: boolean;
  }) =>
    Buffer.from(
      await (
        await fetchFile(reportsApi.run, { query: { ...question, ...query } }, send)
      ).blob.arrayBuffer(),
    );
  const byRegister = (
    await reports.run({ query: { ...question, reportType: 'DAILY_SALES', byDevice: true } })
  ).data as DailySalesReport;
  checkDevices(whole.daily, byRegister, complaints);
  complaints.add(
    registerDifferences(
      byRegister,
      (await fileOf({ reportType: 'DAILY_SALES', format: 'csv', byDevice: true })).toString('utf8'),
    ).map((line) => `DAILY_SALES.csv by register: ${line}`),
  );
  for (const reportType of ReportType.options) {
    const { data } = await reports.run({ query: { ...question, reportType } });
    complaints.add(
      (await sheetDifferences(data, await fileOf({ reportType, format: 'xlsx' }))).map(
        (line) => `${reportType}.xlsx: ${line}`,
      ),
    );
    complaints.add(
      csvDifferences(data, (await fileOf({ reportType, format: 'csv' })).toString('utf8')).map(
        (line) => `${reportType}.csv: ${line}`,
      ),
    );
  }
  if (lines.length > 0)
    throw new Error(
      `Reports of ${JSON.stringify(question)} break their invariants:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    );
  return whole;
}

/**
 * Domain 9.9, 8: the report of each closed-out fair over its full range reads as its snapshot does. What is the school's and goes on
 * after the fair (the memos), and when and by whom it was run, is left aside. Throws with every figure that differs; gives how many were compared.
 */
export async function checkSnapshots(db: Db, send: Send): Promise<number> {
  const client = createClient({ reports: reportsApi }, send);
  const { rows } = await sql<{
    text: string;
  }>`select snapshot::text as text from standing_close_outs`.execute(db);
  const lines: string[] = [];
  for (const { text } of rows) {
    const { fair, summary } = JSON.parse(text) as CloseOutSnapshot;
    const { data } = await client.reports.run({
      query: {
        reportType: 'SALES_SUMMARY',
        schoolIdentifier: fair.schoolIdentifier,
        fairIdentifier: fair.identifier,
        ...summary.range,
      },
    });
    const [now, kept] = [ofTheFair(data as SalesSummaryReport), ofTheFair(summary)];
    for (const name of Object.keys(kept))
      if (JSON.stringify(now[name]) !== JSON.stringify(kept[name]))
        lines.push(
          `${fair.identifier}, ${name}: ${JSON.stringify(now[name])}, in the snapshot ${JSON.stringify(kept[name])}`,
        );
  }
  if (lines.length > 0)
    throw new Error(
      `Reports of closed-out fairs differ from their snapshots:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    );
  return rows.length;
}

function ofTheFair({
  state,
  fairs,
  range,
  rows,
  totals: { eWallet: _, aveDollar: __, ...totals },
}: SalesSummaryReport): Record<string, unknown> {
  return { state, fairs, range, ...rows[0], ...totals };
}

export async function runSalesReports(send: Send, question: ReportQuestion): Promise<SalesReports> {
  const client = createClient({ reports: reportsApi }, send);
  const run = async <Type extends ReportType>(reportType: Type) =>
    (await client.reports.run({ query: { ...question, reportType } })).data as Extract<
      Report,
      { reportType: Type }
    >;
  return {
    summary: await run('SALES_SUMMARY'),
    daily: await run('DAILY_SALES'),
    items: await run('ITEM_SALES'),
    orders: await run('SALES_ORDER_PER_ITEM'),
    shipments: await run('SHIP_TO_SCHOOL'),
  };
}

/** Domain 9.9, 1: the totals of the reports are the same, and each is the sum of its rows. */
function checkAgreement(
  { summary, daily, items, orders }: SalesReports,
  { expectEqual }: Complaints,
): void {
  expectEqual(
    'SALES_ORDER_PER_ITEM totals = ITEM_SALES',
    pickOf(orders.totals),
    pickOf(items.totals),
  );
  expectEqual(
    'SALES_ORDER_PER_ITEM titles = ITEM_SALES',
    itemSums(orders.subtotals),
    itemSums(items.rows),
  );
  expectEqual(
    'SALES_ORDER_PER_ITEM totals = its subtotals',
    pickOf(orders.totals),
    ITEM_FIGURES.map((name) => sum(orders.subtotals.map((row) => row[name]))),
  );
  for (const name of [...MONEY, 'taxCents'] as const)
    expectEqual(
      `SALES_ORDER_PER_ITEM ${name} = its rows`,
      orders.totals[name],
      sum(orders.rows.map((row) => row[name])),
    );
  expectEqual(
    'SALES_ORDER_PER_ITEM net quantity = its rows',
    orders.totals.netQuantity,
    sum(orders.rows.map(({ quantity }) => quantity)),
  );
  expectEqual(
    'SALES_ORDER_PER_ITEM rows of its titles',
    sum(orders.subtotals.map(({ rows }) => rows)),
    orders.rows.length,
  );
  let place = 0;
  for (const subtotal of orders.subtotals)
    expectEqual(
      `SALES_ORDER_PER_ITEM net of ${subtotal.title}`,
      sum(orders.rows.slice(place, (place += subtotal.rows)).map(({ netCents }) => netCents)),
      subtotal.netCents,
    );
  for (const name of MONEY) {
    expectEqual(`DAILY_SALES ${name} = SALES_SUMMARY`, daily.totals[name], summary.totals[name]);
    expectEqual(`ITEM_SALES ${name} = SALES_SUMMARY`, items.totals[name], summary.totals[name]);
    expectEqual(
      `SALES_SUMMARY ${name} = its fairs`,
      summary.totals[name],
      sum(summary.rows.map((row) => row[name])),
    );
    expectEqual(
      `DAILY_SALES ${name} = its days`,
      daily.totals[name],
      sum(daily.rows.map((row) => row[name])),
    );
    expectEqual(
      `ITEM_SALES ${name} = its rows`,
      items.totals[name],
      sum(items.rows.map((row) => row[name])),
    );
    expectEqual(
      `ITEM_SALES ${name} = its subtotals`,
      items.totals[name],
      sum(items.subtotals.map((row) => row[name])),
    );
  }
  expectEqual('DAILY_SALES tax = SALES_SUMMARY', daily.totals.taxCents, summary.totals.netTaxCents);
  expectEqual('ITEM_SALES tax = SALES_SUMMARY', items.totals.taxCents, summary.totals.netTaxCents);
  expectEqual('DAILY_SALES orders = SALES_SUMMARY', daily.totals.orders, summary.totals.orders);
  expectEqual('DAILY_SALES units = SALES_SUMMARY', daily.totals.units, summary.totals.unitsSold);
  expectEqual(
    'ITEM_SALES units sold = SALES_SUMMARY',
    items.totals.quantitySold,
    summary.totals.unitsSold,
  );
  expectEqual(
    'ITEM_SALES units refunded = SALES_SUMMARY',
    items.totals.quantityRefunded,
    summary.totals.unitsRefunded,
  );
  expectEqual(
    'DAILY_SALES expected cash = SALES_SUMMARY',
    daily.totals.expectedCashDepositCents,
    summary.totals.cashControl?.expectedCashCents ?? null,
  );
  expectEqual(
    'DAILY_SALES expected checks = SALES_SUMMARY',
    daily.totals.expectedChecksCents,
    summary.totals.cashControl?.expectedChecksCents ?? null,
  );
  for (const { cashControl } of [summary.totals, ...summary.rows])
    checkCashLines('SALES_SUMMARY', cashControl?.cashLines, cashControl?.expectedCashCents, {
      expectEqual,
    });
  for (const day of [daily.totals, ...daily.rows])
    checkCashLines('DAILY_SALES', day.cashLines, day.expectedCashDepositCents, { expectEqual });
  expectEqual(
    'DAILY_SALES cash lines = SALES_SUMMARY',
    daily.totals.cashLines,
    summary.totals.cashControl?.cashLines ?? null,
  );
  for (const figures of [summary.totals, ...summary.rows]) {
    expectEqual(
      'net = gross - discounts - refunds',
      figures.netCents,
      figures.grossCents - figures.discountCents - figures.refundNetCents,
    );
    expectEqual(
      'net = taxable + non-taxable + exempt',
      figures.netCents,
      figures.taxableNetCents + figures.nonTaxableNetCents + figures.exemptNetCents,
    );
    expectEqual(
      'exempt = its reasons',
      figures.exemptNetCents,
      sum(Object.values(figures.exemptNetByReason)),
    );
    expectEqual(
      'total = net + net tax',
      figures.totalCents,
      figures.netCents + figures.taxCollectedCents - figures.taxRefundedCents,
    );
    expectEqual(
      'orders = customers by type',
      figures.orders,
      sum(Object.values(figures.ordersByCustomerType)),
    );
  }
}

/** Expected cash is the sum of its lines. */
function checkCashLines(
  of: string,
  lines: CashLines | null | undefined,
  expectedCents: number | null | undefined,
  { expectEqual }: Pick<Complaints, 'expectEqual'>,
): void {
  if (!lines) return;
  expectEqual(
    `${of} expected cash = its lines`,
    sum(CASH_LINES.map(({ name, sign }) => sign * lines[name])),
    expectedCents ?? null,
  );
}

/** The registers of a day add up to the day (domain 9.4). */
function checkDevices(
  { rows }: DailySalesReport,
  { devices }: DailySalesReport,
  { expectEqual }: Complaints,
): void {
  const known = new Set(rows.map(({ date, fairIdentifier }) => `${date} ${fairIdentifier}`));
  expectEqual(
    'registers of days that are not listed',
    (devices ?? []).filter(({ date, fairIdentifier }) => !known.has(`${date} ${fairIdentifier}`)),
    [],
  );
  for (const day of rows) {
    const ofDay = (devices ?? []).filter(
      ({ date, fairIdentifier }) => date === day.date && fairIdentifier === day.fairIdentifier,
    );
    expectEqual(
      `${day.date} ${day.fairIdentifier} = its registers`,
      [
        sum(ofDay.map(({ orders }) => orders)),
        sum(ofDay.map(({ netCents }) => netCents)),
        sum(ofDay.map(({ expectedCashCents }) => expectedCashCents ?? 0)),
      ],
      [day.orders, day.netCents, day.expectedCashDepositCents ?? 0],
    );
  }
}

/** Domain 9.9, 2. */
function checkTenders({ summary, daily }: SalesReports, { expectEqual }: Complaints): void {
  for (const figures of [summary.totals, ...summary.rows]) {
    expectEqual(
      'tender nets + uncollected = total',
      sum(METHOD_NAMES.map((name) => figures.tenders[name].netCents)) + figures.uncollectedCents,
      figures.totalCents,
    );
    expectEqual('tender difference', figures.tenderDifferenceCents, 0);
    for (const name of METHOD_NAMES)
      expectEqual(
        `${name} net = sales - refunds`,
        figures.tenders[name].netCents,
        figures.tenders[name].salesCents - figures.tenders[name].refundsCents,
      );
  }
  for (const day of [...daily.rows, daily.totals])
    expectEqual(
      'tender nets + uncollected = total of the day',
      sum(METHOD_NAMES.map((name) => day.tenders[name])) + day.uncollectedCents,
      day.totalCents,
    );
}

/** Domain 9.9, 4, as far as a report shows it. */
function checkMemos(
  { totals: { eWallet, aveDollar } }: SalesSummaryReport,
  { expectEqual }: Complaints,
): void {
  const { openingCents, fundedCents, spentCents, refundedCents, paidOutCents, adjustedCents } =
    eWallet;
  expectEqual(
    'eWallet memo closes',
    eWallet.outstandingCents,
    openingCents + fundedCents - spentCents + refundedCents - paidOutCents + adjustedCents,
  );
  expectEqual(
    'AveDollar memo closes',
    aveDollar.closingCents,
    aveDollar.openingCents +
      aveDollar.earnedCents -
      aveDollar.spentCents +
      aveDollar.refundedCents -
      aveDollar.reversedCents +
      aveDollar.adjustedCents,
  );
}

/** Domain 9.9, 7: figures of two adjacent ranges add up to the whole's. */
function checkSum(
  whole: SalesReports,
  first: SalesReports,
  second: SalesReports,
  at: string,
  { expectEqual }: Complaints,
): void {
  const halves = [first, second];
  for (const name of additive(whole.summary.totals))
    expectEqual(
      `${at}: SALES_SUMMARY ${name}`,
      sum(halves.map((half) => half.summary.totals[name])),
      whole.summary.totals[name],
    );
  for (const name of METHOD_NAMES) {
    for (const figure of [
      'count',
      'salesCents',
      'refundsCents',
      'netCents',
      'underReviewCents',
    ] as const) {
      expectEqual(
        `${at}: ${name} ${figure}`,
        sum(halves.map((half) => half.summary.totals.tenders[name][figure])),
        whole.summary.totals.tenders[name][figure],
      );
    }
  }
  for (const figure of [
    'fundedCents',
    'spentCents',
    'refundedCents',
    'paidOutCents',
    'adjustedCents',
  ] as const) {
    expectEqual(
      `${at}: eWallet ${figure}`,
      sum(halves.map((half) => half.summary.totals.eWallet[figure])),
      whole.summary.totals.eWallet[figure],
    );
  }
  expectEqual(
    `${at}: eWallet opens as it closed`,
    second.summary.totals.eWallet.openingCents,
    first.summary.totals.eWallet.outstandingCents,
  );
  expectEqual(
    `${at}: eWallet at the end`,
    second.summary.totals.eWallet.outstandingCents,
    whole.summary.totals.eWallet.outstandingCents,
  );
  expectEqual(
    `${at}: DAILY_SALES days with figures`,
    halves.flatMap((half) => half.daily.rows).filter(hasFigures),
    whole.daily.rows.filter(hasFigures),
  );
  expectEqual(
    `${at}: ITEM_SALES rows`,
    itemSums(halves.flatMap((half) => half.items.rows)),
    itemSums(whole.items.rows),
  );
  expectEqual(
    `${at}: SALES_ORDER_PER_ITEM rows`,
    lineKeys(halves.flatMap((half) => half.orders.rows)),
    lineKeys(whole.orders.rows),
  );
  expectEqual(
    `${at}: SHIP_TO_SCHOOL rows`,
    halves.flatMap((half) => half.shipments.rows),
    whole.shipments.rows,
  );
}

const NOT_ADDITIVE = ['averageOrderCents'];
type Additive = {
  [Name in keyof SalesSummaryFigures]: SalesSummaryFigures[Name] extends number ? Name : never;
}[keyof SalesSummaryFigures];

function additive(figures: SalesSummaryFigures): Additive[] {
  return Object.entries(figures).flatMap(([name, value]) =>
    typeof value === 'number' && !NOT_ADDITIVE.includes(name) ? [name as Additive] : [],
  );
}

/** A fair is listed by a range that its dates touch, so a half may lack days without figures. */
function hasFigures(row: DailySalesReport['rows'][number]): boolean {
  return (
    row.orders > 0 ||
    row.refundNetCents > 0 ||
    row.totalCents !== 0 ||
    (row.expectedCashDepositCents ?? 0) !== 0 ||
    (row.expectedChecksCents ?? 0) !== 0
  );
}

const ITEM_FIGURES = [
  'quantitySold',
  'quantityRefunded',
  'netQuantity',
  'grossCents',
  'discountCents',
  'refundNetCents',
  'netCents',
  'taxCents',
  'totalCents',
] as const;

type ItemFigures = Pick<ItemSalesRow, (typeof ITEM_FIGURES)[number]>;

function pickOf(row: ItemFigures): number[] {
  return ITEM_FIGURES.map((name) => row[name]);
}

/** The figures of each title, whatever its prices. */
function itemSums(
  rows: readonly (ItemFigures & Pick<ItemSalesRow, 'sku' | 'title'>)[],
): [string, number[]][] {
  const sums = new Map<string, number[]>();
  for (const row of rows) {
    const key = row.sku ?? row.title;
    const known = sums.get(key) ?? ITEM_FIGURES.map(() => 0);
    sums.set(
      key,
      ITEM_FIGURES.map((name, index) => (known[index] ?? 0) + row[name]),
    );
  }
  return [...sums].sort(([one], [other]) => one.localeCompare(other));
}

/** The lines in an order of their own; a title is named as it was booked last in the range, so its name is left aside. */
function lineKeys(rows: SalesOrderReport['rows']): string[] {
  return rows.map(({ title: _, category: __, ...row }) => JSON.stringify(row)).sort();
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * Domain 9.9, 5 and 6, for fairs whose whole life lies in the range and that have no open orders, whose goods are gone and not yet reported: what is expected back of each title is its formula, and what ITEM_SALES
 * counts of it is what left the fair in person less what was restocked, what goes to the school, less what came back and was not restocked.
 */
export async function checkWholeLife(send: Send, question: ReportQuestion): Promise<void> {
  const { items, orders } = await runSalesReports(send, question);
  const { data } = await createClient({ reports: reportsApi }, send).reports.run({
    query: { ...question, reportType: 'FAIR_RETURN_REPORT' },
  });
  const lines: string[] = [];
  const titles = new Map<string, { sold: number; restocked: number }>();
  for (const row of (data as FairReturnReport).rows) {
    const expected = row.sent - row.missing + row.adjusted - row.soldInPerson + row.restocked;
    if (row.expectedReturn !== expected)
      lines.push(`${row.sku}: ${row.expectedReturn} are expected back, by the formula ${expected}`);
    const known = titles.get(row.sku) ?? { sold: 0, restocked: 0 };
    titles.set(row.sku, {
      sold: known.sold + row.soldInPerson,
      restocked: known.restocked + row.restocked,
    });
  }
  for (const [sku, { sold, restocked }] of titles) {
    const ofTitle = orders.rows.filter((row) => row.sku === sku);
    const shipped = sum(
      ofTitle
        .filter(({ fulfilment }) => fulfilment === 'ship_to_school')
        .map(({ quantity }) => quantity),
    );
    const refunded = -sum(
      ofTitle
        .filter(({ kind, fulfilment }) => kind === 'refund' && fulfilment === 'in_person')
        .map(({ quantity }) => quantity),
    );
    const net = sum(
      items.rows.filter((row) => row.sku === sku).map(({ netQuantity }) => netQuantity),
    );
    const expected = sold - restocked + shipped - (refunded - restocked);
    if (net !== expected)
      lines.push(`${sku}: ITEM_SALES has ${net} net, stock and shipments say ${expected}`);
  }
  if (lines.length > 0)
    throw new Error(
      `Sales and stock of ${JSON.stringify(question)} differ:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    );
}

/** Domain 9.9, 10: no figure of sales changes by what `topUp` does, while the eWallets are funded by it. */
export async function checkTopUp(
  send: Send,
  question: ReportQuestion,
  topUp: () => Promise<void>,
): Promise<void> {
  const before = await runSalesReports(send, question);
  await topUp();
  const after = await runSalesReports(send, question);
  const salesOf = ({ summary, daily, items, orders, shipments }: SalesReports) => {
    const { eWallet: _, aveDollar: __, settlement, cashControl: ___, ...figures } = summary.totals;
    const days = daily.rows.map(
      ({
        expectedCashDepositCents: _cash,
        cashVarianceCents: _variance,
        expectedChecksCents: _checks,
        checkVarianceCents: _other,
        cashLines: _lines,
        expectedCheckCount: _count,
        checkCountVariance: _difference,
        ...day
      }) => day,
    );
    return JSON.stringify([
      figures,
      settlement?.eligibleNetCents,
      days.filter(({ orders: sold, totalCents }) => sold > 0 || totalCents !== 0),
      items.rows,
      orders.rows,
      shipments.rows,
    ]);
  };
  if (salesOf(before) !== salesOf(after))
    throw new Error(`A top-up changed figures of sales of ${JSON.stringify(question)}.`);
  if (
    after.summary.totals.eWallet.outstandingCents <= before.summary.totals.eWallet.outstandingCents
  )
    throw new Error('The top-up funded no eWallet.');
}
