import { describe, expect, it } from 'vitest';
import { PENDING, startSelling } from '#testing/selling/sales-floor.ts';

describe('counts of orders', async () => {
  const { test, floor, register } = await startSelling();
  const { id: fairId, identifier, startDate, endDate } = floor.fair;
  await register.book();
  await register.book();
  await register.book(PENDING);
  const declined = await register.book(PENDING);
  await register.settle(declined.sold, 'failed');
  await floor.resolve(declined, 'cancel');

  it('agree in tab, list, fairs list and sums, including unpaid and canceled orders', async () => {
    const sums = { sold: 2, notSold: 2 };
    expect(await floor.now()).toMatchObject({ orders: 4, totals: { orders: 2 } });
    expect((await test.ask.orders.list({ query: { fairId } })).totalResults).toBe(4);
    const { results } = await test.ask.fairs.list({ query: { search: identifier } });
    expect(results).toMatchObject([{ orders: 4 }]);
    expect(await test.ask.orders.totals({ query: { fairId } })).toMatchObject(sums);
    expect(await test.ask.orders.totals({ query: {} })).toMatchObject(sums);
  });

  it.each([
    { status: ['open'] },
    { status: ['cancelled', 'completed'] },
    { method: [1] },
    { from: startDate, to: endDate },
  ] as const)('agree for the filter %j of the list', async (query) => {
    const filters = { fairId, ...query } as never;
    const { totalResults } = await test.ask.orders.list({ query: filters });
    const { sold, notSold } = await test.ask.orders.totals({ query: filters });
    expect(sold + notSold).toBe(totalResults);
  });
});
