import { describe, expect, it } from 'vitest';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { openFair, startSelling } from '#testing/selling/sales-floor.ts';

describe('GET pos/orders', async () => {
  const { test, floor, register } = await startSelling();
  const other = await floor.logIn('REG-02');
  const find = async (search: string, { pos } = other) =>
    (await pos.findOrders({ query: { search } })).data;

  it('finds no part of a number, and nothing of other fairs', async () => {
    const { orderNumber } = await register.book();
    expect(await find(orderNumber.slice(0, -1))).toEqual([]);
    const elsewhere = await (await openFair(test)).logIn('REG-03');
    expect(await find(orderNumber, elsewhere)).toEqual([]);
    await expectRefusal(find(' '), 'VALIDATION_FAILED');
  });
});
