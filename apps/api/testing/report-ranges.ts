import type { DailySalesReport, SalesOrderReport, SalesSummaryReport } from '@pos/contract/reports';
import type { SalesSummaryFigures } from '@pos/contract/reports/sales-summary';
import { itemSums, METHOD_NAMES, sum } from './report-figures.ts';
import type { Complaints, SalesReports } from './sales-reports.ts';

/** Domain 9.9, 7: figures of two adjacent ranges add up to those of the whole. */
export function checkSum(
  whole: SalesReports,
  first: SalesReports,
  second: SalesReports,
  at: string,
  complaints: Complaints,
): void {
  checkSummaries(whole.summary, first.summary, second.summary, at, complaints);
  const halves = [first, second];
  const { expectEqual } = complaints;
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

/** Sums of the summary, its tenders and its eWallet memo. */
function checkSummaries(
  whole: SalesSummaryReport,
  first: SalesSummaryReport,
  second: SalesSummaryReport,
  at: string,
  { expectEqual }: Complaints,
): void {
  const halves = [first, second];
  for (const name of additive(whole.totals))
    expectEqual(
      `${at}: SALES_SUMMARY ${name}`,
      sum(halves.map((half) => half.totals[name])),
      whole.totals[name],
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
        sum(halves.map((half) => half.totals.tenders[name][figure])),
        whole.totals.tenders[name][figure],
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
      sum(halves.map((half) => half.totals.eWallet[figure])),
      whole.totals.eWallet[figure],
    );
  }
  expectEqual(
    `${at}: eWallet opens as it closed`,
    second.totals.eWallet.openingCents,
    first.totals.eWallet.outstandingCents,
  );
  expectEqual(
    `${at}: eWallet at the end`,
    second.totals.eWallet.outstandingCents,
    whole.totals.eWallet.outstandingCents,
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

/** A fair is listed by a range that its dates overlap, so a half may lack days without figures. */
function hasFigures(row: DailySalesReport['rows'][number]): boolean {
  return (
    row.orders > 0 ||
    row.refundNetCents > 0 ||
    row.totalCents !== 0 ||
    (row.expectedCashDepositCents ?? 0) !== 0 ||
    (row.expectedChecksCents ?? 0) !== 0
  );
}

/**
 * Returns the lines in a canonical order. Ignores the name of a title, which is the last one booked
 * in the range.
 */
function lineKeys(rows: SalesOrderReport['rows']): string[] {
  return rows.map(({ title: _, category: __, ...row }) => JSON.stringify(row)).sort();
}
