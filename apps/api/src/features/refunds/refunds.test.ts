import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import {
  BIBLE,
  HUNGER,
  openFair,
  PENCIL,
  refundOfOrder,
  stockWarehouse,
  startSelling,
} from '#testing/sales-floor.ts';

describe('refunds', async () => {
  const { test, floor, register } = await startSelling();
  const line = (quantity: number, restock = true, lineNo = 1) => ({ lineNo, quantity, restock });
  const netOfFair = async () =>
    (await test.ask.fairs.getById({ params: { id: floor.fair.id } })).netCents;

  it('return one of two units and then the other: exactly the net and tax charged', async () => {
    const before = { net: await netOfFair(), shelf: await floor.line(HUNGER) };
    const { sold, taxCents, totalCents } = await register.book({
      lines: [{ sku: HUNGER, quantity: 2, discountCents: 1 }],
    });
    expect(await register.handInRefunds(refundOfOrder(sold, [line(1)]))).toMatchObject([
      { result: 'accepted' },
    ]);
    const half = await floor.readOrder(sold.clientOrderId);
    expect(half).toMatchObject({
      status: 'partially_refunded',
      paymentStatus: 'completed',
      refundedNetCents: 899,
      refundedTaxCents: 74,
      lines: [{ refundedQty: 1, restockedQty: 1 }],
    });
    await register.handInRefunds(refundOfOrder(sold, [line(1)]));
    const whole = await floor.readOrder(sold.clientOrderId);
    expect(whole).toMatchObject({
      status: 'refunded',
      paymentStatus: 'refunded',
      refundedNetCents: 1_797,
      refundedTaxCents: taxCents,
      refundedCents: totalCents,
      payments: [{ status: 'refunded', refundedCents: totalCents }],
    });
    expect(whole.refunds.map((refund) => refund.tenders)).toEqual([
      [{ method: 3, paidOutAs: 3, amountCents: 973 }],
      [{ method: 3, paidOutAs: 3, amountCents: totalCents - 973 }],
    ]);
    expect(await netOfFair()).toBe(before.net);
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
    await register.handInRefunds(refundOfOrder(sold, [line(1)]), refundOfOrder(sold, [line(2)]));
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
    const { sold } = await register.book({
      customerType: 'school',
      payments: [{ method: 6 }],
    });
    await register.handInRefunds(refundOfOrder(sold, [line(1)]));
    expect(
      await test.db
        .selectFrom('schools')
        .select('aveDollarBalanceCents')
        .where('id', '=', floor.fair.schoolId)
        .executeTakeFirst(),
    ).toEqual({ aveDollarBalanceCents: 2_000 });
  });

  it('are booked once, however often and concurrently they arrive', async () => {
    const { sold } = await register.book({ lines: [{ sku: PENCIL, quantity: 10 }] });
    const refund = refundOfOrder(sold, [line(1)]);
    const results = (
      await Promise.all(Array.from({ length: 10 }, () => register.handInRefunds(refund)))
    ).flat();
    expect(results.map(({ result }) => result).sort()).toEqual([
      'accepted',
      ...Array.from({ length: 9 }, () => 'duplicate'),
    ]);
    expect((await floor.readOrder(sold.clientOrderId)).lines[0]!.refundedQty).toBe(1);
    expect(await register.handInRefunds({ ...refund, lines: [line(2)] })).toEqual([
      {
        clientRefundId: refund.clientRefundId,
        result: 'rejected',
        errors: { clientRefundId: 'This refund was sent before with different content.' },
      },
    ]);
  });

  it('never return more than was sold, even if ten arrive at once', async () => {
    const { sold } = await register.book({ lines: [{ sku: PENCIL, quantity: 3 }] });
    const results = (
      await Promise.all(
        Array.from({ length: 10 }, () => register.handInRefunds(refundOfOrder(sold, [line(1)]))),
      )
    ).flat();
    expect(results.filter(({ result }) => result === 'accepted')).toHaveLength(3);
    expect(results.find(({ result }) => result === 'rejected')).toMatchObject({
      errors: { 'lines.0.quantity': '0 of 3 units can still be refunded.' },
    });
    const other = await register.book({ lines: [{ sku: PENCIL }] });
    expect(
      await register.handInRefunds(
        refundOfOrder(other.sold, [line(1), line(1)]),
        refundOfOrder(other.sold, [line(1, true, 7)]),
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
    await register.handInRefunds(refundOfOrder(sold, [line(1, true), line(2, false)]));
    expect(await floor.line(HUNGER)).toMatchObject({
      onHand: before.onHand + 1,
      restockedQty: before.restockedQty + 1,
    });
    const order = await floor.readOrder(sold.clientOrderId);
    expect(order.lines[0]).toMatchObject({ refundedQty: 3, restockedQty: 1 });
    expect(
      order.refunds[0]!.lines.map(({ quantity, restock }) => [quantity, restock]).toSorted(),
    ).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  it('release the copies of a ship-to-school line, which is canceled if none is left', async () => {
    await stockWarehouse(test, BIBLE, 5);
    const { sold } = await register.book({
      lines: [{ sku: BIBLE, quantity: 3, fulfilment: 'ship_to_school' }],
    });
    const allocated = async () =>
      (
        await test.db
          .selectFrom('titles')
          .select('allocatedQty')
          .where('sku', '=', BIBLE)
          .executeTakeFirstOrThrow()
      ).allocatedQty;
    await register.handInRefunds(refundOfOrder(sold, [line(1)]));
    expect(await allocated()).toBe(2);
    expect((await floor.readOrder(sold.clientOrderId)).lines[0]!.fulfilmentStatus).toBe('to_ship');
    await register.handInRefunds(refundOfOrder(sold, [line(2)]));
    expect(await allocated()).toBe(0);
    expect((await floor.readOrder(sold.clientOrderId)).lines[0]).toMatchObject({
      fulfilmentStatus: 'cancelled',
      restockedQty: 0,
    });
  });

  it("count on the day they were made, in the fair's time zone", async () => {
    const { sold } = await register.book();
    const refundedAt = `${addDays(floor.fair.startDate, 1)}T02:30:00.000Z`;
    await register.handInRefunds(refundOfOrder(sold, [line(1)], { refundedAt }));
    const { refunds } = await floor.readOrder(sold.clientOrderId);
    expect(refunds).toMatchObject([{ refundedAt, businessDay: floor.fair.startDate }]);
  });

  it('wait for an order that arrives later, and are booked with it', async () => {
    const order = register.sold({ lines: [{ sku: PENCIL, quantity: 2 }] });
    const refund = refundOfOrder(order, [line(1)]);
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
      orders.map((order) =>
        Promise.all([register.handIn(order), other.handInRefunds(refundOfOrder(order, [line(1)]))]),
      ),
    );
    for (const order of orders)
      expect((await floor.readOrder(order.clientOrderId)).status).toBe('refunded');
  });

  it('wait with a held order, after a close-out, from an inactive device, and for a pending payment', async () => {
    const heldOrder = register.sold({ taxRatePpm: 1 });
    await register.handIn(heldOrder);
    expect(await register.handInRefunds(refundOfOrder(heldOrder, [line(1)]))).toMatchObject([
      { result: 'held', reason: 'ORDER_HELD' },
    ]);

    const open = await register.book({ payments: [{ method: 1, status: 'pending' }] });
    const early = refundOfOrder(open.sold, [line(1)]);
    expect(await register.handInRefunds(early)).toMatchObject([
      { result: 'held', reason: 'INVALID_TRANSITION' },
    ]);
    await register.pos.payments({
      body: {
        results: [{ clientPaymentId: open.sold.payments[0]!.clientPaymentId, status: 'completed' }],
      },
    });
    expect((await floor.readOrder(open.sold.clientOrderId)).status).toBe('refunded');

    await register.addStudent('S-REVIEW');
    const short = await register.book({
      customerType: 'student',
      studentNumber: 'S-REVIEW',
      payments: [{ method: 5 }],
    });
    expect(await register.handInRefunds(refundOfOrder(short.sold, [line(1)]))).toMatchObject([
      { result: 'held', reason: 'INVALID_TRANSITION' },
    ]);

    const { sold } = await register.book();
    const stolen = await floor.logIn('REG-STOLEN');
    await test.db
      .updateTable('devices')
      .set({ status: 'inactive' })
      .where('id', '=', stolen.id)
      .execute();
    expect(await stolen.handInRefunds(refundOfOrder(sold, [line(1)]))).toMatchObject([
      { result: 'held', reason: 'DEVICE_INACTIVE' },
    ]);
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'finished' })
      .where('id', '=', floor.fair.id)
      .execute();
    expect(await register.handInRefunds(refundOfOrder(sold, [line(1)]))).toMatchObject([
      { result: 'held', reason: 'FAIR_FINISHED' },
    ]);
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'open' })
      .where('id', '=', floor.fair.id)
      .execute();
  });

  it('are refused for another fair’s order', async () => {
    const elsewhere = await openFair(test);
    const stranger = await elsewhere.logIn('REG-ELSEWHERE');
    const { sold } = await register.book();
    expect(await stranger.handInRefunds(refundOfOrder(sold, [line(1)]))).toMatchObject([
      { result: 'rejected', errors: { clientOrderId: 'This order belongs to another fair.' } },
    ]);
  });
});
