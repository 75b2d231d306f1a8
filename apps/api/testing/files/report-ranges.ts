import type { DailySalesReport, SalesOrderReport } from '@pos/contract/reports/reports';
import type { SalesSummaryFigures } from '@pos/contract/reports/sales-summary/sales-summary';
import { itemSums, METHOD_NAMES, getSum } from '../books/report-figures.ts';
import type { Compare, SalesReports } from '../books/sales-reports.ts';

/** Domain 9.9, 7: figures of two adjacent ranges add up to those of the whole. */
export function checkSum(
  whole: SalesReports,
  first: SalesReports,
  second: SalesReports,
  at: string,
  compare: Compare,
): void {
  const halves = [first, second];
  compare(at, {
    'DAILY_SALES days with figures': [
      halves.flatMap((half) => half.daily.rows).filter(hasFigures),
      whole.daily.rows.filter(hasFigures),
    ],
    'ITEM_SALES rows': [
      itemSums(halves.flatMap((half) => half.items.rows)),
      itemSums(whole.items.rows),
    ],
    'SALES_ORDER_PER_ITEM rows': [
      lineKeys(halves.flatMap((half) => half.orders.rows)),
      lineKeys(whole.orders.rows),
    ],
    'SHIP_TO_SCHOOL rows': [halves.flatMap((half) => half.shipments.rows), whole.shipments.rows],
  });
  const parts = halves.map(({ summary }) => summary.totals);
  const { totals } = whole.summary;
  for (const name of additive(totals))
    compare(at, { [`SALES_SUMMARY ${name}`]: [getSum(parts, name), totals[name]] });
  for (const method of METHOD_NAMES) {
    const tenders = parts.map((part) => part.tenders[method]);
    for (const [name, value] of Object.entries(totals.tenders[method]))
      compare(at, {
        [`${method} ${name}`]: [getSum(tenders, name as keyof (typeof tenders)[0]), value],
      });
  }
  const [one, other] = [first.summary.totals.eWallet, second.summary.totals.eWallet];
  const { openingCents: _, outstandingCents, ...flows } = totals.eWallet;
  for (const [name, value] of Object.entries(flows))
    compare(at, { [`eWallet ${name}`]: [getSum([one, other], name as keyof typeof flows), value] });
  compare(at, {
    'eWallet opens as it closed': [other.openingCents, one.outstandingCents],
    'eWallet at the end': [other.outstandingCents, outstandingCents],
  });
}

type Additive = {
  [Name in keyof SalesSummaryFigures]: SalesSummaryFigures[Name] extends number ? Name : never;
}[keyof SalesSummaryFigures];

function additive(figures: SalesSummaryFigures): Additive[] {
  return Object.entries(figures).flatMap(([name, value]) =>
    typeof value === 'number' && name !== 'averageOrderCents' ? [name as Additive] : [],
  );
}

/** A fair is listed by a range that its dates overlap, so a half may lack days without figures. */
function hasFigures(row: DailySalesReport['rows'][number]): boolean {
  return [
    row.orders,
    row.refundNetCents,
    row.totalCents,
    row.expectedCashDepositCents ?? 0,
    row.expectedChecksCents ?? 0,
  ].some((figure) => figure !== 0);
}

/**
 * Returns the lines in a canonical order. Ignores the name of a title, which is the last one booked
 * in the range.
 */
function lineKeys(rows: SalesOrderReport['rows']): string[] {
  return rows.map(({ title: _, category: __, ...row }) => JSON.stringify(row)).sort();
}
