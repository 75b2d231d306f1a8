import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { atOnce, expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import {
  BIBLE,
  PENCIL,
  PENDING,
  startSelling,
  stockWarehouse,
} from '#testing/selling/sales-floor.ts';

describe('ship-to-school lines', async () => {
  const { test, floor, register } = await startSelling();
  const fulfil = (lineIds: string[], status: 'shipped' | 'delivered') =>
    test.ask.orders.updateFulfilment({ body: { lineIds, status } });
  const ship = { sku: BIBLE, fulfilment: 'ship_to_school' as const };
  const toShip = (quantity: number) =>
    register.book({ lines: [{ ...ship, quantity }, { sku: PENCIL }] });
  const readStatus = async (clientOrderId: string) =>
    (await floor.readOrder(clientOrderId)).lines[0]!.fulfilmentStatus;

  it('are shipped out of the warehouse, minus earlier refunds, and then delivered', async () => {
    await stockWarehouse(test, BIBLE, 10);
    const [first, second] = [await toShip(3), await toShip(1)];
    await floor.refund(first, [{ quantity: 1 }]);
    const before = await floor.copies(BIBLE);
    const after = {
      warehouseQty: before.warehouseQty - 3,
      allocatedQty: before.allocatedQty - 3,
    };
    const ids = [first.lines[0]!.id, second.lines[0]!.id];
    const all = (fulfilmentStatus: string) =>
      ids.map(() => ({ lines: [{ fulfilmentStatus }, {}] }));
    expect(await fulfil(ids, 'shipped')).toMatchObject(all('shipped'));
    expect(await floor.copies(BIBLE)).toEqual(after);
    await expectRefusal(fulfil(ids, 'shipped'), 'INVALID_TRANSITION');
    expect(await fulfil(ids, 'delivered')).toMatchObject(all('delivered'));
    expect(await floor.refund(second, [{ quantity: 1 }])).toMatchObject({
      lines: [{ refundedQty: 1, restockedQty: 0, fulfilmentStatus: 'delivered' }, {}],
    });
    expect(await floor.copies(BIBLE)).toEqual(after);
  });

  it('may be shipped with less on record in the warehouse, which never goes below zero', async () => {
    const order = await toShip(30);
    const before = await floor.copies(BIBLE);
    await fulfil([order.lines[0]!.id], 'shipped');
    expect(await floor.copies(BIBLE)).toEqual({
      warehouseQty: Math.max(0, before.warehouseQty - 30),
      allocatedQty: before.allocatedQty - 30,
    });
  });

  it('are shipped after the close-out too, which only warned of them', async () => {
    const { id, clientOrderId, lines } = await toShip(1);
    const shipped = await floor.whileFinished(() => fulfil([lines[0]!.id], 'shipped'));
    expect(shipped).toMatchObject([{ id }]);
    expect(await readStatus(clientOrderId)).toBe('shipped');
  });

  it('advance together or not at all, in the order of their steps', async () => {
    const order = await toShip(1);
    const open = await register.book({ lines: [ship], ...PENDING });
    const [line, taken] = order.lines.map(({ id }) => id) as [string, string];
    const unpaid = open.lines[0]!.id;
    const isRefused = (ids: string[], status: 'shipped' | 'delivered', message: string) =>
      expectRefusal(fulfil(ids, status), 'INVALID_TRANSITION', message);
    const early = '"A Quiet Psalter": only a line that has been shipped can become delivered.';
    await isRefused([line], 'delivered', `${order.orderNumber}, ${early}`);
    const given = '"Shiny Pencil": this item was handed over at the fair.';
    await isRefused([line, taken], 'shipped', `${order.orderNumber}, ${given}`);
    const due = '"A Quiet Psalter": the order is not fully paid.';
    await isRefused([line, unpaid], 'shipped', `${open.orderNumber}, ${due}`);
    const unknown = { 'lineIds.1': 'This line does not exist.' };
    await expectErrors(fulfil([line, uuidv7()], 'shipped'), unknown);
    expect(await readStatus(order.clientOrderId)).toBe('to_ship');
    expect((await atOnce(2, () => fulfil([line], 'shipped'))).done).toHaveLength(1);
  });
});
