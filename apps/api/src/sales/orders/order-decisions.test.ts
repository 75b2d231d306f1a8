import { describe, expect, it } from 'vitest';
import { atOnce, expectRefusal } from '#testing/calls/expectations.ts';
import { BIBLE, byWallet, HUNGER, startSelling, type Wish } from '#testing/selling/sales-floor.ts';

describe('open orders decided by staff', async () => {
  const { test, floor, register } = await startSelling();
  const card = { method: 1 as const, amountCents: 2_146, status: 'pending' as const };
  const openOrder = (wish: Wish = {}) =>
    register.book({
      lines: [
        { sku: HUNGER, quantity: 2 },
        { sku: BIBLE, fulfilment: 'ship_to_school' },
      ],
      payments: [{ method: 3, amountCents: 1_000 }, card],
      ...wish,
    });

  it('are canceled: stock comes back, the money is refunded, nothing is sold', async () => {
    await register.addStudent('S-3', 1_000);
    const state = async () => {
      const { onHand, soldQty } = await floor.line(HUNGER);
      const copies = await floor.copies(BIBLE);
      const net = await floor.netCents();
      return { onHand, soldQty, copies, net, wallet: await floor.walletCents('S-3') };
    };
    const before = await state();
    const payments = [{ method: 5 as const, amountCents: 1_000 }, card];
    const order = await openOrder(byWallet('S-3', { payments }));
    expect(await floor.walletCents('S-3')).toBe(0);
    await expectRefusal(
      floor.resolve(order, 'cancel'),
      'INVALID_TRANSITION',
      'A payment of this order is still pending. Resolve the order after its result arrives.',
    );
    await register.settle(order.sold, 'failed', 1);
    expect(await floor.resolve(order, 'cancel')).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      refunds: [],
      lines: [{ fulfilmentStatus: 'taken' }, { fulfilmentStatus: 'cancelled' }],
      payments: [{ method: 5, status: 'refunded', refundedCents: 1_000 }, { status: 'failed' }],
    });
    expect(await state()).toEqual(before);
    const cancelled = 'Only an unpaid order can be resolved. This one is cancelled.';
    await expectRefusal(floor.resolve(order, 'uncollected'), 'INVALID_TRANSITION', cancelled);
    const nothing = 'This order was canceled, so there is nothing left to refund.';
    await expectRefusal(floor.refund(order, [{ quantity: 1 }]), 'INVALID_TRANSITION', nothing);
  });

  it('are completed with the rest uncollected, and then count', async () => {
    const before = await floor.netCents();
    const order = await openOrder();
    await register.settle(order.sold, 'failed', 1);
    expect(await floor.resolve(order, 'uncollected')).toMatchObject({
      status: 'completed',
      paymentStatus: 'failed',
      uncollectedCents: 2_146,
      payments: [{ status: 'completed' }, { status: 'failed' }],
    });
    expect(await floor.netCents()).toBe(before + order.subtotalCents);
  });

  it('release their waiting refund when completed, and drop it when canceled', async () => {
    const [stored, dropped] = [await openOrder(), await openOrder()];
    for (const order of [stored, dropped]) {
      const [refund] = await register.refund(order);
      expect(refund).toMatchObject({ result: 'held', reason: 'INVALID_TRANSITION' });
      await register.settle(order.sold, 'failed', 1);
    }
    expect(await floor.resolve(stored, 'uncollected')).toMatchObject({
      status: 'partially_refunded',
      lines: [{ refundedQty: 1 }, {}],
    });
    await floor.resolve(dropped, 'cancel');
    const states = await test.db
      .selectFrom('heldRefunds')
      .select('state')
      .where('clientOrderId', 'in', [stored.clientOrderId, dropped.clientOrderId])
      .orderBy('receivedAt')
      .execute();
    expect(states).toEqual([{ state: 'released' }, { state: 'discarded' }]);
  });

  it('are resolved once if two people try, only at an open fair, and only while open', async () => {
    const order = await openOrder();
    await register.settle(order.sold, 'failed', 1);
    const cancel = (of = order) => floor.resolve(of, 'cancel');
    await floor.whileFinished(() => expectRefusal(cancel(), 'FAIR_FINISHED'));
    const { done } = await atOnce(3, (at) =>
      at === 1 ? floor.resolve(order, 'uncollected') : cancel(),
    );
    expect(done).toHaveLength(1);
    const completed = 'Only an unpaid order can be resolved. This one is completed.';
    await expectRefusal(cancel(await register.book()), 'INVALID_TRANSITION', completed);
  });

  it('leave reports that agree to the cent', () => floor.checkReports());
});
