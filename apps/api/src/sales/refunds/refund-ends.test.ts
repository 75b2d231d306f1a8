import type { RefundBatchAnswer } from '@pos/contract/sales/register-refunds';
import { describe, expect, it } from 'vitest';
import {
  HUNGER,
  PENCIL,
  PENDING,
  refundOfOrder,
  startSelling,
  units,
} from '#testing/selling/sales-floor.ts';

const rejected = (reason: RefundBatchAnswer['results'][number]['reason'], sentence: string) => ({
  result: 'rejected',
  reason,
  errors: { clientOrderId: sentence },
});
const VOIDED = rejected(
  'ORDER_VOIDED',
  'A reset of the fair voided this order. It can no longer be changed.',
);
const CANCELLED = rejected(
  'ORDER_CANCELLED',
  'This order was canceled, so there is nothing left to refund.',
);
const DISCARDED = rejected(
  'ORDER_DISCARDED',
  'Staff discarded this order. It was never booked, so nothing can be refunded.',
);

describe('a refund that can never be booked', async () => {
  const { test, floor, register } = await startSelling();
  const reset = () =>
    test.owner.resets.reset({ body: { fairId: floor.fair.id, confirm: floor.fair.identifier } });
  const waitingRefunds = async () =>
    (
      await test.db
        .selectFrom('heldRefunds')
        .select('id')
        .where('fairId', '=', floor.fair.id)
        .where('state', '=', 'waiting')
        .execute()
    ).length;

  it('is rejected with the reason if a reset voided its order', async () => {
    const { sold } = await register.book({ lines: [{ sku: PENCIL, quantity: 2 }] });
    await reset();
    const refund = refundOfOrder(sold);
    expect(await register.handInRefunds(refund, refund)).toMatchObject([VOIDED, VOIDED]);
    expect(await floor.line(PENCIL)).toMatchObject({ soldQty: 0, restockedQty: 0 });
  });

  it('is rejected if it waited when a reset voided its order, and stops waiting', async () => {
    const order = await register.book({ payments: [{ method: 2, checkNumber: '101' }] });
    const params = { id: order.payments[0]!.id };
    await test.owner.payments.putUnderReview({ params, body: { note: 'The check came back.' } });
    const refund = refundOfOrder(order.sold);
    expect(await register.handInRefunds(refund)).toMatchObject([{ result: 'held' }]);
    expect(await waitingRefunds()).toBe(1);
    await reset();
    expect(await waitingRefunds()).toBe(0);
    expect(await register.handInRefunds(refund)).toMatchObject([VOIDED]);
  });

  it('is rejected if its order was canceled, before or after it arrived', async () => {
    const order = await register.book(PENDING);
    const early = refundOfOrder(order);
    expect(await register.handInRefunds(early)).toMatchObject([{ result: 'held' }]);
    await register.settle(order.sold, 'failed');
    await floor.resolve(order, 'cancel');
    const ends = [CANCELLED, CANCELLED];
    expect(await register.handInRefunds(early, refundOfOrder(order))).toMatchObject(ends);
    expect(await waitingRefunds()).toBe(0);
  });

  it('is rejected if staff discarded its held order, before or after it arrived', async () => {
    const { sold, held } = await register.hold({ taxRatePpm: 1 });
    const early = refundOfOrder(sold);
    expect(await register.handInRefunds(early)).toMatchObject([
      { result: 'held', reason: 'ORDER_HELD' },
    ]);
    await floor.decide(held, { decision: 'discard', reason: 'Training' });
    const ends = [DISCARDED, DISCARDED];
    expect(await register.handInRefunds(early, refundOfOrder(sold))).toMatchObject(ends);
    expect(await waitingRefunds()).toBe(0);
  });

  it('is rejected also at a closed-out fair and from an inactive device', async () => {
    const voided = await register.book();
    await reset();
    const cancelled = await register.book(PENDING);
    await register.settle(cancelled.sold, 'failed');
    await floor.resolve(cancelled, 'cancel');
    const send = () => register.handInRefunds(refundOfOrder(voided), refundOfOrder(cancelled));
    expect(await floor.whileFinished(send)).toMatchObject([VOIDED, CANCELLED]);
    await register.setDevice('inactive');
    expect(await send()).toMatchObject([VOIDED, CANCELLED]);
    await register.setDevice('active');
    expect(await waitingRefunds()).toBe(0);
  });

  it('is rejected when sent again if its order arrived without what it refunds', async () => {
    const sold = register.sold({ lines: [{ sku: HUNGER, quantity: 1 }] });
    const refund = refundOfOrder(sold, [units(2)]);
    expect(await register.handInRefunds(refund)).toMatchObject([
      { result: 'held', reason: 'ORDER_UNKNOWN' },
    ]);
    await register.handIn(sold);
    expect(await waitingRefunds()).toBe(1);
    const errors = { 'lines.0.quantity': '1 of 1 unit can still be refunded.' };
    expect(await register.handInRefunds(refund)).toMatchObject([{ result: 'rejected', errors }]);
    expect(await waitingRefunds()).toBe(0);
  });
});
