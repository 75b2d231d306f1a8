import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import type { ReportQuery } from '@pos/contract/reports/report-query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openFair, refundOfOrder } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const REPORTS = ['SALES_SUMMARY', 'DAILY_SALES', 'ITEM_SALES', 'SALES_ORDER_PER_ITEM'] as const;
const noon = (day: string) => `${day}T17:00:00.000Z`;

describe('a report of a whole fair', async () => {
  let tablets = 0;
  const test = await startTestApp();

  it('has the total of the close-out, and one of its days says what it leaves out', async () => {
    const trade = fc.record({
      // Sales up to 20 days before the fair and 10 after it, refunds up to 5 days later.
      day: fc.integer({ min: -20, max: 12 }),
      refundedAfter: fc.option(fc.nat(5), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(trade, { minLength: 1, maxLength: 6 }), async (trades) => {
        const start = addDays(today('America/Detroit'), -20);
        const floor = await openFair(test, { startDate: start, endDate: addDays(start, 2) });
        const register = await floor.logIn(`WHOLE-${++tablets}`);
        for (const { day, refundedAfter } of trades) {
          const sold = register.sold({ soldAt: noon(addDays(start, day)) });
          await register.handIn(sold);
          if (refundedAfter === undefined) continue;
          const refundedAt = noon(addDays(start, day + refundedAfter));
          await register.handInRefunds(
            refundOfOrder(sold, [{ lineNo: 1, quantity: 1, restock: true }], { refundedAt }),
          );
        }
        const { schoolIdentifier, identifier, startDate, endDate } = floor.fair;
        const run = (query: Pick<ReportQuery, 'reportType' | 'wholeFair'>) =>
          test.ask.reports.run({
            query: {
              schoolIdentifier,
              fairIdentifier: identifier,
              startDate,
              endDate,
              ...query,
            },
          });
        const closeOut = await test.ask.closeOut.getById({ params: { id: floor.fair.id } });
        for (const reportType of REPORTS) {
          const whole = await run({ reportType, wholeFair: true });
          expect(whole).toMatchObject({
            range: closeOut.range,
            outside: null,
            totals: { totalCents: closeOut.totals.totalCents },
          });
        }
        const part = await run({ reportType: 'SALES_SUMMARY' });
        const { totalCents } = part.totals as { totalCents: number };
        const { ordersCents = 0, refundsCents = 0 } = part.outside ?? {};
        expect(totalCents + ordersCents - refundsCents).toBe(closeOut.totals.totalCents);
        const shown = await test.ask.dashboard.read({ query: { fairId: floor.fair.id } });
        expect(shown.sales).toMatchObject({
          current: { totalCents: closeOut.totals.totalCents },
        });
      }),
      { seed: 20261126, numRuns: 3 },
    );
  });
});
