import type { HeldDecision, HeldOrder } from '@pos/contract/held-orders';
import type { SoldOrder } from '@pos/contract/register-orders';
import { describe, expect, it } from 'vitest';
import { fairOnLastDay, finish, revert } from '#testing/close-outs.ts';
import { getRefusal } from '#testing/refusals.ts';
import {
  openFair,
  PENCIL,
  refundOfOrder,
  type SalesFloor,
  type TestRegister,
  type Wish,
  startSelling,
} from '#testing/sales-floor.ts';

describe('held orders with refunds and payments', async () => {
  const { test, floor, register } = await startSelling();

  const decide = (held: HeldOrder, body: HeldDecision, key?: string) =>
    test.ask.orders.decideHeld(
      { params: { id: held.id }, body },
      key === undefined ? {} : { idempotencyKey: key },
    );
  const release = (held: HeldOrder) => decide(held, { decision: 'release' });
  const netOfFair = async () =>
    (await test.ask.fairs.getById({ params: { id: floor.fair.id } })).netCents;

  /** Sends an order that must be held, and returns it with its row. */
  async function hold(
    wish: Wish,
    at: { floor: SalesFloor; register: TestRegister } = { floor, register },
  ): Promise<{ sold: SoldOrder; held: HeldOrder }> {
    const sold = at.register.sold(wish);
    expect(await at.register.handIn(sold)).toMatchObject([{ result: 'held' }]);
    const { data } = await test.owner.orders.held({
      query: { fairId: at.floor.fair.id, search: sold.clientOrderId },
    });
    return { sold, held: data.results[0]! };
  }

  it('are booked only at an open fair: a closed-out fair must be reverted first', async () => {
    const own = await openFair(test);
    const tablet = await own.logIn('REG-LATE');
    const set = (closeOutState: 'open' | 'finished') =>
      test.db.updateTable('fairs').set({ closeOutState }).where('id', '=', own.fair.id).execute();
    await set('finished');
    const { held, sold } = await hold({}, { floor: own, register: tablet });
    expect(held.reason).toBe('LATE_SYNC');
    expect(await getRefusal(release(held))).toMatchObject({
      code: 'FAIR_FINISHED',
      message: 'This fair is closed out. Revert the close-out to change it.',
    });
    await set('open');
    await release(held);
    expect(await own.readOrder(sold.clientOrderId)).toMatchObject({
      status: 'completed',
      uncollectedCents: 0,
    });
    await set('finished');
    const late = await hold({}, { floor: own, register: tablet });
    await decide(late.held, { decision: 'discard', reason: 'A training sale.' });
    await set('open');
  });

  it('release refunds that came after a close-out once it is reverted, and not before', async () => {
    const own = await fairOnLastDay(test);
    const tablet = await own.logIn('REG-AFTER');
    const { sold } = await tablet.book({ lines: [{ sku: PENCIL, quantity: 2 }] });
    await finish(own);
    expect(
      await tablet.handInRefunds(refundOfOrder(sold, [{ lineNo: 1, quantity: 1, restock: true }])),
    ).toMatchObject([{ result: 'held', reason: 'FAIR_FINISHED' }]);
    expect(await own.readOrder(sold.clientOrderId)).toMatchObject({ status: 'completed' });
    await revert(own);
    expect(await own.readOrder(sold.clientOrderId)).toMatchObject({
      status: 'partially_refunded',
      lines: [{ refundedQty: 1, restockedQty: 1 }],
    });
    expect((await test.ask.fairs.getById({ params: { id: own.fair.id } })).netCents).toBe(125);
  });

  it('release their refunds too, even of a device that is inactive by now', async () => {
    const own = await openFair(test);
    const tablet = await own.logIn('REG-LOST');
    await test.db
      .updateTable('devices')
      .set({ status: 'inactive' })
      .where('id', '=', tablet.id)
      .execute();
    const first = await hold(
      { lines: [{ sku: PENCIL, quantity: 3 }] },
      { floor: own, register: tablet },
    );
    const second = await hold(
      { lines: [{ sku: PENCIL, quantity: 3 }] },
      { floor: own, register: tablet },
    );
    for (const { sold } of [first, second])
      expect(
        await tablet.handInRefunds(
          refundOfOrder(sold, [{ lineNo: 1, quantity: 1, restock: true }]),
        ),
      ).toMatchObject([{ result: 'held', reason: 'DEVICE_INACTIVE' }]);
    const { data } = await test.owner.orders.held({ query: { fairId: own.fair.id } });
    expect(data.results.map(({ waitingRefunds }) => waitingRefunds)).toEqual([1, 1]);
    await release(first.held);
    expect(await own.readOrder(first.sold.clientOrderId)).toMatchObject({
      status: 'partially_refunded',
      lines: [{ refundedQty: 1, restockedQty: 1 }],
    });
    expect(await test.ask.fairs.getById({ params: { id: own.fair.id } })).toMatchObject({
      orders: 1,
      netCents: 250,
    });
    await decide(second.held, { decision: 'discard', reason: 'A thief.' });
    expect(
      await test.db
        .selectFrom('heldRefunds')
        .select('state')
        .where('fairId', '=', own.fair.id)
        .orderBy('receivedAt')
        .execute(),
    ).toEqual([{ state: 'released' }, { state: 'discarded' }]);
  });

  it('review a payment that the eWallet does not cover, and stay open while a card is pending', async () => {
    await register.addStudent('S-SHORT');
    const short = await hold({
      customerType: 'student',
      studentNumber: 'S-SHORT',
      taxRatePpm: 1,
      payments: [{ method: 5 }],
    });
    const card = await hold({
      taxCents: 70,
      totalCents: 969,
      payments: [{ method: 1, amountCents: 969, status: 'pending' }],
    });
    const before = await netOfFair();
    await release(short.held);
    await release(card.held);
    expect(await floor.readOrder(short.sold.clientOrderId)).toMatchObject({
      status: 'completed',
      paymentStatus: 'under_review',
      payments: [{ status: 'under_review', reviewReason: 'WALLET_SHORT' }],
    });
    expect(await floor.readOrder(card.sold.clientOrderId)).toMatchObject({
      status: 'open',
      uncollectedCents: 4,
    });
    expect(await netOfFair()).toBe(before + 899);
    await register.pos.payments({
      body: {
        results: [{ clientPaymentId: card.sold.payments[0]!.clientPaymentId, status: 'completed' }],
      },
    });
    expect(await floor.readOrder(card.sold.clientOrderId)).toMatchObject({
      status: 'completed',
      uncollectedCents: 4,
    });
  });
});
