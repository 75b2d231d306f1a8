import type { Order } from '@pos/contract/orders';
import { describe, expect, it } from 'vitest';
import { getRefusal } from '#testing/refusals.ts';
import { checkReportInvariants } from '#testing/report-invariants.ts';
import { BIBLE, HUNGER, refundOfOrder, type Wish, startSelling } from '#testing/sales-floor.ts';

describe('staff decisions about orders', async () => {
  const { test, floor, register } = await startSelling();

  type Returned = { line?: number; quantity: number; restock?: boolean };
  const refund = (order: Order, lines: readonly Returned[], reason = 'Torn page') =>
    test.ask.orders.refund({
      params: { id: order.id },
      body: {
        lines: lines.map(({ line = 0, quantity, restock = true }) => ({
          lineId: order.lines[line]!.id,
          quantity,
          restock,
        })),
        reason,
      },
    });
  const resolve = (order: Order, decision: 'cancel' | 'uncollected') =>
    test.ask.orders.resolve({
      params: { id: order.id },
      body: { decision, reason: 'The card was declined.' },
    });
  const report = (
    order: { payments: { clientPaymentId: string }[] },
    status: 'completed' | 'failed',
    index = 0,
  ) =>
    register.pos.payments({
      body: { results: [{ clientPaymentId: order.payments[index]!.clientPaymentId, status }] },
    });
  const fairNow = () => test.ask.fairs.getById({ params: { id: floor.fair.id } });
  const closed = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const set = (closeOutState: 'open' | 'finished') =>
      test.db.updateTable('fairs').set({ closeOutState }).where('id', '=', floor.fair.id).execute();
    await set('finished');
    return work().finally(() => set('open'));
  };
  const titleOf = (sku: string) =>
    test.db
      .selectFrom('titles')
      .select(['warehouseQty', 'allocatedQty'])
      .where('sku', '=', sku)
      .executeTakeFirstOrThrow();

  describe('open orders', () => {
    const openOrder = (wish: Wish = {}) =>
      register.book({
        lines: [
          { sku: HUNGER, quantity: 2 },
          { sku: BIBLE, fulfilment: 'ship_to_school' },
        ],
        payments: [
          { method: 3, amountCents: 1_000 },
          { method: 1, amountCents: 2_146, status: 'pending' },
        ],
        ...wish,
      });

    it('are canceled: stock comes back, the money is refunded, nothing is sold', async () => {
      await register.addStudent('S-3', 1_000);
      const before = {
        shelf: await floor.line(HUNGER),
        bible: await titleOf(BIBLE),
        fair: await fairNow(),
      };
      const order = await openOrder({
        customerType: 'student',
        studentNumber: 'S-3',
        payments: [
          { method: 5, amountCents: 1_000 },
          { method: 1, amountCents: 2_146, status: 'pending' },
        ],
      });
      expect(await floor.walletCents('S-3')).toBe(0);
      expect(await getRefusal(resolve(order, 'cancel'))).toMatchObject({
        code: 'INVALID_TRANSITION',
        message:
          'A payment of this order is still pending. Resolve the order after its result arrives.',
      });
      await report(order.sold, 'failed', 1);
      const cancelled = await resolve(order, 'cancel');
      expect(cancelled).toMatchObject({
        status: 'cancelled',
        paymentStatus: 'refunded',
        refunds: [],
        lines: [{ fulfilmentStatus: 'taken' }, { fulfilmentStatus: 'cancelled' }],
        payments: [{ method: 5, status: 'refunded', refundedCents: 1_000 }, { status: 'failed' }],
      });
      expect(await floor.walletCents('S-3')).toBe(1_000);
      expect(await floor.line(HUNGER)).toMatchObject({
        onHand: before.shelf.onHand,
        soldQty: before.shelf.soldQty,
      });
      expect(await titleOf(BIBLE)).toEqual(before.bible);
      expect((await fairNow()).netCents).toBe(before.fair.netCents);
      expect(await getRefusal(resolve(order, 'uncollected'))).toMatchObject({
        code: 'INVALID_TRANSITION',
        message: 'Only an unpaid order can be resolved. This one is cancelled.',
      });
      expect(await getRefusal(refund(order, [{ quantity: 1 }]))).toMatchObject({
        message: 'This order was canceled, so there is nothing left to refund.',
      });
    });

    it('are completed with the rest uncollected, and then count', async () => {
      const before = await fairNow();
      const order = await openOrder();
      await report(order.sold, 'failed', 1);
      expect(await resolve(order, 'uncollected')).toMatchObject({
        status: 'completed',
        paymentStatus: 'failed',
        uncollectedCents: 2_146,
        payments: [{ status: 'completed' }, { status: 'failed' }],
      });
      expect((await fairNow()).netCents).toBe(before.netCents + order.subtotalCents);
    });

    it('release their waiting refund when completed, and drop it when canceled', async () => {
      const [stored, dropped] = [await openOrder(), await openOrder()];
      for (const { sold } of [stored, dropped]) {
        expect(
          await register.handInRefunds(
            refundOfOrder(sold, [{ lineNo: 1, quantity: 1, restock: true }]),
          ),
        ).toMatchObject([{ result: 'held', reason: 'INVALID_TRANSITION' }]);
        await report(sold, 'failed', 1);
      }
      expect(await resolve(stored, 'uncollected')).toMatchObject({
        status: 'partially_refunded',
        lines: [{ refundedQty: 1 }, {}],
      });
      await resolve(dropped, 'cancel');
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
      await report(order.sold, 'failed', 1);
      await closed(async () =>
        expect(await getRefusal(resolve(order, 'cancel'))).toMatchObject({ code: 'FAIR_FINISHED' }),
      );
      const outcomes = await Promise.allSettled([
        resolve(order, 'cancel'),
        resolve(order, 'uncollected'),
        resolve(order, 'cancel'),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await getRefusal(resolve(await register.book(), 'cancel'))).toMatchObject({
        message: 'Only an unpaid order can be resolved. This one is completed.',
      });
    });
  });

  it('leaves reports that agree to the cent', async () => {
    const { schoolIdentifier, startDate, endDate } = floor.fair;
    await checkReportInvariants(test.send(test.ownerToken), {
      schoolIdentifier,
      startDate,
      endDate,
    });
  });
});
