import { createClient, type Send } from '@pos/contract/client';
import { type FairReturnReport, reportsApi } from '@pos/contract/reports/reports';
import { getSum } from '../books/report-figures.ts';
import { type ReportQuestion, runSalesReports, type SalesReports } from '../books/sales-reports.ts';

/** Checks of stored value over the whole life of a school and around a top-up (domain 9.9). */

/**
 * Domain 9.9, 5 and 6, for fairs entirely within the range and without open orders, whose goods are
 * gone but not reported yet: the expected return of each title equals its formula, and the units of
 * ITEM_SALES equal the units that left the fair in person minus restocked ones, plus units to the
 * school, minus returned units that were not restocked.
 */
export async function checkWholeLife(send: Send, question: ReportQuestion): Promise<void> {
  const { items, orders } = await runSalesReports(send, question);
  const { data } = await createClient({ reports: reportsApi }, send).reports.run({
    query: { ...question, reportType: 'FAIR_RETURN_REPORT' },
  });
  const lines: string[] = [];
  const { rows } = data as FairReturnReport;
  for (const row of rows) {
    const expected = row.sent - row.missing + row.adjusted - row.soldInPerson + row.restocked;
    if (row.expectedReturn !== expected)
      lines.push(`${row.sku}: ${row.expectedReturn} are expected back, by the formula ${expected}`);
  }
  for (const [sku, ofTitle] of Map.groupBy(rows, (row) => row.sku)) {
    const sold = getSum(ofTitle, 'soldInPerson') - getSum(ofTitle, 'restocked');
    const { ship = [], stay = [] } = Object.groupBy(
      orders.rows.filter((row) => row.sku === sku),
      ({ fulfilment }) => (fulfilment === 'ship_to_school' ? 'ship' : 'stay'),
    );
    const returned = -getSum(
      stay.filter(({ kind }) => kind === 'refund'),
      'quantity',
    );
    const notRestocked = returned - getSum(ofTitle, 'restocked');
    const expected = sold + getSum(ship, 'quantity') - notRestocked;
    const net = getSum(
      items.rows.filter((row) => row.sku === sku),
      'netQuantity',
    );
    if (net !== expected)
      lines.push(`${sku}: ITEM_SALES has ${net} net, stock and shipments say ${expected}`);
  }
  if (lines.length > 0)
    throw new Error(
      `Sales and stock of ${JSON.stringify(question)} differ:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    );
}

/** Domain 9.9, 10: `topUp` changes no sales figure, while it funds the eWallets. */
export async function checkTopUp(
  send: Send,
  question: ReportQuestion,
  topUp: () => Promise<void>,
): Promise<void> {
  const before = await runSalesReports(send, question);
  await topUp();
  const after = await runSalesReports(send, question);
  const toSales = ({ summary, daily, items, orders, shipments }: SalesReports) => {
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
  if (toSales(before) !== toSales(after))
    throw new Error(`A top-up changed figures of sales of ${JSON.stringify(question)}.`);
  if (
    after.summary.totals.eWallet.outstandingCents <= before.summary.totals.eWallet.outstandingCents
  )
    throw new Error('The top-up funded no eWallet.');
}
