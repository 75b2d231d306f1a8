import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import type { ReportQuery } from '@pos/contract/report-query';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { handIn, handInRefunds, logIn, openFair, refundOfOrder } from '#testing/sales-floor.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

const REPORTS = ['SALES_SUMMARY', 'DAILY_SALES', 'ITEM_SALES', 'SALES_ORDER_PER_ITEM'] as const;
const noon = (day: string) => `${day}T17:00:00.000Z`;

describe('a report of a whole fair', () => {
  let test: TestApp;
  let cashierId: string;
  let tablets = 0;
  beforeAll(async () => {
    test = await startTestApp();
    ({ cashierId } = await openFair(test));
  });

  it('has the total of the close-out, and one of its days says what it leaves out', async () => {
    const trade = fc.record({
      // Sales up to 20 days before the fair and 10 after it, refunds up to 5 days later.
      day: fc.integer({ min: -20, max: 12 }),
      refundedAfter: fc.option(fc.nat(5), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(trade, { minLength: 1, maxLength: 6 }), async (trades) => {
        const start = addDays(today('America/Detroit'), -20);
        const floor = await openFair(
          test,
          { startDate: start, endDate: addDays(start, 2) },
          cashierId,
        );
        const register = await logIn(floor, `WHOLE-${++tablets}`);
        for (const { day, refundedAfter } of trades) {
          const sold = register.sold({ soldAt: noon(addDays(start, day)) });
          await handIn(register, sold);
          if (refundedAfter === undefined) continue;
          const refundedAt = noon(addDays(start, day + refundedAfter));
          await handInRefunds(
            register,
            refundOfOrder(sold, [{ lineNo: 1, quantity: 1, restock: true }], { refundedAt }),
          );
        }
        const { schoolIdentifier, identifier, startDate, endDate } = floor.fair;
        const run = async (query: Pick<ReportQuery, 'reportType' | 'wholeFair'>) =>
          (
            await test.owner.reports.run({
              query: {
                schoolIdentifier,
                fairIdentifier: identifier,
                startDate,
                endDate,
                ...query,
              },
            })
          ).data;
        const closeOut = (await test.owner.closeOut.getById({ params: { id: floor.fair.id } }))
          .data;
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
        const shown = (await test.owner.dashboard.read({ query: { fairId: floor.fair.id } })).data;
        expect(shown.sales).toMatchObject({
          current: { totalCents: closeOut.totals.totalCents },
        });
      }),
      { seed: 20261126, numRuns: 3 },
    );
  }, 120_000);
});
