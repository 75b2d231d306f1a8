import type { HeldOrder } from '@pos/contract/sales/held-orders';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { atOnce, expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { readReceived } from '#testing/calls/received-orders.ts';
import { order as soldOrder } from '@pos/world/sale';
import { byWallet, HUNGER, PENCIL, startSelling } from '#testing/selling/sales-floor.ts';

const WRONG_RATE = { taxRatePpm: 60_000 };

describe('held orders decided by staff', async () => {
  const { test, floor, register } = await startSelling();
  const discard = (held: HeldOrder, reason = 'Not ours.') =>
    floor.decide(held, { decision: 'discard', reason });

  it('are booked with totals computed by the server, the unpaid rest uncollected', async () => {
    const before = { net: await floor.netCents(), shelf: await floor.line(HUNGER) };
    const wrong = { taxCents: 70, totalCents: 969 };
    const { sold, held } = await register.hold({
      ...wrong,
      payments: [{ method: 3, amountCents: 969 }],
    });
    const booked = { subtotalCents: 899, taxCents: 74, totalCents: 973, uncollectedCents: 4 };
    expect(held).toMatchObject({
      state: 'waiting',
      outcome: null,
      lines: [{ sku: HUNGER, title: 'The Arena', quantity: 1, isUnknown: false }],
      payments: [{ method: 3, amountCents: 969 }],
      sold: { subtotalCents: 899, ...wrong, paidCents: 969 },
      booked: { ...booked, paidCents: 969, overpaidCents: 0 },
    });
    const reason = 'Rounding of an old app.';
    const decided = await floor.decide(held, { decision: 'release', reason });
    const order = await floor.readOrder(sold.clientOrderId);
    expect(order).toMatchObject({
      ...booked,
      status: 'completed',
      paymentStatus: 'completed',
      overpaidCents: 0,
      payments: [{ amountCents: 969, status: 'completed' }],
    });
    const { id: orderId, orderNumber } = order;
    expect(decided).toMatchObject({
      state: 'released',
      totalCents: 969,
      outcome: { by: 'Account Owner', reason, orderId, orderNumber },
    });
    expect(await floor.line(HUNGER)).toMatchObject({
      onHand: before.shelf.onHand - 1,
      soldQty: before.shelf.soldQty + 1,
    });
    expect(await floor.netCents()).toBe(before.net + 899);
    const { body } = await test.db
      .selectFrom('heldOrders')
      .select('body')
      .where('id', '=', held.id)
      .executeTakeFirstOrThrow();
    expect(body).toEqual(JSON.parse(JSON.stringify(sold)));
  });

  it('keep overpaid amounts as a surplus, in cash if there is cash', async () => {
    await register.addStudent('S-OVER', 1_000);
    const payments = [
      { method: 3 as const, amountCents: 573, tenderedCents: 600, changeCents: 27 },
      { method: 5 as const, amountCents: 500 },
    ];
    const { sold, held } = await register.hold(
      byWallet('S-OVER', { taxCents: 174, totalCents: 1_073, payments }),
    );
    await floor.decide(held);
    expect(await floor.readOrder(sold.clientOrderId)).toMatchObject({
      totalCents: 973,
      overpaidCents: 100,
      uncollectedCents: 0,
      payments: [
        { method: 3, amountCents: 473, tenderedCents: 600 },
        { method: 5, amountCents: 500 },
      ],
    });
    expect(await floor.walletCents('S-OVER')).toBe(500);
  });

  it('leave out a payment that is not needed', async () => {
    const { sold, held } = await register.hold({
      payments: [
        { method: 1, amountCents: 973 },
        { method: 2, amountCents: 500, checkNumber: '7' },
      ],
    });
    await floor.decide(held);
    expect(await floor.readOrder(sold.clientOrderId)).toMatchObject({
      overpaidCents: 500,
      methods: [1],
      payments: [{ method: 1, amountCents: 973 }],
    });
  });

  it.each([
    [
      'prices',
      { lines: [{ sku: HUNGER, unitPriceCents: 799 }] },
      { subtotalCents: 799, lines: [{ sku: HUNGER, unitPriceCents: 799 }] },
    ],
    ['the rate', WRONG_RATE, { ...WRONG_RATE, taxCents: 54, totalCents: 953 }],
    [
      'discounts, at most the line,',
      {
        lines: [
          { sku: HUNGER, discountCents: 1_000 },
          { sku: PENCIL, lineNo: 1 },
        ],
        subtotalCents: 25,
        taxCents: 2,
        totalCents: 27,
        payments: [{ method: 3 as const, amountCents: 27 }],
      },
      {
        subtotalCents: 125,
        taxCents: 10,
        uncollectedCents: 108,
        lines: [
          { lineNo: 1, discountCents: 899, netCents: 0 },
          { lineNo: 2, netCents: 125 },
        ],
      },
    ],
  ])('keep %s of the register', async (_what, wish, booked) => {
    const { sold, held } = await register.hold(wish);
    await floor.decide(held);
    expect(await floor.readOrder(sold.clientOrderId)).toMatchObject(booked);
  });

  it('sell an unknown title as a line without a title, or by its number once the title exists', async () => {
    const hold = (sku: string) => register.hold({ lines: [{ sku, unitPriceCents: 450 }] });
    const [known, unknown] = [await hold('NEW-9'), await hold('NEVER-9')];
    expect(unknown.held.lines).toMatchObject([{ sku: 'NEVER-9', isUnknown: true }]);
    const title = { sku: 'NEW-9', title: 'Brand New', priceCents: 450, isbn13: null };
    await test.db
      .insertInto('titles')
      .values({ id: uuidv7(), ...title, sourceWarehouseQty: null })
      .execute();
    await floor.decide(known.held);
    await floor.decide(unknown.held);
    expect(await floor.readOrder(known.sold.clientOrderId)).toMatchObject({
      lines: [{ sku: 'NEW-9', title: 'Brand New' }],
      flags: expect.arrayContaining(['not_in_fair_inventory', 'oversold']),
    });
    expect(await floor.readOrder(unknown.sold.clientOrderId)).toMatchObject({
      lines: [{ sku: null, title: 'Unknown title NEVER-9', category: 'Other' }],
    });
  });

  it('answer the register correctly when sent again, whatever was decided', async () => {
    const released = await register.hold(WRONG_RATE);
    const discarded = await register.hold(WRONG_RATE);
    await floor.decide(released.held);
    await discard(discarded.held);
    const { orderNumber } = await floor.readOrder(released.sold.clientOrderId);
    expect(await register.handIn(released.sold, discarded.sold)).toEqual([
      { clientOrderId: released.sold.clientOrderId, result: 'duplicate', orderNumber },
      { clientOrderId: discarded.sold.clientOrderId, result: 'duplicate', reason: 'RATE_MISMATCH' },
    ]);
  });

  it('are booked beside the order that has the same number or ID', async () => {
    const tablet = await floor.logIn('REG-FORK');
    const { sold: first, orderNumber } = await tablet.book();
    const { sequence, clientOrderId } = first;
    const pencils = (quantity: number, number: number) =>
      soldOrder(floor.fair.salesTaxRatePpm, {
        sequence: number,
        lines: [{ sku: PENCIL, quantity }],
      });
    const forked = pencils(2, sequence);
    const altered = { ...pencils(3, 2), clientOrderId };
    const conflict = { reason: 'SEQUENCE_CONFLICT' };
    expect(await tablet.handIn(forked, altered)).toMatchObject([conflict, conflict]);
    const waiting = await floor.held({ deviceId: tablet.id });
    const numbers: (string | null | undefined)[] = [];
    for (const held of waiting.toSorted((a, b) => a.sequence - b.sequence))
      numbers.push((await floor.decide(held)).outcome?.orderNumber);
    expect(new Set([orderNumber, ...numbers]).size).toBe(3);
    expect(await tablet.handIn(first, forked, altered)).toMatchObject([
      { result: 'duplicate', orderNumber },
      { result: 'duplicate', orderNumber: numbers[0] },
      { result: 'duplicate', orderNumber: numbers[1] },
    ]);
    const query = { search: `REG-FORK-1-${sequence}` };
    expect((await test.ask.orders.list({ query })).totalResults).toBe(2);
    expect((await readReceived(test.db, 'REG-FORK')).timesByOrder).toEqual(
      new Map([
        [clientOrderId, 2],
        [forked.clientOrderId, 1],
      ]),
    );
  });

  it('are decided once, even if two people decide at once', async () => {
    const { held, sold } = await register.hold(WRONG_RATE);
    const { done, failed } = await atOnce(4, (index) =>
      index % 2 ? discard(held) : floor.decide(held),
    );
    expect(done).toHaveLength(1);
    for (const reason of failed) await expectRefusal(Promise.reject(reason), 'INVALID_TRANSITION');
    const stored = await test.db
      .selectFrom('orders')
      .select('id')
      .where('clientOrderId', '=', sold.clientOrderId)
      .execute();
    expect(stored).toHaveLength(done[0]!.state === 'released' ? 1 : 0);
  });

  it('return the first answer to the same call with the same key', async () => {
    const { held } = await register.hold(WRONG_RATE);
    const call = { params: { id: held.id }, body: { decision: 'release' } } as const;
    const key = { idempotencyKey: uuidv4() };
    const first = await test.ask.orders.decideHeld(call, key);
    expect(await test.ask.orders.decideHeld(call, key)).toEqual(first);
    const message = 'This order was already released by Account Owner.';
    await expectRefusal(floor.decide(held), 'INVALID_TRANSITION', message);
  });

  it("are discarded only with a reason, shown in the list and in the fair's activity", async () => {
    const before = await floor.netCents();
    const { held, sold } = await register.hold(WRONG_RATE);
    const missing = { reason: 'Enter the reason for discarding this order.' };
    await expectErrors(floor.decide(held, { decision: 'discard' }), missing);
    await expectErrors(discard(held, '  '), missing);
    const reason = 'Rung up twice.';
    const discarded = await discard(held, reason);
    expect(discarded).toMatchObject({
      state: 'discarded',
      outcome: { by: 'Account Owner', reason, orderId: null, orderNumber: null },
    });
    const { clientOrderId: search } = sold;
    expect(await floor.held({ state: 'discarded', search })).toEqual([discarded]);
    expect(await floor.netCents()).toBe(before);
    expect((await readActivity(test, 'fair', floor.fair.id))[0]).toMatchObject({
      action: 'fair.held_order_discarded',
      changes: { heldBecause: { to: 'RATE_MISMATCH' }, reason: { to: reason } },
    });
    await expectRefusal(floor.decide({ id: uuidv7() }), 'NOT_FOUND');
  });

  it('leave reports that agree to the cent', async () => {
    const { summary } = await floor.checkReports();
    expect(summary.totals).toMatchObject({
      uncollectedCents: 4 + 108,
      cashControl: { overpaidCents: 100 + 500 },
    });
  });
});
