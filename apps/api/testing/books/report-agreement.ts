import { CASH_LINES, type CashLines } from '@pos/contract/reports/sales-summary/cash-lines';
import type { DailySalesReport, SalesSummaryReport } from '@pos/contract/reports/reports';
import {
  ITEM_FIGURES,
  itemSums,
  METHOD_NAMES,
  MONEY,
  pickFigures,
  sum,
  getSum,
} from './report-figures.ts';
import type { Compare, SalesReports } from './sales-reports.ts';

/** Checks domain 9.9, 1: the totals of the reports are equal, and each is the sum of its rows. */
export function checkAgreement(reports: SalesReports, compare: Compare): void {
  checkOrderLines(reports, compare);
  checkMoneyAndUnits(reports, compare);
  checkCash(reports, compare);
  checkComposition(reports.summary, compare);
}

/** SALES_ORDER_PER_ITEM equals ITEM_SALES, and its totals are the sums of its rows. */
function checkOrderLines({ items, orders }: SalesReports, compare: Compare): void {
  const { totals, subtotals, rows } = orders;
  const amounts = [...MONEY, 'taxCents'] as const;
  compare('SALES_ORDER_PER_ITEM', {
    'totals of ITEM_SALES': [pickFigures(totals), pickFigures(items.totals)],
    'titles of ITEM_SALES': [itemSums(subtotals), itemSums(items.rows)],
    'sums of its subtotals': [
      pickFigures(totals),
      ITEM_FIGURES.map((name) => getSum(subtotals, name)),
    ],
    'sums of its rows': [
      amounts.map((name) => totals[name]),
      amounts.map((name) => getSum(rows, name)),
    ],
    'net quantity': [totals.netQuantity, getSum(rows, 'quantity')],
    'rows of its titles': [getSum(subtotals, 'rows'), rows.length],
  });
  let place = 0;
  for (const { title, rows: count, netCents } of subtotals)
    compare('SALES_ORDER_PER_ITEM', {
      [`net of ${title}`]: [getSum(rows.slice(place, (place += count)), 'netCents'), netCents],
    });
}

/** Amounts, tax, orders and units are equal in every report, and amounts the sums of the rows. */
function checkMoneyAndUnits({ summary, daily, items }: SalesReports, compare: Compare): void {
  for (const name of MONEY)
    compare(name, {
      'DAILY_SALES = SALES_SUMMARY': [daily.totals[name], summary.totals[name]],
      'ITEM_SALES = SALES_SUMMARY': [items.totals[name], summary.totals[name]],
      'SALES_SUMMARY = its fairs': [summary.totals[name], getSum(summary.rows, name)],
      'DAILY_SALES = its days': [daily.totals[name], getSum(daily.rows, name)],
      'ITEM_SALES = its rows': [items.totals[name], getSum(items.rows, name)],
      'ITEM_SALES = its subtotals': [items.totals[name], getSum(items.subtotals, name)],
    });
  const { netTaxCents, orders, unitsSold, unitsRefunded } = summary.totals;
  compare('as in SALES_SUMMARY', {
    'DAILY_SALES tax': [daily.totals.taxCents, netTaxCents],
    'ITEM_SALES tax': [items.totals.taxCents, netTaxCents],
    'DAILY_SALES orders': [daily.totals.orders, orders],
    'DAILY_SALES units': [daily.totals.units, unitsSold],
    'ITEM_SALES units sold': [items.totals.quantitySold, unitsSold],
    'ITEM_SALES units refunded': [items.totals.quantityRefunded, unitsRefunded],
  });
}

/** Expected cash and checks are equal in both reports, and cash is the sum of its lines. */
function checkCash({ summary, daily }: SalesReports, compare: Compare): void {
  const { cashControl, settlement } = summary.totals;
  compare('DAILY_SALES as in SALES_SUMMARY', {
    'expected cash': [
      daily.totals.expectedCashDepositCents,
      cashControl?.expectedCashCents ?? null,
    ],
    'expected checks': [daily.totals.expectedChecksCents, cashControl?.expectedChecksCents ?? null],
    'cash rounding': [daily.totals.cashRoundingCents, settlement?.cashRoundingCents ?? null],
    'cash lines': [daily.totals.cashLines, cashControl?.cashLines ?? null],
  });
  const ofLines = (lines: CashLines) => sum(CASH_LINES.map(({ name, sign }) => sign * lines[name]));
  for (const { cashControl: cash } of [summary.totals, ...summary.rows])
    if (cash?.cashLines)
      compare('SALES_SUMMARY', { cash: [ofLines(cash.cashLines), cash.expectedCashCents] });
  for (const { cashLines, expectedCashDepositCents } of [daily.totals, ...daily.rows])
    if (cashLines) compare('DAILY_SALES', { cash: [ofLines(cashLines), expectedCashDepositCents] });
}

