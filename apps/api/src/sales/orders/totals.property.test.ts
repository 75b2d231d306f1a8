import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSealedInvariants } from '#testing/books/sealed-invariants.ts';
import { playTrade, tradeStep } from '#testing/books/random-trade.ts';
import { openFair } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('totals under any sequence of sales, refunds, decisions and resets', async () => {
  let tablets = 0;
  const test = await startTestApp();

  it('match a recount, and lists show as many rows as they count', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tradeStep, { minLength: 10, maxLength: 30 }), async (steps) => {
        const floors = [await openFair(test), await openFair(test)];
        const registers = [
          await floors[0]!.logIn(`KEPT-${++tablets}`),
          await floors[1]!.logIn(`KEPT-${++tablets}`),
        ];
        for (const register of registers) await register.addStudent('S-1', 3_000);
        for (const each of steps) await playTrade(each, floors[each.fair]!, registers[each.fair]!);
        await checkSealedInvariants(test.db);
        for (const { fair } of floors) {
          await expectCounted(fair.id);
          const { orders } = await test.ask.fairs.getById({ params: { id: fair.id } });
          expect((await test.ask.orders.list({ query: { fairId: fair.id } })).totalResults).toBe(
            orders,
          );
          await expectCounted(fair.id, { status: ['completed', 'refunded'], method: [3, 5] });
        }
      }),
      { seed: 20260405, numRuns: 3 },
    );
  });

  /** Checks that totals and sums of the lists of one fair count their rows. */
  async function expectCounted(
    fairId: string,
    filters: {
      status?: ('completed' | 'refunded')[];
      method?: (3 | 5)[];
    } = {},
  ): Promise<void> {
    const orders = await test.ask.orders.list({ query: { fairId, limit: 50, ...filters } });
    expect(orders.totalResults).toBe(orders.results.length);
    const { sold, notSold } = await test.ask.orders.totals({ query: { fairId, ...filters } });
    expect(sold + notSold).toBe(orders.totalResults);
    const payments = await test.ask.payments.list({ query: { fairId, limit: 50, ...filters } });
    expect(payments.totalResults).toBe(payments.results.length);
  }
});
