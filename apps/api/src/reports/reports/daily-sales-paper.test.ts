import { CASH_LINES } from '@pos/contract/reports/sales-summary/cash-lines';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { type DailySalesReport, reportsApi } from '@pos/contract/reports/reports';
import type { DailySalesTotals } from '@pos/contract/reports/daily-sales';
import type { ReportQuery } from '@pos/contract/reports/report-query';
import { addDays, formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { describe, expect, it } from 'vitest';
import { fairOnLastDay } from '#testing/selling/close-outs.ts';
import { download } from '#testing/calls/downloads.ts';
import { dayTablesOnPaper, type PaperRow } from '#testing/files/paper-tables.ts';
import { BIBLE, HUNGER, refundOfOrder } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const DAY_MS = 86_400_000;
const amount = (cents: number | null) => (cents === null ? '' : formatCents(cents));

/** Figures of a day or of the totals by their headings. */
const salesFigures = (row: DailySalesTotals): PaperRow => ({
  Orders: String(row.orders),
  Units: String(row.units),
  Gross: amount(row.grossCents),
  Discounts: amount(-row.discountCents),
  Refunds: amount(-row.refundNetCents),
  'Net sales': amount(row.netCents),
  Tax: amount(row.taxCents),
  Total: amount(row.totalCents),
  ...Object.fromEntries(
    Object.values(PAYMENT_METHODS).map((name) => [name, amount(row.tenders[name])]),
  ),
  Uncollected: amount(row.uncollectedCents),
  'Cash rounding': amount(row.cashRoundingCents),
  'Expected cash deposit': amount(row.expectedCashDepositCents),
  'Counted cash': amount(row.countedCashCents),
  'Cash variance': amount(row.cashVarianceCents),
  'Expected checks': amount(row.expectedChecksCents),
  'Counted checks': amount(row.countedChecksCents),
  'Check variance': amount(row.checkVarianceCents),
});
/** Lines of expected cash by their headings, with the signs that add up to it. */
const cashFigures = (row: DailySalesTotals): PaperRow => ({
  ...Object.fromEntries(
    CASH_LINES.map(({ name, label, sign }) => [label, amount(sign * row.cashLines![name])]),
  ),
  'Expected cash deposit': amount(row.expectedCashDepositCents),
  'Float counted in': amount(row.floatInCents),
  'Float counted out': amount(row.floatOutCents),
});

describe('DAILY_SALES on paper', async () => {
  const test = await startTestApp();
  const floor = await fairOnLastDay(test);
  const register = await floor.logIn('DAILY-1');
  await register.addStudent('S-1', 4_500);
  const earlier = await register.book({
    soldAt: new Date(Date.now() - DAY_MS).toISOString(),
    lines: [{ sku: HUNGER, quantity: 3, discountCents: 97 }, { sku: BIBLE }],
  });
  await register.handInRefunds(
    refundOfOrder(earlier.sold, [{ lineNo: 2, quantity: 1, restock: true }]),
  );
  await register.book({
    lines: [{ sku: HUNGER, quantity: 5 }],
    payments: [{ method: 2, checkNumber: '7', tenderedCents: 6_000, changeCents: 1_134 }],
  });
  await register.book({ lines: [{ sku: HUNGER }], payments: [{ method: 1 }] });
  const counted = { fairId: floor.fair.id, businessDay: floor.fair.endDate };
  const people = { countedBy: 'First Person', secondPerson: 'Second Person' };
  const float = { direction: 'in' as const, amountCents: 20_000 };
  await test.owner.closeOut.addFloatCount({ body: { ...counted, ...float, ...people } });
  const money = { cashCents: 21_234, checkCents: 5_900, checks: 1 };
  await test.owner.closeOut.addCashCount({ body: { ...counted, ...money, ...people } });

  /** The report as JSON, and the tables of its PDF. */
  const answersTo = async (wish: Partial<ReportQuery> = {}) => {
    const { schoolIdentifier, startDate, endDate } = floor.fair;
    const query = {
      reportType: 'DAILY_SALES' as const,
      schoolIdentifier,
      startDate,
      endDate,
      ...wish,
    };
    const { bytes } = await download(test, reportsApi.run, { query: { ...query, format: 'pdf' } });
    return {
      report: (await test.ask.reports.run({ query })) as DailySalesReport,
      paper: await dayTablesOnPaper(bytes),
    };
  };

  it("has the headings, days, totals and cash lines of the report's JSON", async () => {
    const { report, paper } = await answersTo();
    expect(report.rows).toHaveLength(4);
    expect(report.totals).toMatchObject({ orders: 3, countedChecksCents: 5_900 });
    expect(paper.sales).toEqual([
      ...report.rows.map(({ date, weekday, ...row }) => ({
        Date: formatDay(date),
        Weekday: weekday,
        ...salesFigures(row),
      })),
      { Date: 'Total', Weekday: '', ...salesFigures(report.totals) },
    ]);
    const headings = ['Date', 'Weekday', ...Object.keys(salesFigures(report.totals))];
    expect(Object.keys(paper.sales[0]!)).toEqual(headings);
    expect(paper.cash).toEqual([
      ...report.rows.map((row) => ({ Date: formatDay(row.date), ...cashFigures(row) })),
      { Date: 'Total', ...cashFigures(report.totals) },
    ]);
  });

  it('has no cash lines and no blank columns for the orders of one method', async () => {
    const { report, paper } = await answersTo({ method: 2 });
    expect(report.totals).toMatchObject({ orders: 1, cashLines: null });
    const filled = ({ totals }: DailySalesReport) =>
      Object.fromEntries(Object.entries(salesFigures(totals)).filter(([, text]) => text !== ''));
    expect(paper.sales.at(-1)).toEqual({ Date: 'Total', Weekday: '', ...filled(report) });
    expect(Object.keys(filled(report))).not.toContain('Expected cash deposit');
    expect(paper.cash).toEqual([]);
  });

  it("names the fair of each day of a school's two fairs", async () => {
    const { name, address, startDate, endDate, schoolIdentifier, packageOption } = floor.fair;
    const fair = { name, address, startDate, endDate, schoolIdentifier, packageOption };
    const identifier = 'SECOND-F';
    await test.owner.fairs.add({
      body: { ...fair, identifier, salesTaxRate: 8.25, adminId: test.ownerId },
    });
    const { report, paper } = await answersTo({ startDate: addDays(endDate, -1) });
    expect(report.rows).toHaveLength(4);
    expect(paper.sales).toEqual([
      ...report.rows.map((row) => ({
        Date: formatDay(row.date),
        Weekday: row.weekday,
        Fair: row.fairIdentifier,
        ...salesFigures(row),
      })),
      { Date: 'Total', Weekday: '', Fair: '', ...salesFigures(report.totals) },
    ]);
    expect(paper.cash.map((row) => [row['Date'], row['Fair']])).toEqual([
      ...report.rows.map((row) => [formatDay(row.date), row.fairIdentifier]),
      ['Total', ''],
    ]);
  });
});
