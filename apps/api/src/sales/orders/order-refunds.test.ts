import { distributeRefund } from '@pos/contract/sales/money-rules';
import type { Order } from '@pos/contract/sales/orders';
import fc from 'fast-check';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { checkSealedInvariants } from '#testing/books/sealed-invariants.ts';
import { atOnce, expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import {
  BIBLE,
  HUNGER,
  PENCIL,
  PENDING,
  startSelling,
  type Wish,
} from '#testing/selling/sales-floor.ts';

const ONE = [{ quantity: 1 }];
const THREE: Wish = { lines: [{ sku: PENCIL, quantity: 3 }] };

describe('refunds by staff', async () => {
  const { test, floor, register } = await startSelling();

  it("return units by the registers' rule: stored value first, sellable units to the shelf", async () => {
    await register.addStudent('S-1', 1_000);
    const before = { shelf: await floor.line(HUNGER), net: await floor.netCents() };
    const order = await register.book({
      customerType: 'student',
      studentNumber: 'S-1',
      lines: [{ sku: HUNGER, quantity: 3 }],
      payments: [
        { method: 2, amountCents: 1_920 },
        { method: 5, amountCents: 1_000 },
      ],
    });
    const after = await floor.refund(order, [...ONE, { quantity: 1, restock: false }]);
    expect(after).toMatchObject({
      status: 'partially_refunded',
      refundedNetCents: 1_798,
      lines: [{ refundedQty: 2, restockedQty: 1 }],
      refunds: [
        {
          reason: 'Torn page',
          businessDay: (await floor.now()).today,
          tenders: [
            { method: 5, paidOutAs: 5, amountCents: 1_000 },
            { method: 2, paidOutAs: 3, amountCents: 947 },
          ],
        },
      ],
    });
    expect(await floor.walletCents('S-1')).toBe(1_000);
    expect(await floor.line(HUNGER)).toMatchObject({ onHand: before.shelf.onHand - 2 });
    expect(await floor.netCents()).toBe(before.net + 899);
    expect(await floor.refund(after, ONE)).toMatchObject({
      status: 'refunded',
      refundedCents: order.totalCents,
      payments: [{ status: 'refunded' }, { status: 'refunded' }],
    });
  });

  it('continue where the register left off', async () => {
    const order = await register.book(THREE);
    await register.refund(order, 2);
    const errors = { 'lines.0.quantity': '1 of 3 units can still be refunded.' };
    await expectErrors(floor.refund(order, [{ quantity: 2 }]), errors);
    const all = { status: 'refunded', refundedCents: order.totalCents };
    expect(await floor.refund(order, ONE)).toMatchObject(all);
  });

  it('report on its field everything that cannot be refunded, at once', async () => {
    const order = await register.book({ lines: [{ sku: PENCIL, quantity: 2 }, { sku: HUNGER }] });
    await expectErrors(floor.refund(order, [{ quantity: 3 }, { line: 1, quantity: 2 }]), {
      'lines.0.quantity': '2 of 2 units can still be refunded.',
      'lines.1.quantity': '1 of 1 unit can still be refunded.',
    });
    const send = (lines: { lineId: string; quantity: number }[], reason = 'No.', { id } = order) =>
      test.owner.orders.refund({
        params: { id },
        body: { lines: lines.map((line) => ({ ...line, restock: true })), reason },
      });
    const unknown = [{ lineId: uuidv7(), quantity: 1 }];
    await expectErrors(send(unknown), { 'lines.0.lineId': 'This order does not have this line.' });
    await expectErrors(send([], ' '), {
      lines: 'Choose the items to refund.',
      reason: 'Enter the reason for the refund.',
    });
    await expectRefusal(send(unknown, 'No.', { ...order, id: uuidv7() }), 'NOT_FOUND');
    expect(await floor.readOrder(order.clientOrderId)).toMatchObject({ refundedCents: 0 });
  });

  it('wait for the order to be paid and for a review to be decided', async () => {
    const open = await register.book(PENDING);
    const unpaid = 'This order is not fully paid. Resolve it first.';
    await expectRefusal(floor.refund(open, ONE), 'INVALID_TRANSITION', unpaid);
    await register.settle(open.sold, 'completed');
    await register.addStudent('S-2');
    const short = await register.bookByWallet('S-2');
    const review = 'A payment of this order is under review. Approve or reject it first.';
    await expectRefusal(floor.refund(short, ONE), 'INVALID_TRANSITION', review);
  });

  it('are refused at a fair that is closed out', async () => {
    const order = await register.book();
    await floor.whileFinished(() => expectRefusal(floor.refund(order, ONE), 'FAIR_FINISHED'));
  });

  it('are booked once per key, and never refund more than was sold, even concurrently', async () => {
    const order = await register.book(THREE);
    const lines = [{ lineId: order.lines[0]!.id, quantity: 1, restock: true }];
    const call = { params: { id: order.id }, body: { lines, reason: 'Twice' } };
    const key = { idempotencyKey: uuidv4() };
    await test.owner.orders.refund(call, key);
    await test.owner.orders.refund(call, key);
    const read = () => floor.readOrder(order.clientOrderId);
    expect((await read()).lines[0]!.refundedQty).toBe(1);
    expect((await atOnce(8, () => test.owner.orders.refund(call))).done).toHaveLength(2);
    const all = { status: 'refunded', refundedCents: order.totalCents };
    expect(await read()).toMatchObject(all);
  });

  it('waive uncollected money once: what is under review stays to be decided', async () => {
    await register.addStudent('S-3');
    const order = await register.book({
      customerType: 'student',
      studentNumber: 'S-3',
      lines: [{ sku: HUNGER, quantity: 3 }],
      payments: [
        { method: 3, amountCents: 500 },
        { method: 5, amountCents: 700 },
        { method: 1, amountCents: 1_720, status: 'pending' },
      ],
    });
    await register.settle(order.sold, 'failed', 2);
    const resolved = await floor.resolve(order, 'uncollected');
    expect(resolved).toMatchObject({ uncollectedCents: 1_720 });
    const most = await floor.refund(resolved, [{ quantity: 2 }]);
    await expectRefusal(floor.refund(most, ONE), 'INVALID_TRANSITION');
  });

  it('never pay out money that was not collected', async () => {
    const order = await register.book({
      lines: [{ sku: HUNGER, quantity: 2 }],
      payments: [
        { method: 3, amountCents: 1_000 },
        { method: 1, amountCents: 946, status: 'pending' },
      ],
    });
    await register.settle(order.sold, 'failed', 1);
    const resolved = await floor.resolve(order, 'uncollected');
    expect(resolved).toMatchObject({ status: 'completed', uncollectedCents: 946 });
    expect(await floor.refund(resolved, [{ quantity: 2 }])).toMatchObject({
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
          const attempt = floor.refund(order, body);
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
    await checkSealedInvariants(test.db);
  });
});
