import type { RefundBatchAnswer } from '@pos/contract/register-refunds';
import { describe, expect, it } from 'vitest';
import { HUNGER, PENCIL, refundOfOrder, startSelling } from '#testing/sales-floor.ts';

const ONE = [{ lineNo: 1, quantity: 1, restock: true }];
const VOIDED = 'A reset of the fair voided this order. It can no longer be changed.';
const CANCELLED = 'This order was canceled, so there is nothing left to refund.';
const DISCARDED = 'Staff discarded this order. It was never booked, so nothing can be refunded.';

describe('a refund that can never be booked', async () => {
  const { test, floor, register } = await startSelling();

  const reset = () =>
    test.owner.resets.reset({ body: { fairId: floor.fair.id, confirm: floor.fair.identifier } });
  const rejected = (reason: RefundBatchAnswer['results'][number]['reason'], sentence: string) => ({
    result: 'rejected',
    reason,
    errors: { clientOrderId: sentence },
  });
  const setDevice = (status: 'active' | 'inactive') =>
    test.db.updateTable('devices').set({ status }).where('id', '=', register.id).execute();
  const setFair = (closeOutState: 'open' | 'finished') =>
    test.db.updateTable('fairs').set({ closeOutState }).where('id', '=', floor.fair.id).execute();
  const waitingRefunds = async () =>
    (
      await test.db
        .selectFrom('heldRefunds')
        .select('id')
        .where('fairId', '=', floor.fair.id)
        .where('state', '=', 'waiting')
        .execute()
    ).length;

  /** Books an order with a check that is under review, so that its refund waits. */
  async function underReview() {
    const order = await register.book({
      payments: [{ method: 2, checkNumber: '101' }],
    });
    const params = { id: order.payments[0]!.id };
    await test.owner.payments.putUnderReview({ params, body: { note: 'The check came back.' } });
    return order;
  }

  /** Books an order whose card is declined. */
  async function declined() {
    const order = await register.book({
      payments: [{ method: 1, status: 'pending' }],
    });
    return {
      ...order,
      decline: () =>
        register.pos.payments({
          body: {
            results: [
              {
                clientPaymentId: order.sold.payments[0]!.clientPaymentId,
                status: 'failed' as const,
              },
            ],
          },
        }),
    };
  }
  const cancel = (id: string) =>
    test.owner.orders.resolve({
      params: { id },
      body: { decision: 'cancel', reason: 'Card declined' },
    });

  it('is rejected with the reason if a reset voided its order', async () => {
    const { sold } = await register.book({ lines: [{ sku: PENCIL, quantity: 2 }] });
    await reset();
    const refund = refundOfOrder(sold, ONE);
    expect(await register.handInRefunds(refund, refund)).toMatchObject([
      rejected('ORDER_VOIDED', VOIDED),
      rejected('ORDER_VOIDED', VOIDED),
    ]);
    expect(await floor.line(PENCIL)).toMatchObject({ soldQty: 0, restockedQty: 0 });
  });

  it('is rejected if it waited when a reset voided its order, and stops waiting', async () => {
    const { sold } = await underReview();
    const refund = refundOfOrder(sold, ONE);
    expect(await register.handInRefunds(refund)).toMatchObject([{ result: 'held' }]);
    expect(await waitingRefunds()).toBe(1);
    await reset();
    expect(await waitingRefunds()).toBe(0);
    expect(await register.handInRefunds(refund)).toMatchObject([rejected('ORDER_VOIDED', VOIDED)]);
  });

  it('is rejected if its order was canceled, before or after it arrived', async () => {
    const { id, sold, decline } = await declined();
    const early = refundOfOrder(sold, ONE);
    expect(await register.handInRefunds(early)).toMatchObject([{ result: 'held' }]);
    await decline();
    await cancel(id);
    expect(await register.handInRefunds(early, refundOfOrder(sold, ONE))).toMatchObject([
      rejected('ORDER_CANCELLED', CANCELLED),
      rejected('ORDER_CANCELLED', CANCELLED),
    ]);
    expect(await waitingRefunds()).toBe(0);
  });

  it('is rejected if staff discarded its held order, before or after it arrived', async () => {
    const sold = register.sold({ taxRatePpm: 1 });
    await register.handIn(sold);
    const early = refundOfOrder(sold, ONE);
    expect(await register.handInRefunds(early)).toMatchObject([
      { result: 'held', reason: 'ORDER_HELD' },
    ]);
    const { data } = await test.owner.orders.held({
      query: { fairId: floor.fair.id, search: sold.clientOrderId },
    });
    await test.owner.orders.decideHeld({
      params: { id: data.results[0]!.id },
      body: { decision: 'discard', reason: 'Training' },
    });
    expect(await register.handInRefunds(early, refundOfOrder(sold, ONE))).toMatchObject([
      rejected('ORDER_DISCARDED', DISCARDED),
      rejected('ORDER_DISCARDED', DISCARDED),
    ]);
    expect(await waitingRefunds()).toBe(0);
  });

  it('is rejected also at a closed-out fair and from an inactive device', async () => {
    const voided = (await register.book()).sold;
    await reset();
    const { id, sold: cancelled, decline } = await declined();
    await decline();
    await cancel(id);
    const ends = [rejected('ORDER_VOIDED', VOIDED), rejected('ORDER_CANCELLED', CANCELLED)];
    await setFair('finished');
    expect(
      await register.handInRefunds(refundOfOrder(voided, ONE), refundOfOrder(cancelled, ONE)),
    ).toMatchObject(ends);
    await setFair('open');
    await setDevice('inactive');
    expect(
      await register.handInRefunds(refundOfOrder(voided, ONE), refundOfOrder(cancelled, ONE)),
    ).toMatchObject(ends);
    await setDevice('active');
    expect(await waitingRefunds()).toBe(0);
  });

  it('is rejected when sent again if its order arrived without what it refunds', async () => {
    const sold = register.sold({ lines: [{ sku: HUNGER, quantity: 1 }] });
    const refund = refundOfOrder(sold, [{ lineNo: 1, quantity: 2, restock: true }]);
    expect(await register.handInRefunds(refund)).toMatchObject([
      { result: 'held', reason: 'ORDER_UNKNOWN' },
    ]);
    await register.handIn(sold);
    expect(await waitingRefunds()).toBe(1);
    expect(await register.handInRefunds(refund)).toMatchObject([
      {
        result: 'rejected',
        errors: { 'lines.0.quantity': '1 of 1 unit can still be refunded.' },
      },
    ]);
    expect(await waitingRefunds()).toBe(0);
  });
});
