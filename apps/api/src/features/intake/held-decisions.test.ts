import type { HeldDecision, HeldOrder } from '@pos/contract/held-orders';
import type { SoldOrder } from '@pos/contract/register-orders';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { readReceived } from '#testing/received-orders.ts';
import { getRefusal } from '#testing/refusals.ts';
import { checkReportInvariants } from '#testing/report-invariants.ts';
import {
  HUNGER,
  orderOf,
  PENCIL,
  type SalesFloor,
  type TestRegister,
  type Wish,
  startSelling,
} from '#testing/sales-floor.ts';

describe('held orders decided by staff', async () => {
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

  it('are booked with totals computed by the server, the unpaid rest uncollected', async () => {
    const before = { net: await netOfFair(), shelf: await floor.line(HUNGER) };
    const { sold, held } = await hold({
      taxCents: 70,
      totalCents: 969,
      payments: [{ method: 3, amountCents: 969 }],
    });
    expect(held).toMatchObject({
      state: 'waiting',
      outcome: null,
      lines: [{ sku: HUNGER, title: 'The Hunger Games', quantity: 1, isUnknown: false }],
      payments: [{ method: 3, amountCents: 969 }],
      sold: { subtotalCents: 899, taxCents: 70, totalCents: 969, paidCents: 969 },
      booked: {
        subtotalCents: 899,
        taxCents: 74,
        totalCents: 973,
        paidCents: 969,
        uncollectedCents: 4,
        overpaidCents: 0,
      },
    });
    const decided = await decide(held, { decision: 'release', reason: 'Rounding of an old app.' });
    const order = await floor.readOrder(sold.clientOrderId);
    expect(order).toMatchObject({
      status: 'completed',
      paymentStatus: 'completed',
      subtotalCents: 899,
      taxCents: 74,
      totalCents: 973,
      uncollectedCents: 4,
      overpaidCents: 0,
      payments: [{ amountCents: 969, status: 'completed' }],
    });
    expect(decided).toMatchObject({
      state: 'released',
      totalCents: 969,
      outcome: {
        by: 'Account Owner',
        reason: 'Rounding of an old app.',
        orderId: order.id,
        orderNumber: order.orderNumber,
      },
    });
    expect(await floor.line(HUNGER)).toMatchObject({
      onHand: before.shelf.onHand - 1,
      soldQty: before.shelf.soldQty + 1,
    });
    expect(await netOfFair()).toBe(before.net + 899);
    const { body } = await test.db
      .selectFrom('heldOrders')
      .select('body')
      .where('id', '=', held.id)
      .executeTakeFirstOrThrow();
    expect(body).toEqual(JSON.parse(JSON.stringify(sold)));
  });

  it('keep overpaid amounts as a surplus, in cash if there is cash', async () => {
    await register.addStudent('S-OVER', 1_000);
    const { sold, held } = await hold({
      customerType: 'student',
      studentNumber: 'S-OVER',
      taxCents: 174,
      totalCents: 1_073,
      payments: [
        { method: 3, amountCents: 573, tenderedCents: 600, changeCents: 27 },
        { method: 5, amountCents: 500 },
      ],
    });
    await release(held);
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
    const { sold, held } = await hold({
      payments: [
        { method: 1, amountCents: 973 },
        { method: 2, amountCents: 500, checkNumber: '7' },
      ],
    });
    await release(held);
    expect(await floor.readOrder(sold.clientOrderId)).toMatchObject({
      overpaidCents: 500,
      methods: [1],
      payments: [{ method: 1, amountCents: 973 }],
    });
  });

  it('keep prices, rate and discounts of the register, a discount at most the line', async () => {
    const cheap = await hold({ lines: [{ sku: HUNGER, unitPriceCents: 799 }] });
    const rate = await hold({ taxRatePpm: 60_000 });
    const lines = [
      { sku: HUNGER, discountCents: 1_000 },
      { sku: PENCIL, lineNo: 1 },
    ];
    const odd = await hold({
      lines,
      subtotalCents: 25,
      taxCents: 2,
      totalCents: 27,
      payments: [{ method: 3, amountCents: 27 }],
    });
    for (const { held } of [cheap, rate, odd]) await release(held);
    expect(await floor.readOrder(cheap.sold.clientOrderId)).toMatchObject({
      subtotalCents: 799,
      lines: [{ sku: HUNGER, unitPriceCents: 799 }],
    });
    expect(await floor.readOrder(rate.sold.clientOrderId)).toMatchObject({
      taxRatePpm: 60_000,
      taxCents: 54,
      totalCents: 953,
    });
    expect(await floor.readOrder(odd.sold.clientOrderId)).toMatchObject({
      subtotalCents: 125,
      taxCents: 10,
      uncollectedCents: 108,
      lines: [
        { lineNo: 1, discountCents: 899, netCents: 0 },
        { lineNo: 2, netCents: 125 },
      ],
    });
  });

  it('sell an unknown title as a line without a title, or by its number once the title exists', async () => {
    const known = await hold({ lines: [{ sku: 'NEW-9', unitPriceCents: 450 }] });
    const unknown = await hold({ lines: [{ sku: 'NEVER-9', unitPriceCents: 450 }] });
    expect(unknown.held.lines).toMatchObject([{ sku: 'NEVER-9', isUnknown: true }]);
    await test.db
      .insertInto('titles')
      .values({
        id: uuidv7(),
        sku: 'NEW-9',
        title: 'Brand New',
        priceCents: 450,
        isbn13: null,
        sourceWarehouseQty: null,
      })
      .execute();
    await release(known.held);
    await release(unknown.held);
    expect(await floor.readOrder(known.sold.clientOrderId)).toMatchObject({
      lines: [{ sku: 'NEW-9', title: 'Brand New' }],
      flags: expect.arrayContaining(['not_in_fair_inventory', 'oversold']),
    });
    expect(await floor.readOrder(unknown.sold.clientOrderId)).toMatchObject({
      lines: [{ sku: null, title: 'Unknown title NEVER-9', category: 'Other' }],
    });
  });

  it('answer the register correctly when sent again, whatever was decided', async () => {
    const released = await hold({ taxRatePpm: 60_000 });
    const discarded = await hold({ taxRatePpm: 60_000 });
    await release(released.held);
    await decide(discarded.held, { decision: 'discard', reason: 'Sold twice.' });
    const { orderNumber } = await floor.readOrder(released.sold.clientOrderId);
    expect(await register.handIn(released.sold, discarded.sold)).toEqual([
      { clientOrderId: released.sold.clientOrderId, result: 'duplicate', orderNumber },
      { clientOrderId: discarded.sold.clientOrderId, result: 'duplicate', reason: 'RATE_MISMATCH' },
    ]);
  });

  it('are booked beside the order that has the same number or ID', async () => {
    const tablet = await floor.logIn('REG-FORK');
    const { sold: first, orderNumber } = await tablet.book();
    const forked = orderOf(floor.fair, {
      sequence: first.sequence,
      lines: [{ sku: PENCIL, quantity: 2 }],
    });
    const altered = {
      ...orderOf(floor.fair, { sequence: 2, lines: [{ sku: PENCIL, quantity: 3 }] }),
      clientOrderId: first.clientOrderId,
    };
    expect(await tablet.handIn(forked, altered)).toMatchObject([
      { reason: 'SEQUENCE_CONFLICT' },
      { reason: 'SEQUENCE_CONFLICT' },
    ]);
    const { data } = await test.owner.orders.held({
      query: { deviceId: tablet.id, sort: 'receivedAt' },
    });
    const numbers: (string | null | undefined)[] = [];
    for (const held of data.results.toSorted((a, b) => a.sequence - b.sequence))
      numbers.push((await release(held)).outcome?.orderNumber);
    expect(new Set([orderNumber, ...numbers]).size).toBe(3);
    expect(await tablet.handIn(first, forked, altered)).toMatchObject([
      { result: 'duplicate', orderNumber },
      { result: 'duplicate', orderNumber: numbers[0] },
      { result: 'duplicate', orderNumber: numbers[1] },
    ]);
    expect(
      (await test.ask.orders.list({ query: { search: `REG-FORK-1-${first.sequence}` } }))
        .totalResults,
    ).toBe(2);
    expect((await readReceived(test.db, 'REG-FORK')).timesByOrder).toEqual(
      new Map([
        [first.clientOrderId, 2],
        [forked.clientOrderId, 1],
      ]),
    );
  });

  it('are decided once, even if two people decide at once', async () => {
    const { held, sold } = await hold({ taxRatePpm: 60_000 });
    const outcomes = await Promise.allSettled([
      release(held),
      decide(held, { decision: 'discard', reason: 'Not ours.' }),
      release(held),
      decide(held, { decision: 'discard', reason: 'Not ours.' }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({
          status: 409,
          refusal: { code: 'INVALID_TRANSITION' },
        });
    const stored = await test.db
      .selectFrom('orders')
      .select('id')
      .where('clientOrderId', '=', sold.clientOrderId)
      .execute();
    expect(stored.length).toBe(
      (await test.ask.orders.held({ query: { state: 'released', search: sold.clientOrderId } }))
        .totalResults,
    );
  });

  it('return the first answer to the same call with the same key', async () => {
    const { held } = await hold({ taxRatePpm: 60_000 });
    const key = uuidv4();
    const first = await decide(held, { decision: 'release' }, key);
    expect(await decide(held, { decision: 'release' }, key)).toEqual(first);
    expect(await getRefusal(release(held))).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: 'This order was already released by Account Owner.',
    });
  });

  it("are discarded only with a reason, shown in the list and in the fair's activity", async () => {
    const before = await netOfFair();
    const { held, sold } = await hold({ taxRatePpm: 60_000 });
    expect(await getRefusal(decide(held, { decision: 'discard' }))).toMatchObject({
      status: 400,
      errors: { reason: 'Enter the reason for discarding this order.' },
    });
    expect(await getRefusal(decide(held, { decision: 'discard', reason: '  ' }))).toMatchObject({
      status: 400,
    });
    const discarded = await decide(held, { decision: 'discard', reason: 'Rung up twice.' });
    expect(discarded).toMatchObject({
      state: 'discarded',
      outcome: { by: 'Account Owner', reason: 'Rung up twice.', orderId: null, orderNumber: null },
    });
    expect(
      (await test.ask.orders.held({ query: { state: 'discarded', search: sold.clientOrderId } }))
        .results,
    ).toEqual([discarded]);
    expect(await netOfFair()).toBe(before);
    const { data } = await test.owner.activity.list({
      query: { entity: 'fair', entityId: floor.fair.id },
    });
    expect(data.results[0]).toMatchObject({
      action: 'fair.held_order_discarded',
      changes: { heldBecause: { to: 'RATE_MISMATCH' }, reason: { to: 'Rung up twice.' } },
    });
    expect(
      await getRefusal(decide({ ...held, id: uuidv7() }, { decision: 'release' })),
    ).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('leave reports that agree to the cent', async () => {
    const { schoolIdentifier, startDate, endDate } = floor.fair;
    const { summary } = await checkReportInvariants(test.send(test.ownerToken), {
      schoolIdentifier,
      startDate,
      endDate,
    });
    expect(summary.totals).toMatchObject({
      uncollectedCents: 4 + 108,
      cashControl: { overpaidCents: 100 + 500 },
    });
  });
});
