import { describe, expect, it } from 'vitest';
import { fairOnLastDay, finish, revert } from '#testing/selling/close-outs.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { byWallet, openFair, PENCIL, startSelling } from '#testing/selling/sales-floor.ts';

const ONE_BACK = {
  status: 'partially_refunded',
  lines: [{ refundedQty: 1, restockedQty: 1 }],
};

describe('held orders with refunds and payments', async () => {
  const { test, floor, register } = await startSelling();

  it('are booked only at an open fair: a closed-out fair must be reverted first', async () => {
    const own = await openFair(test);
    const tablet = await own.logIn('REG-LATE');
    const { held, sold } = await own.whileFinished(async () => {
      const late = await tablet.hold({});
      expect(late.held.reason).toBe('LATE_SYNC');
      const message = 'This fair is closed out. Revert the close-out to change it.';
      await expectRefusal(own.decide(late.held), 'FAIR_FINISHED', message);
      return late;
    });
    await own.decide(held);
    const booked = { status: 'completed', uncollectedCents: 0 };
    expect(await own.readOrder(sold.clientOrderId)).toMatchObject(booked);
    await own.whileFinished(async () => {
      const late = await tablet.hold({});
      await own.decide(late.held, { decision: 'discard', reason: 'A training sale.' });
    });
  });

  it('release refunds that came after a close-out once it is reverted, and not before', async () => {
    const own = await fairOnLastDay(test);
    const tablet = await own.logIn('REG-AFTER');
    const { sold } = await tablet.book({ lines: [{ sku: PENCIL, quantity: 2 }] });
    await finish(own);
    const [refund] = await tablet.refund(sold);
    expect(refund).toMatchObject({ result: 'held', reason: 'FAIR_FINISHED' });
    expect(await own.readOrder(sold.clientOrderId)).toMatchObject({ status: 'completed' });
    await revert(own);
    expect(await own.readOrder(sold.clientOrderId)).toMatchObject(ONE_BACK);
    expect(await own.netCents()).toBe(125);
  });

  it('release their refunds too, even of a device that is inactive by now', async () => {
    const own = await openFair(test);
    const tablet = await own.logIn('REG-LOST');
    await tablet.setDevice('inactive');
    const three = { lines: [{ sku: PENCIL, quantity: 3 }] };
    const [first, second] = [await tablet.hold(three), await tablet.hold(three)];
    for (const { sold } of [first, second])
      expect(await tablet.refund(sold)).toMatchObject([
        { result: 'held', reason: 'DEVICE_INACTIVE' },
      ]);
    expect((await own.held()).map(({ waitingRefunds }) => waitingRefunds)).toEqual([1, 1]);
    await own.decide(first.held);
    expect(await own.readOrder(first.sold.clientOrderId)).toMatchObject(ONE_BACK);
    expect(await own.now()).toMatchObject({ orders: 1, netCents: 250 });
    await own.decide(second.held, { decision: 'discard', reason: 'A thief.' });
    const stored = await test.db
      .selectFrom('heldRefunds')
      .select('state')
      .where('fairId', '=', own.fair.id)
      .orderBy('receivedAt')
      .execute();
    expect(stored).toEqual([{ state: 'released' }, { state: 'discarded' }]);
  });

  it('review a payment that the eWallet does not cover, and stay open while a card is pending', async () => {
    await register.addStudent('S-SHORT');
    const short = await register.hold(byWallet('S-SHORT', { taxRatePpm: 1 }));
    const card = await register.hold({
      taxCents: 70,
      totalCents: 969,
      payments: [{ method: 1, amountCents: 969, status: 'pending' }],
    });
    const before = await floor.netCents();
    await floor.decide(short.held);
    await floor.decide(card.held);
    expect(await floor.readOrder(short.sold.clientOrderId)).toMatchObject({
      status: 'completed',
      paymentStatus: 'under_review',
      payments: [{ status: 'under_review', reviewReason: 'WALLET_SHORT' }],
    });
    const state = () => floor.readOrder(card.sold.clientOrderId);
    expect(await state()).toMatchObject({ status: 'open', uncollectedCents: 4 });
    expect(await floor.netCents()).toBe(before + 899);
    await register.settle(card.sold, 'completed');
    expect(await state()).toMatchObject({ status: 'completed', uncollectedCents: 4 });
  });
});
