import { describe, expect, it } from 'vitest';
import { expectErrors, expectRefusal, expectRefusals } from '#testing/calls/expectations.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { readActivity } from '#testing/calls/reading.ts';
import {
  HUNGER,
  openFair,
  PENCIL,
  type SalesFloor,
  stockWarehouse,
} from '#testing/selling/sales-floor.ts';
import { asking } from '#testing/app/test-api.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('reset of a fair', async () => {
  const test = await startTestApp();
  let registers = 0;
  const open = async () => {
    const floor = await openFair(test);
    return { floor, register: await floor.logIn(`RST-${++registers}`) };
  };
  const reset = ({ fair }: SalesFloor, confirm = fair.identifier, client = test.ask) =>
    client.resets.reset({ body: { fairId: fair.id, confirm } });

  it('scenario 17: refuses with one EWallet payment; after its refund it voids and restores stock', async () => {
    const { floor, register } = await open();
    await stockWarehouse(test, HUNGER, 10);
    await register.addStudent('S1', 5_000);
    const first = await register.book({ lines: [{ sku: HUNGER, quantity: 2 }] });
    const shipped = await register.book({
      lines: [{ sku: HUNGER, quantity: 3, fulfilment: 'ship_to_school' }],
    });
    const wallet = await register.bookByWallet('S1', { lines: [{ sku: PENCIL, quantity: 4 }] });
    const text = '1 EWallet payment is not refunded. Refund it first.';
    const reasons = [{ code: 'PAYMENTS_NOT_REFUNDED', text, count: 1 }];
    await expectRefusal(reset(floor), 'IN_USE', { reasons });
    expect((await floor.line(PENCIL)).soldQty).toBe(4);

    expect(await register.refund(wallet, 4)).toMatchObject([{ result: 'accepted' }]);
    expect(await floor.walletCents('S1')).toBe(5_000);
    expect((await floor.copies(HUNGER)).allocatedQty).toBe(3);
    const sales = async () =>
      (await test.ask.dashboard.read({ query: { fairId: floor.fair.id, only: ['sales'] } })).sales;
    expect(await sales()).toMatchObject({ current: { orders: 3, refundedOrders: 1 } });

    const totalCents = first.totalCents + shipped.totalCents;
    expect(await reset(floor, floor.fair.identifier.toLowerCase())).toEqual({
      fairId: floor.fair.id,
      orders: 3,
      refunds: 1,
      units: 9,
      totalCents,
      heldOrders: 0,
    });
    const unsold = { soldQty: 0, restockedQty: 0 };
    expect(await floor.line(HUNGER)).toMatchObject({ ...unsold, onHand: 20 });
    expect(await floor.line(PENCIL)).toMatchObject({ ...unsold, onHand: 50 });
    expect((await floor.copies(HUNGER)).allocatedQty).toBe(0);
    expect(await sales()).toMatchObject({ current: { orders: 0, refundedOrders: 0 } });
    const fair = await floor.now();
    expect(fair).toMatchObject({
      orders: 0,
      netCents: 0,
      totals: { orders: 0, netCents: 0, unitsSold: 0, unitsRefunded: 0, shipToSchoolOpenUnits: 0 },
      salesByDay: [],
    });
    expect(fair.resetAt).not.toBeNull();
    const nothing = { orders: 0, netCents: 0, totalCents: 0, refundNetCents: 0 };
    expect((await floor.report('SALES_SUMMARY')).totals).toMatchObject(nothing);
    const list = await test.ask.orders.list({ query: { fairId: fair.id } });
    expect(list.totalResults).toBe(0);
    const activity = await readActivity(test, 'fair', fair.id);
    expect(activity.find(({ action }) => action === 'fair.reset')?.changes).toMatchObject({
      orders: { from: 3, to: 0 },
      totalCents: { from: totalCents, to: 0 },
    });

    expect((await register.book()).orderNumber).toBe(`${floor.fair.identifier}-A0004`);
    expect((await floor.line(HUNGER)).soldQty).toBe(1);
  });

  it('answers a voided order sent again as known, and holds sales made before that arrive after', async () => {
    const { floor, register } = await open();
    const order = await register.book();
    const late = register.sold();
    await reset(floor);
    expect(await register.handIn(order.sold, late)).toMatchObject([
      { result: 'duplicate' },
      { result: 'held', reason: 'BEFORE_RESET' },
    ]);
    expect(await register.refund(order)).toMatchObject([
      { result: 'rejected', reason: 'ORDER_VOIDED' },
    ]);
    expect((await floor.line(HUNGER)).onHand).toBe(20);
  });

  it('keeps adjustments and can be repeated', async () => {
    const { floor, register } = await open();
    const { id, onHand } = await floor.line(HUNGER);
    const removed = { operation: 'remove', updatedQuantity: 3, reason: 'damaged' } as const;
    await test.owner.inventory.update({
      params: { id },
      body: { ...removed, seenQuantity: onHand },
    });
    const kept = { adjustQty: -3, soldQty: 0, onHand: 17 };
    await register.book();
    await reset(floor);
    expect(await floor.line(HUNGER)).toMatchObject(kept);
    await register.book();
    expect(await reset(floor)).toMatchObject({ orders: 1, units: 1 });
    expect(await reset(floor)).toMatchObject({ orders: 0, units: 0, totalCents: 0 });
    expect(await floor.line(HUNGER)).toMatchObject(kept);
  });

  it('excludes voided orders and payments from every list and total, and shows them on request', async () => {
    const { floor, register } = await open();
    const { id: fairId } = floor.fair;
    const voided = await register.book();
    await reset(floor);
    const standing = await register.book();
    const all = { voided: 'include' } as const;
    const lists = [test.ask.orders.list, test.ask.payments.list] as const;
    for (const list of lists) {
      const found = async (query: object) =>
        (await list({ query: { fairId, sort: 'orderNumber', ...query } })).results.map(
          ({ orderNumber, voidedAt }) => [orderNumber, voidedAt !== null],
        );
      expect(await found({})).toEqual([[standing.orderNumber, false]]);
      expect(await found(all)).toEqual([
        [voided.orderNumber, true],
        [standing.orderNumber, false],
      ]);
    }
    for (const query of [{ fairId }, { fairId, ...all }]) {
      const totals = await test.ask.payments.totals({ query });
      expect(totals.filter(({ count }) => count > 0)).toMatchObject([
        { count: 1, amountCents: standing.totalCents },
      ]);
    }

    const query = { search: 'The Arena', limit: 50 };
    const found = await test.ask.orders.list({ query });
    const numbers = found.results.map(({ orderNumber }) => orderNumber);
    expect(numbers[0]).toBe(standing.orderNumber);
    expect(numbers).not.toContain(voided.orderNumber);
    const { count } = await test.db
      .selectFrom('orders')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('voidedByResetId', 'is', null)
      .executeTakeFirstOrThrow();
    expect([found.totalResults, found.results.length]).toEqual([count, count]);

    const { resetAt: voidedAt } = await floor.now();
    const { id, orderNumber, totalCents } = voided;
    const order = await test.ask.orders.getById({ params: { id } });
    expect(order).toMatchObject({ orderNumber, totalCents, voidedAt });
    const params = { id: order.payments[0]!.id };
    const payment = await test.ask.payments.getById({ params });
    expect(payment).toMatchObject({ orderId: id, voidedAt });
    const message = 'A reset of the fair voided this order. It can no longer be changed.';
    const refund = floor.refund(order, [{ quantity: 1 }]);
    await expectRefusal(refund, 'INVALID_TRANSITION', message);
    const note = 'Gone';
    const calls = [
      floor.resolve(order, 'cancel'),
      test.owner.payments.review({ params, body: { decision: 'reject', note } }),
      test.owner.payments.putUnderReview({ params, body: { note } }),
      test.owner.orders.updateFulfilment({
        body: { lineIds: [order.lines[0]!.id], status: 'shipped' },
      }),
    ];
    await expectRefusals(calls, 'INVALID_TRANSITION');
    const wrong = test.owner.payments.list({ query: { voided: 'only' as never } });
    const errors = { voided: expect.any(String) as string };
    await expectRefusal(wrong, 'VALIDATION_FAILED', { errors });
  });

  it('asks for the identifier, and once the fair has started requires a SUPER_ADMIN', async () => {
    const { floor } = await open();
    const confirm = `Type ${floor.fair.identifier} to confirm.`;
    await expectErrors(reset(floor, 'NO-SUCH-FAIR'), { confirm });
    const { client } = await signedInWith(test, [
      ['Fairs', 'read_only'],
      ['Fairs', 'edit'],
    ]);
    const byEditor = (of: SalesFloor) => reset(of, undefined, asking(client));
    await expectRefusal(byEditor(floor), 'FORBIDDEN');
    const upcoming = await openFair(test, { startDate: '2027-05-03', endDate: '2027-05-07' });
    expect(await byEditor(upcoming)).toMatchObject({ orders: 0 });
  });

  it('voids each order once if two resets and sales run at once', async () => {
    const { floor, register } = await open();
    for (let sale = 0; sale < 5; sale++) await register.book();
    const [first, second] = await Promise.all([
      reset(floor),
      reset(floor),
      register.handIn(register.sold(), register.sold()),
    ]);
    const { orders, heldOrders } = (await floor.now()).totals;
    expect(first.orders + second.orders + orders + heldOrders).toBe(7);
    expect((await floor.line(HUNGER)).soldQty).toBe(orders);
  });
});
