import { describe, expect, it } from 'vitest';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { openFair, refundOfOrder, startSelling, units } from '#testing/selling/sales-floor.ts';

describe('GET pos/orders', async () => {
  const { test, floor, register } = await startSelling();
  const other = await floor.logIn('REG-02');
  const find = async (search: string, { pos } = other) =>
    (await pos.findOrders({ query: { search } })).data;

  it('finds what another register of the fair sold, and refunds it there', async () => {
    await register.addStudent('F-1');
    const sold = await register.book({ customerType: 'student', studentNumber: 'F-1' });
    const { clientOrderId, orderNumber, sold: order } = sold;
    for (const search of [
      orderNumber.toLowerCase(),
      orderNumber.slice(-4),
      `reg-01-${order.epoch}-${order.sequence}`,
      clientOrderId.toUpperCase(),
      'f-1',
    ])
      expect(await find(search)).toMatchObject([
        {
          clientOrderId,
          orderNumber,
          deviceId: 'REG-01',
          studentNumber: 'F-1',
          customerName: 'Robin Pupil F-1',
          cashierName: 'Casey Cashier',
          totalCents: order.totalCents,
          lines: [{ lineNo: 1, quantity: order.lines[0]!.quantity, refundedQty: 0 }],
        },
      ]);
    expect(await other.handInRefunds(refundOfOrder({ clientOrderId }, [units(1)]))).toMatchObject([
      { result: 'accepted' },
    ]);
    expect(await find(orderNumber)).toMatchObject([{ lines: [{ refundedQty: 1 }] }]);
  });

  it('finds no part of a number, and nothing of other fairs', async () => {
    const { orderNumber } = await register.book();
    expect(await find(orderNumber.slice(0, -1))).toEqual([]);
    const elsewhere = await (await openFair(test)).logIn('REG-03');
    expect(await find(orderNumber, elsewhere)).toEqual([]);
    await expectRefusal(find(' '), 'VALIDATION_FAILED');
  });
});
