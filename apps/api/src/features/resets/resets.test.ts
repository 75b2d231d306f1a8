import { describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/personas.ts';
import { getRefusal } from '#testing/refusals.ts';
import {
  HUNGER,
  openFair,
  PENCIL,
  refundOfOrder,
  stockWarehouse,
  type SalesFloor,
} from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

describe('reset of a fair', async () => {
  const test = await startTestApp();
  const lineOf = async ({ fair }: SalesFloor, sku: string) =>
    (await test.ask.inventory.fairInventory({ query: { fairId: fair.id, search: sku } }))
      .results[0]!;
  const reset = ({ fair }: SalesFloor, confirm = fair.identifier) =>
    test.owner.resets.reset({ body: { fairId: fair.id, confirm } });

  it('scenario 17: refuses with one EWallet payment; after its refund it voids and restores stock', async () => {
    const floor = await openFair(test);
    const register = await floor.logIn('RST-1');
    await stockWarehouse(test, HUNGER, 10);
    await register.addStudent('S1', 5_000);
    const first = await register.book({ lines: [{ sku: HUNGER, quantity: 2 }] });
    const shipped = await register.book({
      lines: [{ sku: HUNGER, quantity: 3, fulfilment: 'ship_to_school' }],
    });
    const wallet = await register.book({
      customerType: 'student',
      studentNumber: 'S1',
      lines: [{ sku: PENCIL, quantity: 4 }],
      payments: [{ method: 5 }],
    });
    const refusal = await getRefusal(reset(floor));
    expect(refusal).toMatchObject({
      status: 409,
      code: 'IN_USE',
      reasons: [
        {
          code: 'PAYMENTS_NOT_REFUNDED',
          text: '1 EWallet payment is not refunded. Refund it first.',
          count: 1,
        },
      ],
    });
    expect((await lineOf(floor, PENCIL)).soldQty).toBe(4);

    expect(
      (
        await register.handInRefunds(
          refundOfOrder(wallet.sold, [{ lineNo: 1, quantity: 4, restock: true }]),
        )
      )[0],
    ).toMatchObject({ result: 'accepted' });
    expect(await floor.walletCents('S1')).toBe(5_000);
    const titles = () =>
      test.db
        .selectFrom('titles')
        .select(['warehouseQty', 'allocatedQty'])
        .where('sku', '=', HUNGER)
        .executeTakeFirstOrThrow();
    expect((await titles()).allocatedQty).toBe(3);

    const { data } = await reset(floor, floor.fair.identifier.toLowerCase());
    expect(data).toEqual({
      fairId: floor.fair.id,
      orders: 3,
      refunds: 1,
      units: 9,
      totalCents: first.totalCents + shipped.totalCents,
      heldOrders: 0,
    });
    expect(await lineOf(floor, HUNGER)).toMatchObject({ soldQty: 0, restockedQty: 0, onHand: 20 });
    expect(await lineOf(floor, PENCIL)).toMatchObject({ soldQty: 0, restockedQty: 0, onHand: 50 });
    expect(await titles()).toMatchObject({ allocatedQty: 0 });
    const { data: fair } = await test.owner.fairs.getById({ params: { id: floor.fair.id } });
    expect(fair).toMatchObject({
      orders: 0,
      netCents: 0,
      totals: { orders: 0, netCents: 0, unitsSold: 0, unitsRefunded: 0, shipToSchoolOpenUnits: 0 },
      salesByDay: [],
    });
    expect(fair.resetAt).not.toBeNull();
    const { schoolIdentifier, startDate, endDate } = fair;
    const { data: report } = await test.owner.reports.run({
      query: { reportType: 'SALES_SUMMARY', schoolIdentifier, startDate, endDate },
    });
    expect(report.totals).toMatchObject({
      orders: 0,
      netCents: 0,
      totalCents: 0,
      refundNetCents: 0,
    });
    expect((await test.ask.orders.list({ query: { fairId: fair.id } })).totalResults).toBe(0);
    const { data: activity } = await test.owner.activity.list({
      query: { entity: 'fair', entityId: fair.id },
    });
    expect(activity.results.find(({ action }) => action === 'fair.reset')?.changes).toMatchObject({
      orders: { from: 3, to: 0 },
      totalCents: { from: data.totalCents, to: 0 },
    });

    const next = await register.book();
    expect(next.orderNumber).toBe(`${floor.fair.identifier}-A0004`);
    expect((await lineOf(floor, HUNGER)).soldQty).toBe(1);
  });

  it('answers a voided order sent again as known, and holds sales made before that arrive after', async () => {
    const floor = await openFair(test);
    const register = await floor.logIn('RST-2');
    const order = await register.book();
    const late = register.sold();
    await reset(floor);
    expect((await register.handIn(order.sold))[0]).toMatchObject({ result: 'duplicate' });
    expect((await register.handIn(late))[0]).toMatchObject({
      result: 'held',
      reason: 'BEFORE_RESET',
    });
    expect(
      (
        await register.handInRefunds(
          refundOfOrder(order.sold, [{ lineNo: 1, quantity: 1, restock: true }]),
        )
      )[0],
    ).toMatchObject({ result: 'rejected', reason: 'ORDER_VOIDED' });
    expect((await lineOf(floor, HUNGER)).onHand).toBe(20);
  });

  it('keeps adjustments and can be repeated', async () => {
    const floor = await openFair(test);
    const register = await floor.logIn('RST-3');
    const line = await lineOf(floor, HUNGER);
    await test.owner.inventory.update({
      params: { id: line.id },
      body: {
        operation: 'remove',
        updatedQuantity: 3,
        seenQuantity: line.onHand,
        reason: 'damaged',
      },
    });
    await register.book();
    await reset(floor);
    expect(await lineOf(floor, HUNGER)).toMatchObject({ adjustQty: -3, soldQty: 0, onHand: 17 });
    await register.book();
    expect((await reset(floor)).data).toMatchObject({ orders: 1, units: 1 });
    expect((await reset(floor)).data).toMatchObject({ orders: 0, units: 0, totalCents: 0 });
    expect(await lineOf(floor, HUNGER)).toMatchObject({ adjustQty: -3, soldQty: 0, onHand: 17 });
  });

  it('excludes voided orders and payments from every list and total, and shows them on request', async () => {
    const floor = await openFair(test);
    const register = await floor.logIn('RST-5');
    const voided = await register.book();
    await reset(floor);
    const standing = await register.book();
    const fairId = floor.fair.id;
    const numbers = async (query: object) =>
      (
        await test.ask.orders.list({ query: { fairId, sort: 'orderNumber', ...query } })
      ).results.map(({ orderNumber, voidedAt }) => [orderNumber, voidedAt !== null]);
    expect(await numbers({})).toEqual([[standing.orderNumber, false]]);
    expect(await numbers({ voided: 'include' })).toEqual([
      [voided.orderNumber, true],
      [standing.orderNumber, false],
    ]);
    const paid = async (query: object) =>
      (await test.ask.payments.list({ query: { fairId, sort: 'orderNumber', ...query } })).results;
    expect((await paid({})).map(({ orderNumber }) => orderNumber)).toEqual([standing.orderNumber]);
    const payments = await paid({ voided: 'include' });
    expect(payments.map(({ orderNumber, voidedAt }) => [orderNumber, voidedAt !== null])).toEqual([
      [voided.orderNumber, true],
      [standing.orderNumber, false],
    ]);
    for (const query of [{ fairId }, { fairId, voided: 'include' as const }]) {
      const { data: totals } = await test.owner.payments.totals({ query });
      expect(
        totals.reduce(
          (sum, { amountCents, count }) => [sum[0]! + count, sum[1]! + amountCents],
          [0, 0],
        ),
      ).toEqual([1, standing.totalCents]);
    }

    const { data: found } = await test.owner.orders.list({
      query: { search: 'Hunger Games', limit: 50 },
    });
    expect(found.results.map(({ orderNumber }) => orderNumber)).not.toContain(voided.orderNumber);
    expect(found.results[0]!.orderNumber).toBe(standing.orderNumber);
    const { standing: all } = await test.db
      .selectFrom('orders')
      .select(({ fn }) => fn.countAll<number>().as('standing'))
      .where('voidedByResetId', 'is', null)
      .executeTakeFirstOrThrow();
    expect([found.totalResults, found.results.length]).toEqual([all, all]);

    const { resetAt } = await test.ask.fairs.getById({ params: { id: fairId } });
    const id = (
      await test.ask.orders.list({
        query: { fairId, search: voided.orderNumber, voided: 'include' },
      })
    ).results[0]!.id;
    const { data: order } = await test.owner.orders.getById({ params: { id } });
    expect(order).toMatchObject({
      orderNumber: voided.orderNumber,
      totalCents: voided.totalCents,
      voidedAt: resetAt,
    });
    expect(await test.ask.payments.getById({ params: { id: payments[0]!.id } })).toMatchObject({
      orderId: id,
      voidedAt: resetAt,
    });
    expect(
      await getRefusal(
        test.owner.orders.refund({
          params: { id },
          body: {
            lines: [{ lineId: order.lines[0]!.id, quantity: 1, restock: true }],
            reason: 'Brought back',
          },
        }),
      ),
    ).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
      message: 'A reset of the fair voided this order. It can no longer be changed.',
    });
    expect(
      await getRefusal(
        test.owner.orders.resolve({
          params: { id },
          body: { decision: 'cancel', reason: 'Brought back' },
        }),
      ),
    ).toMatchObject({ status: 409 });
    expect(
      await getRefusal(
        test.owner.payments.review({
          params: { id: payments[0]!.id },
          body: { decision: 'reject', note: 'Gone' },
        }),
      ),
    ).toMatchObject({ status: 409 });
    expect(
      await getRefusal(
        test.owner.payments.putUnderReview({
          params: { id: payments[0]!.id },
          body: { note: 'Gone' },
        }),
      ),
    ).toMatchObject({ status: 409 });
    expect(
      await getRefusal(
        test.owner.orders.updateFulfilment({
          body: { lineIds: [order.lines[0]!.id], status: 'shipped' },
        }),
      ),
    ).toMatchObject({ status: 409 });
    expect(
      (await getRefusal(test.owner.payments.list({ query: { voided: 'only' as never } }))).errors,
    ).toHaveProperty('voided');
  });

  it('asks for the identifier, and once the fair has started requires a SUPER_ADMIN', async () => {
    const floor = await openFair(test);
    expect((await getRefusal(reset(floor, 'NO-SUCH-FAIR'))).errors).toEqual({
      confirm: `Type ${floor.fair.identifier} to confirm.`,
    });
    const editor = await signedInWith(test, [
      ['Fairs', 'read_only'],
      ['Fairs', 'edit'],
    ]);
    const body = { fairId: floor.fair.id, confirm: floor.fair.identifier };
    expect(await getRefusal(editor.client.resets.reset({ body }))).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    const upcoming = await openFair(test, { startDate: '2027-05-03', endDate: '2027-05-07' });
    expect(
      (
        await editor.client.resets.reset({
          body: { fairId: upcoming.fair.id, confirm: upcoming.fair.identifier },
        })
      ).data.orders,
    ).toBe(0);
  });

  it('voids each order once if two resets and sales run at once', async () => {
    const floor = await openFair(test);
    const register = await floor.logIn('RST-4');
    for (let sale = 0; sale < 5; sale++) await register.book();
    const answers = await Promise.all([
      reset(floor),
      reset(floor),
      register.handIn(register.sold(), register.sold()),
    ]);
    const voided = answers
      .slice(0, 2)
      .map((answer) => (answer as Awaited<ReturnType<typeof reset>>).data.orders);
    const { data: fair } = await test.owner.fairs.getById({ params: { id: floor.fair.id } });
    expect(voided[0]! + voided[1]! + fair.totals.orders + fair.totals.heldOrders).toBe(7);
    expect((await lineOf(floor, HUNGER)).soldQty).toBe(fair.totals.orders);
  });
});
