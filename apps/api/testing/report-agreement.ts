import { CASH_LINES, type CashLines } from '@pos/contract/cash-lines';
import type { DailySalesReport, SalesSummaryReport } from '@pos/contract/reports';
import { ITEM_FIGURES, itemSums, METHOD_NAMES, MONEY, pickFigures, sum } from './report-figures.ts';
import type { Complaints, SalesReports } from './sales-reports.ts';

/** Checks domain 9.9, 1: the totals of the reports are equal, and each is the sum of its rows. */
export function checkAgreement(reports: SalesReports, complaints: Complaints): void {
  checkOrderLines(reports, complaints);
  checkMoney(reports, complaints);
  checkUnits(reports, complaints);
  checkCash(reports, complaints);
  checkComposition(reports.summary, complaints);
}

/**
 * Checks that SALES_ORDER_PER_ITEM equals ITEM_SALES, and that its totals are the sums of its rows.
 */
function checkOrderLines({ items, orders }: SalesReports, { expectEqual }: Complaints): void {
  expectEqual(
    'SALES_ORDER_PER_ITEM totals = ITEM_SALES',
    pickFigures(orders.totals),
    pickFigures(items.totals),
  );
  expectEqual(
    'SALES_ORDER_PER_ITEM titles = ITEM_SALES',
    itemSums(orders.subtotals),
    itemSums(items.rows),
  );
  expectEqual(
    'SALES_ORDER_PER_ITEM totals = its subtotals',
    pickFigures(orders.totals),
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
}

/** Checks that amounts are equal in every report, and are the sums of the rows. */
function checkMoney({ summary, daily, items }: SalesReports, { expectEqual }: Complaints): void {
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
}

/** Checks that tax, orders and units are equal in every report. */
function checkUnits({ summary, daily, items }: SalesReports, { expectEqual }: Complaints): void {
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
}

/**
 * Checks that expected cash and checks are equal in both reports, and are the sums of their lines.
 */
function checkCash({ summary, daily }: SalesReports, { expectEqual }: Complaints): void {
  expectEqual(
    'DAILY_SALES expected cash = SALES_SUMMARY',
    daily.totals.expectedCashDepositCents,
    summary.totals.cashControl?.expectedCashCents ?? null,
  );
  expectEqual(
    'DAILY_SALES cash rounding = SALES_SUMMARY',
    daily.totals.cashRoundingCents,
    summary.totals.settlement?.cashRoundingCents ?? null,
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
}

/** Checks that each figure of the summary is the sum of its parts. */
function checkComposition(summary: SalesSummaryReport, { expectEqual }: Complaints): void {
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

/** Checks that expected cash is the sum of its lines. */
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

/** Checks that the registers of a day add up to the day (domain 9.4). */
export function checkDevices(
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

/** Checks domain 9.9, 2: tenders and uncollected make up the total. */
export function checkTenders({ summary, daily }: SalesReports, { expectEqual }: Complaints): void {
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

/** Checks domain 9.9, 4, as far as a report shows it. */
export function checkMemos(
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