/** Each figure of the summary is the sum of its parts. */
function checkComposition({ totals, rows }: SalesSummaryReport, compare: Compare): void {
  for (const each of [totals, ...rows])
    compare('SALES_SUMMARY', {
      'net = gross - discounts - refunds': [
        each.netCents,
        each.grossCents - each.discountCents - each.refundNetCents,
      ],
      'net = taxable + non-taxable + exempt': [
        each.netCents,
        each.taxableNetCents + each.nonTaxableNetCents + each.exemptNetCents,
      ],
      'exempt = its reasons': [each.exemptNetCents, sum(Object.values(each.exemptNetByReason))],
      'total = net + net tax': [
        each.totalCents,
        each.netCents + each.taxCollectedCents - each.taxRefundedCents,
      ],
      'orders = customers by type': [each.orders, sum(Object.values(each.ordersByCustomerType))],
    });
}

/** Checks that the registers of a day add up to the day (domain 9.4). */
export function checkDevices(
  { rows }: DailySalesReport,
  { devices }: DailySalesReport,
  compare: Compare,
): void {
  const toKey = (row: { date: string; fairIdentifier: string }) =>
    `${row.date} ${row.fairIdentifier}`;
  const ofDay = Map.groupBy(devices ?? [], toKey);
  const known = new Set(rows.map(toKey));
  compare('registers', {
    'days not listed': [[...ofDay.keys()].filter((key) => !known.has(key)), []],
  });
  for (const day of rows) {
    const own = ofDay.get(toKey(day)) ?? [];
    compare(toKey(day), {
      'its registers': [
        [
          getSum(own, 'orders'),
          getSum(own, 'netCents'),
          sum(own.map(({ expectedCashCents }) => expectedCashCents ?? 0)),
        ],
        [day.orders, day.netCents, day.expectedCashDepositCents ?? 0],
      ],
    });
  }
}

/** Checks domain 9.9, 2: tenders and uncollected make up the total. */
export function checkTenders({ summary, daily }: SalesReports, compare: Compare): void {
  for (const { tenders, ...figures } of [summary.totals, ...summary.rows]) {
    const nets = sum(METHOD_NAMES.map((name) => tenders[name].netCents));
    compare('SALES_SUMMARY', {
      'tender nets + uncollected = total': [nets + figures.uncollectedCents, figures.totalCents],
      'tender difference': [figures.tenderDifferenceCents, 0],
    });
    for (const name of METHOD_NAMES) {
      const { netCents, salesCents, refundsCents } = tenders[name];
      compare(name, { 'net = sales - refunds': [netCents, salesCents - refundsCents] });
    }
  }
  for (const day of [...daily.rows, daily.totals]) {
    const nets = sum(METHOD_NAMES.map((name) => day.tenders[name]));
    compare('DAILY_SALES', { 'tender nets': [nets + day.uncollectedCents, day.totalCents] });
  }
}

/** Checks domain 9.9, 4, as far as a report shows it. */
export function checkMemos(
  { totals: { eWallet: wallet, aveDollar: ave } }: SalesSummaryReport,
  compare: Compare,
): void {
  const walletIn = wallet.openingCents + wallet.fundedCents + wallet.refundedCents;
  const walletOut = wallet.spentCents + wallet.paidOutCents - wallet.adjustedCents;
  const aveIn = ave.openingCents + ave.earnedCents + ave.refundedCents;
  const aveOut = ave.spentCents + ave.reversedCents - ave.adjustedCents;
  compare('memo closes', {
    eWallet: [wallet.outstandingCents, walletIn - walletOut],
    AveDollar: [ave.closingCents, aveIn - aveOut],
  });
}
