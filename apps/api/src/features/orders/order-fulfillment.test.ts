import type { Order } from '@pos/contract/orders';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { getRefusal } from '#testing/refusals.ts';
import { BIBLE, PENCIL, stockWarehouse, startSelling } from '#testing/sales-floor.ts';

describe('fulfillment by staff', async () => {
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
  const fulfil = (lineIds: string[], status: 'shipped' | 'delivered') =>
    test.ask.orders.updateFulfilment({ body: { lineIds, status } });
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

  describe('ship-to-school lines', () => {
    const toShip = (quantity: number) =>
      register.book({
        lines: [{ sku: BIBLE, quantity, fulfilment: 'ship_to_school' }, { sku: PENCIL }],
      });

    it('are shipped out of the warehouse, minus earlier refunds, and then delivered', async () => {
      await stockWarehouse(test, BIBLE, 10);
      const [first, second] = [await toShip(3), await toShip(1)];
      await refund(first, [{ quantity: 1 }]);
      const before = await titleOf(BIBLE);
      const ids = [first.lines[0]!.id, second.lines[0]!.id];
      expect((await fulfil(ids, 'shipped')).map(({ lines }) => lines[0]!.fulfilmentStatus)).toEqual(
        ['shipped', 'shipped'],
      );
      expect(await titleOf(BIBLE)).toEqual({
        warehouseQty: before.warehouseQty - 3,
        allocatedQty: before.allocatedQty - 3,
      });
      expect(await getRefusal(fulfil(ids, 'shipped'))).toMatchObject({
        code: 'INVALID_TRANSITION',
      });
      expect(
        (await fulfil(ids, 'delivered')).map(({ lines }) => lines[0]!.fulfilmentStatus),
      ).toEqual(['delivered', 'delivered']);
      expect(await refund(second, [{ quantity: 1, restock: true }])).toMatchObject({
        lines: [{ refundedQty: 1, restockedQty: 0, fulfilmentStatus: 'delivered' }, {}],
      });
      expect(await titleOf(BIBLE)).toEqual({
        warehouseQty: before.warehouseQty - 3,
        allocatedQty: before.allocatedQty - 3,
      });
    });

    it('may be shipped with less on record in the warehouse, which never goes below zero', async () => {
      const order = await toShip(30);
      const before = await titleOf(BIBLE);
      await fulfil([order.lines[0]!.id], 'shipped');
      expect(await titleOf(BIBLE)).toEqual({
        warehouseQty: Math.max(0, before.warehouseQty - 30),
        allocatedQty: before.allocatedQty - 30,
      });
    });

    it('are shipped after the close-out too, which only warned of them', async () => {
      const order = await toShip(1);
      await closed(async () =>
        expect((await fulfil([order.lines[0]!.id], 'shipped'))[0]).toMatchObject({ id: order.id }),
      );
      expect((await floor.readOrder(order.clientOrderId)).lines[0]!.fulfilmentStatus).toBe(
        'shipped',
      );
    });

    it('advance together or not at all, in the order of their steps', async () => {
      const [order, open] = [
        await toShip(1),
        await register.book({
          lines: [{ sku: BIBLE, fulfilment: 'ship_to_school' }],
          payments: [{ method: 1, status: 'pending' }],
        }),
      ];
      const { orderNumber } = order;
      const [shipped, taken] = order.lines.map((line) => line.id) as [string, string];
      expect(await getRefusal(fulfil([shipped], 'delivered'))).toMatchObject({
        message: `${orderNumber}, "A Quiet Psalter": only a line that has been shipped can become delivered.`,
      });
      expect(await getRefusal(fulfil([shipped, taken], 'shipped'))).toMatchObject({
        message: `${orderNumber}, "Shiny Pencil": this item was handed over at the fair.`,
      });
      expect(await getRefusal(fulfil([shipped, open.lines[0]!.id], 'shipped'))).toMatchObject({
        message: `${open.orderNumber}, "A Quiet Psalter": the order is not fully paid.`,
      });
      expect(await getRefusal(fulfil([shipped, uuidv7()], 'shipped'))).toMatchObject({
        errors: { 'lineIds.1': 'This line does not exist.' },
      });
      expect((await floor.readOrder(order.clientOrderId)).lines[0]!.fulfilmentStatus).toBe(
        'to_ship',
      );
      const outcomes = await Promise.allSettled([
        fulfil([shipped], 'shipped'),
        fulfil([shipped], 'shipped'),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });
  });
});
