import { describe, expect, it } from 'vitest';
import { openFair } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

const CARD = { method: 1, cardBrand: 'Visa', cardLast4: '4242', status: 'pending' } as const;

describe('counts of orders', async () => {
  const test = await startTestApp();
  const floor = await openFair(test);
  const register = await floor.logIn('COUNT-1');
  await register.book();
  await register.book();
  await register.book({ payments: [CARD] });
  const declined = register.sold({ payments: [CARD] });
  await register.handIn(declined);
  const { id } = await floor.readOrder(declined.clientOrderId);
  const { clientPaymentId } = declined.payments[0]!;
  await register.pos.payments({
    body: { results: [{ clientPaymentId, status: 'failed', failureCode: 'declined' }] },
  });
  await test.owner.orders.resolve({
    params: { id },
    body: { decision: 'cancel', reason: 'The books came back' },
  });

  it('agree in tab, list, fairs list and sums, including unpaid and canceled orders', async () => {
    const { fair } = floor;
    const { data: details } = await test.owner.fairs.getById({ params: { id: fair.id } });
    const { data: list } = await test.owner.orders.list({ query: { fairId: fair.id } });
    const { data: fairs } = await test.owner.fairs.list({ query: { search: fair.identifier } });
    const { data: sums } = await test.owner.orders.totals({ query: { fairId: fair.id } });
    const { data: all } = await test.owner.orders.totals({ query: {} });
    expect([
      details.orders,
      list.totalResults,
      fairs.results[0]?.orders,
      sums.sold + sums.notSold,
    ]).toEqual([4, 4, 4, 4]);
    expect([details.totals.orders, sums.sold, sums.notSold]).toEqual([2, 2, 2]);
    expect([all.sold, all.notSold]).toEqual([2, 2]);
  });

  it('agree for any filter of the list', async () => {
    for (const query of [
      { status: ['open'] },
      { status: ['cancelled', 'completed'] },
      { method: [1] },
      { from: floor.fair.startDate, to: floor.fair.endDate },
    ] as const) {
      const filters = { fairId: floor.fair.id, ...query } as never;
      const { data: list } = await test.owner.orders.list({ query: filters });
      const { data: sums } = await test.owner.orders.totals({ query: filters });
      expect({ query, count: sums.sold + sums.notSold }).toEqual({
        query,
        count: list.totalResults,
      });
    }
  });
});
