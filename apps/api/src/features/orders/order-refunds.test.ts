import { distributeRefund } from '@pos/contract/money-rules';
import type { Order } from '@pos/contract/orders';
import fc from 'fast-check';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { checkInvariants } from '#api/invariants/invariants.ts';
import { getRefusal } from '#testing/refusals.ts';
import {
  BIBLE,
  HUNGER,
  PENCIL,
  refundOfOrder,
  type Wish,
  startSelling,
} from '#testing/sales-floor.ts';

describe('refunds by staff', async () => {
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

  describe('refunds', () => {
    it("return units by the registers' rule: stored value first, sellable units to the shelf", async () => {
      await register.addStudent('S-1', 1_000);
      const before = { shelf: await floor.line(HUNGER), net: (await fairNow()).netCents };
      const order = await register.book({
        customerType: 'student',
        studentNumber: 'S-1',
        lines: [{ sku: HUNGER, quantity: 3 }],
        payments: [
          { method: 2, amountCents: 1_920 },
          { method: 5, amountCents: 1_000 },
        ],
      });
      const after = await refund(order, [
        { quantity: 1, restock: true },
        { quantity: 1, restock: false },
      ]);
      expect(after).toMatchObject({
        status: 'partially_refunded',
        refundedNetCents: 1_798,
        lines: [{ refundedQty: 2, restockedQty: 1 }],
        refunds: [{ reason: 'Torn page', businessDay: (await fairNow()).today }],
      });
      expect(after.refunds[0]!.tenders).toEqual([
        { method: 5, paidOutAs: 5, amountCents: 1_000 },
        { method: 2, paidOutAs: 3, amountCents: 947 },
      ]);
      expect(await floor.walletCents('S-1')).toBe(1_000);
      expect(await floor.line(HUNGER)).toMatchObject({ onHand: before.shelf.onHand - 2 });
      expect((await fairNow()).netCents).toBe(before.net + 899);
      expect(await refund(after, [{ quantity: 1 }])).toMatchObject({
        status: 'refunded',
        refundedCents: order.totalCents,
        payments: [{ status: 'refunded' }, { status: 'refunded' }],
      });
    });

    it('continue where the register left off', async () => {
      const order = await register.book({ lines: [{ sku: PENCIL, quantity: 3 }] });
      await register.handInRefunds(
        refundOfOrder(order.sold, [{ lineNo: 1, quantity: 2, restock: true }]),
      );
      expect(await getRefusal(refund(order, [{ quantity: 2 }]))).toMatchObject({
        status: 400,
        errors: { 'lines.0.quantity': '1 of 3 units can still be refunded.' },
      });
      expect(await refund(order, [{ quantity: 1 }])).toMatchObject({
        status: 'refunded',
        refundedCents: order.totalCents,
      });
    });

    it('report on its field everything that cannot be refunded, at once', async () => {
      const order = await register.book({
        lines: [{ sku: PENCIL, quantity: 2 }, { sku: HUNGER }],
      });
      expect(
        await getRefusal(refund(order, [{ quantity: 3 }, { line: 1, quantity: 2 }])),
      ).toMatchObject({
        errors: {
          'lines.0.quantity': '2 of 2 units can still be refunded.',
          'lines.1.quantity': '1 of 1 unit can still be refunded.',
        },
      });
      const body = { lines: [{ lineId: uuidv7(), quantity: 1, restock: true }], reason: 'No.' };
      expect(
        await getRefusal(test.owner.orders.refund({ params: { id: order.id }, body })),
      ).toMatchObject({ errors: { 'lines.0.lineId': 'This order does not have this line.' } });
      expect(
        await getRefusal(
          test.owner.orders.refund({ params: { id: order.id }, body: { lines: [], reason: ' ' } }),
        ),
      ).toMatchObject({
        errors: {
          lines: 'Choose the items to refund.',
          reason: 'Enter the reason for the refund.',
        },
      });
      expect(
        await getRefusal(test.owner.orders.refund({ params: { id: uuidv7() }, body })),
      ).toMatchObject({ code: 'NOT_FOUND' });
      expect(await floor.readOrder(order.clientOrderId)).toMatchObject({ refundedCents: 0 });
    });

    it('wait for the order to be paid and for a review to be decided', async () => {
      const open = await register.book({
        payments: [{ method: 1, status: 'pending' }],
      });
      expect(await getRefusal(refund(open, [{ quantity: 1 }]))).toMatchObject({
        code: 'INVALID_TRANSITION',
        message: 'This order is not fully paid. Resolve it first.',
      });
      await report(open.sold, 'completed');
      await register.addStudent('S-2');
      const short = await register.book({
        customerType: 'student',
        studentNumber: 'S-2',
        payments: [{ method: 5 }],
      });
      expect(await getRefusal(refund(short, [{ quantity: 1 }]))).toMatchObject({
        code: 'INVALID_TRANSITION',
        message: 'A payment of this order is under review. Approve or reject it first.',
      });
    });

    it('are refused at a fair that is closed out', async () => {
      const order = await register.book();
      await closed(async () =>
        expect(await getRefusal(refund(order, [{ quantity: 1 }]))).toMatchObject({
          code: 'FAIR_FINISHED',
        }),
      );
    });

    it('are booked once per key, and never refund more than was sold, even concurrently', async () => {
      const order = await register.book({ lines: [{ sku: PENCIL, quantity: 3 }] });
      const call = {
        params: { id: order.id },
        body: {
          lines: [{ lineId: order.lines[0]!.id, quantity: 1, restock: true }],
          reason: 'Twice',
        },
      };
      const idempotencyKey = uuidv4();
      await test.owner.orders.refund(call, { idempotencyKey });
      await test.owner.orders.refund(call, { idempotencyKey });
      expect((await floor.readOrder(order.clientOrderId)).lines[0]!.refundedQty).toBe(1);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, () => test.owner.orders.refund(call)),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      expect(await floor.readOrder(order.clientOrderId)).toMatchObject({
        status: 'refunded',
        refundedCents: order.totalCents,
      });
    });

    it('never pay out money that was not collected', async () => {
      const order = await register.book({
        lines: [{ sku: HUNGER, quantity: 2 }],
        payments: [
          { method: 3, amountCents: 1_000 },
          { method: 1, amountCents: 946, status: 'pending' },
        ],
      });
      await report(order.sold, 'failed', 1);
      const resolved = await resolve(order, 'uncollected');
      expect(resolved).toMatchObject({ status: 'completed', uncollectedCents: 946 });
      const after = await refund(resolved, [{ quantity: 2 }]);
      expect(after).toMatchObject({
        status: 'refunded',
        refundedCents: 1_946,
        refunds: [{ totalCents: 1_946, tenders: [{ method: 3, amountCents: 1_000 }] }],
        payments: [
          { refundedCents: 1_000, status: 'refunded' },
          { refundedCents: 0, status: 'failed' },
        ],
      });
    });

    it('keep to the amounts paid per tender, in any sequence of refunds', async () => {
      await register.addStudent('S-RICH', 50_000);
      await floor.earnAveDollars(100_000);
      const sale = fc.record({
        lines: fc.array(
          fc.record({
            sku: fc.constantFrom(HUNGER, PENCIL, BIBLE),
            quantity: fc.integer({ min: 1, max: 5 }),
            discountCents: fc.nat(100),
            fulfilment: fc.constantFrom('in_person' as const, 'ship_to_school' as const),
          }),
          { minLength: 1, maxLength: 3 },
        ),
        methods: fc.array(fc.constantFrom<1 | 2 | 3 | 4 | 5 | 6>(1, 2, 3, 4, 5, 6), {
          minLength: 1,
          maxLength: 3,
        }),
        refunds: fc.array(
          fc.array(
            fc.record({
              line: fc.nat(2),
              quantity: fc.integer({ min: 1, max: 6 }),
              restock: fc.boolean(),
            }),
            { minLength: 1, maxLength: 3 },
          ),
          { minLength: 1, maxLength: 4 },
        ),
      });
      await fc.assert(
        fc.asyncProperty(sale, async ({ lines, methods, refunds }) => {
          const wish: Wish = { customerType: 'school', studentNumber: 'S-RICH', lines };
          const { totalCents } = register.sold(wish);
          const parts = methods
            .map((method, index) => ({
              method,
              amountCents:
                Math.floor(totalCents / methods.length) +
                (index === 0 ? totalCents % methods.length : 0),
            }))
            .filter(({ amountCents }) => amountCents > 0);
          let order: Order = await register.book({ ...wish, payments: parts });
          for (const asked of refunds) {
            const body = asked.map(({ line, ...units }) => ({
              line: line % order.lines.length,
              ...units,
            }));
            const wanted = new Map<number, number>();
            for (const { line, quantity } of body)
              wanted.set(line, (wanted.get(line) ?? 0) + quantity);
            const fits = [...wanted].every(
              ([line, units]) =>
                units <= order.lines[line]!.quantity - order.lines[line]!.refundedQty,
            );
            const before = order;
            const attempt = refund(order, body);
            if (fits) order = await attempt;
            else expect(await getRefusal(attempt)).toMatchObject({ status: 400 });
            const given = order.refundedCents - before.refundedCents;
            const expected = distributeRefund(given, before.payments).tenders.map(
              ({ method, paidOutAs, amountCents }) => ({ method, paidOutAs, amountCents }),
            );
            if (fits) expect(order.refunds.at(-1)!.tenders).toEqual(expected);
            for (const payment of order.payments)
              expect(payment.refundedCents).toBeLessThanOrEqual(payment.amountCents);
            expect(order.payments.reduce((sum, payment) => sum + payment.refundedCents, 0)).toBe(
              order.refundedCents,
            );
            expect(order.status === 'refunded').toBe(
              order.lines.every((line) => line.refundedQty === line.quantity),
            );
            if (order.status === 'refunded') expect(order.refundedCents).toBe(order.totalCents);
          }
        }),
        { numRuns: 25 },
      );
      await checkInvariants(test.db);
    }, 120_000);
  });
});
