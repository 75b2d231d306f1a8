import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { atOnce, tally } from '#testing/calls/expectations.ts';
import {
  BIBLE,
  HUNGER,
  openFair,
  PENCIL,
  PENDING,
  refundOfOrder,
  startSelling,
  stockWarehouse,
  units,
} from '#testing/selling/sales-floor.ts';

const pencils = (quantity: number) => ({ lines: [{ sku: PENCIL, quantity }] });

describe('refunds', async () => {
  const { test, floor, register } = await startSelling();

  it('scenario 5: return one of two units and then the other: exactly the net and tax charged', async () => {
    const before = { net: await floor.netCents(), shelf: await floor.line(HUNGER) };
    const { sold, taxCents, totalCents } = await register.book({
      lines: [{ sku: HUNGER, quantity: 2, discountCents: 1 }],
    });
    expect(await register.refund(sold)).toMatchObject([{ result: 'accepted' }]);
    expect(await floor.readOrder(sold.clientOrderId)).toMatchObject({
      status: 'partially_refunded',
      paymentStatus: 'completed',
      refundedNetCents: 899,
      refundedTaxCents: 74,
      lines: [{ refundedQty: 1, restockedQty: 1 }],
    });
    await register.refund(sold);
    const tender = { method: 3, paidOutAs: 3 };
    expect(await floor.readOrder(sold.clientOrderId)).toMatchObject({
      status: 'refunded',
      paymentStatus: 'refunded',
      refundedNetCents: 1_797,
      refundedTaxCents: taxCents,
      refundedCents: totalCents,
      payments: [{ status: 'refunded', refundedCents: totalCents }],
      refunds: [
        { tenders: [{ ...tender, amountCents: 973 }] },
        { tenders: [{ ...tender, amountCents: totalCents - 973 }] },
      ],
    });
    expect(await floor.netCents()).toBe(before.net);
    expect(await floor.line(HUNGER)).toMatchObject({
      onHand: before.shelf.onHand,
      soldQty: before.shelf.soldQty + 2,
      restockedQty: before.shelf.restockedQty + 2,
    });
  });

  it('return stored value first, credit the eWallet and pay a check out as cash', async () => {
    await register.addStudent('S-1', 1_000);
    const { sold } = await register.book({
      customerType: 'student',
      studentNumber: 'S-1',
      lines: [{ sku: HUNGER, quantity: 3 }],
      payments: [
        { method: 2, amountCents: 1_920, checkNumber: '101' },
        { method: 5, amountCents: 1_000 },
      ],
    });
    await register.handInRefunds(refundOfOrder(sold), refundOfOrder(sold, [units(2)]));
    const { refunds, status } = await floor.readOrder(sold.clientOrderId);
    expect(status).toBe('refunded');
    expect(refunds.map((refund) => refund.tenders)).toEqual([
      [{ method: 5, paidOutAs: 5, amountCents: 973 }],
      [
        { method: 5, paidOutAs: 5, amountCents: 27 },
        { method: 2, paidOutAs: 3, amountCents: 1_920 },
      ],
    ]);
    expect(await floor.walletCents('S-1')).toBe(1_000);
  });

  it('return AveDollars to the school', async () => {
    await floor.earnAveDollars(2_000);
    await register.refund(
      await register.book({ customerType: 'school', payments: [{ method: 6 }] }),
    );
    expect(await floor.aveDollarCents()).toBe(2_000);
  });

  it('are booked once, however often and concurrently they arrive', async () => {
    const { sold } = await register.book(pencils(10));
    const refund = refundOfOrder(sold);
    const { clientRefundId } = refund;
    const { done } = await atOnce(10, () => register.handInRefunds(refund));
    expect(tally(done.flat())).toEqual({ accepted: 1, duplicate: 9 });
    expect((await floor.readOrder(sold.clientOrderId)).lines[0]!.refundedQty).toBe(1);
    const errors = { clientRefundId: 'This refund was sent before with different content.' };
    expect(await register.handInRefunds({ ...refund, lines: [units(2)] })).toEqual([
      { clientRefundId, result: 'rejected', errors },
    ]);
  });

  it('never return more than was sold, even if ten arrive at once', async () => {
    const { sold } = await register.book(pencils(3));
    const { done } = await atOnce(10, () => register.refund(sold));
    expect(tally(done.flat())).toEqual({ accepted: 3, rejected: 7 });
    expect(done.flat().find(({ result }) => result === 'rejected')).toMatchObject({
      errors: { 'lines.0.quantity': '0 of 3 units can still be refunded.' },
    });
    const other = await register.book({ lines: [{ sku: PENCIL }] });
    expect(
      await register.handInRefunds(
        refundOfOrder(other, [units(1), units(1)]),
        refundOfOrder(other, [units(1, true, 7)]),
        { nothing: true },
      ),
    ).toMatchObject([
      { result: 'rejected', errors: { 'lines.1.quantity': '0 of 1 unit can still be refunded.' } },
      { result: 'rejected', errors: { 'lines.0.lineNo': 'The order does not have a line 7.' } },
      { result: 'rejected' },
    ]);
  });

  it('put only sellable units back on the shelf', async () => {
    const { sold } = await register.book({ lines: [{ sku: HUNGER, quantity: 3 }] });
    const before = await floor.line(HUNGER);
    await register.handInRefunds(refundOfOrder(sold, [units(1), units(2, false)]));
    expect(await floor.line(HUNGER)).toMatchObject({
      onHand: before.onHand + 1,
      restockedQty: before.restockedQty + 1,
    });
    const { lines, refunds } = await floor.readOrder(sold.clientOrderId);
    expect(lines).toMatchObject([{ refundedQty: 3, restockedQty: 1 }]);
    const returned = refunds[0]!.lines.toSorted((one, other) => one.quantity - other.quantity);
    expect(returned).toMatchObject([
      { quantity: 1, restock: true },
      { quantity: 2, restock: false },
    ]);
  });

  it('release the copies of a ship-to-school line, which is canceled if none is left', async () => {
    await stockWarehouse(test, BIBLE, 5);
    const { sold } = await register.book({
      lines: [{ sku: BIBLE, quantity: 3, fulfilment: 'ship_to_school' }],
    });
    for (const [quantity, allocatedQty, line] of [
      [1, 2, { fulfilmentStatus: 'to_ship' }],
      [2, 0, { fulfilmentStatus: 'cancelled', restockedQty: 0 }],
    ] as const) {
      await register.refund(sold, quantity);
      expect(await floor.copies(BIBLE)).toMatchObject({ allocatedQty });
      expect((await floor.readOrder(sold.clientOrderId)).lines).toMatchObject([line]);
    }
  });

  it("count on the day they were made, in the fair's time zone", async () => {
    const { sold } = await register.book();
    const businessDay = floor.fair.startDate;
    const refundedAt = `${addDays(businessDay, 1)}T02:30:00.000Z`;
    await register.refund(sold, 1, { refundedAt });
    const { refunds } = await floor.readOrder(sold.clientOrderId);
    expect(refunds).toMatchObject([{ refundedAt, businessDay }]);
  });

  it('wait for an order that arrives later, and are booked with it', async () => {
    const order = register.sold(pencils(2));
    const refund = refundOfOrder(order);
    expect(await register.handInRefunds(refund, refund)).toMatchObject([
      { result: 'held', reason: 'ORDER_UNKNOWN' },
      { result: 'held' },
    ]);
    await register.handIn(order);
    expect(await floor.readOrder(order.clientOrderId)).toMatchObject({
      status: 'partially_refunded',
      lines: [{ refundedQty: 1 }],
    });
    expect(await register.handInRefunds(refund)).toMatchObject([{ result: 'duplicate' }]);
  });

  it('never miss an order that arrives at the same time', async () => {
    const other = await floor.logIn('REG-RACE');
    const orders = Array.from({ length: 12 }, () => register.sold({ lines: [{ sku: PENCIL }] }));
    await Promise.all(
      orders.map((order) => Promise.all([register.handIn(order), other.refund(order)])),
    );
    for (const order of orders)
      expect((await floor.readOrder(order.clientOrderId)).status).toBe('refunded');
  });

  it('wait with a held order, after a close-out, from an inactive device, and for a pending payment', async () => {
    const waits = (reason: string) => [{ result: 'held', reason }];
    const { sold: heldOrder } = await register.hold({ taxRatePpm: 1 });
    expect(await register.refund(heldOrder)).toMatchObject(waits('ORDER_HELD'));

    const { sold: open } = await register.book(PENDING);
    expect(await register.refund(open)).toMatchObject(waits('INVALID_TRANSITION'));
    await register.settle(open, 'completed');
    expect((await floor.readOrder(open.clientOrderId)).status).toBe('refunded');

    await register.addStudent('S-REVIEW');
    const short = await register.bookByWallet('S-REVIEW');
    expect(await register.refund(short)).toMatchObject(waits('INVALID_TRANSITION'));

    const order = await register.book();
    const stolen = await floor.logIn('REG-STOLEN');
    await stolen.setDevice('inactive');
    expect(await stolen.refund(order)).toMatchObject(waits('DEVICE_INACTIVE'));
    const late = await floor.whileFinished(() => register.refund(order));
    expect(late).toMatchObject(waits('FAIR_FINISHED'));
  });

  it('are refused for another fair’s order', async () => {
    const stranger = await (await openFair(test)).logIn('REG-ELSEWHERE');
    const errors = { clientOrderId: 'This order belongs to another fair.' };
    expect(await stranger.refund(await register.book())).toMatchObject([
      { result: 'rejected', errors },
    ]);
  });
});
