import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '#api/invariants/invariants.ts';
import { playTrade, tradeStep } from '#testing/random-trade.ts';
import { addStudent, logIn, openFair } from '#testing/sales-floor.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

describe('stored totals under any sequence of sales, refunds, decisions and resets', () => {
  let test: TestApp;
  let cashierId: string;
  let tablets = 0;
  beforeAll(async () => {
    test = await startTestApp();
    ({ cashierId } = await openFair(test));
  });

  it('match a recount, and lists show as many rows as they count', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tradeStep, { minLength: 10, maxLength: 30 }), async (steps) => {
        const floors = [await openFair(test, {}, cashierId), await openFair(test, {}, cashierId)];
        const registers = [
          await logIn(floors[0]!, `KEPT-${++tablets}`),
          await logIn(floors[1]!, `KEPT-${++tablets}`),
        ];
        for (const [index, floor] of floors.entries())
          await addStudent(floor, registers[index]!, 'S-1', 3_000);
        for (const each of steps) await playTrade(each, floors[each.fair]!, registers[each.fair]!);
        await checkInvariants(test.db);
        for (const { fair } of floors) {
          await expectCounted(fair.id);
          await expectCounted(fair.id, { status: ['completed', 'refunded'], method: [3, 5] });
        }
      }),
      { seed: 20260405, numRuns: 6 },
    );
  }, 120_000);

  /** Checks that the total of a list of one fair equals its number of rows. */
  async function expectCounted(
    fairId: string,
    filters: { status?: ('completed' | 'refunded')[]; method?: (3 | 5)[] } = {},
  ): Promise<void> {
    const orders = (await test.owner.orders.list({ query: { fairId, limit: 50, ...filters } }))
      .data;
    expect(orders.totalResults).toBe(orders.results.length);
    const payments = (await test.owner.payments.list({ query: { fairId, limit: 50, ...filters } }))
      .data;
    expect(payments.totalResults).toBe(payments.results.length);
  }
});
