import type { StockAdjustment } from '@pos/contract/stock/adjustments';
import { describe, expect, it } from 'vitest';
import { setCloseOut } from '#testing/calls/records.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import {
  BIBLE,
  HUNGER,
  openFair,
  PENCIL,
  startSelling,
  stockWarehouse,
} from '#testing/selling/sales-floor.ts';
import { stockDesk } from '#testing/selling/stock-desk.ts';

describe('stock by hand', async () => {
  const { test, floor, register } = await startSelling();
  const other = await openFair(test);
  const { update, adjust, transfer, remove, setTitleStatus, warehouseQty } = stockDesk(test);
  const adjustNow = async (
    sku: string,
    operation: 'add' | 'remove',
    quantity: number,
    more: Partial<StockAdjustment> = {},
  ) => adjust(await floor.line(sku), operation, quantity, more);
  const movements = (sku: string) =>
    test.db
      .selectFrom('stockMovements')
      .innerJoin('titles', 'titles.id', 'titleId')
      .select(['qty', 'fromPlace', 'toPlace', 'reason'])
      .where('sku', '=', sku)
      .where('refType', '=', 'adjustment')
      .orderBy('stockMovements.id')
      .execute();

  it('adds and removes as a difference, and returns the line with its earlier quantity', async () => {
    const before = await floor.line(HUNGER);
    expect(await adjustNow(HUNGER, 'remove', 3, { reason: 'damaged' })).toMatchObject({
      id: before.id,
      quantity: 20,
      totalNewQuantity: 17,
      onHand: 17,
      adjustQty: -3,
      expectedReturn: 17,
      transfer: null,
    });
    expect(await adjustNow(HUNGER, 'add', 1, { reason: 'count' })).toMatchObject({
      quantity: 17,
      totalNewQuantity: 18,
      adjustQty: -2,
    });
    expect(await movements(HUNGER)).toEqual([
      { qty: 3, fromPlace: 'fair', toPlace: 'lost', reason: 'adjusted' },
      { qty: 1, fromPlace: 'lost', toPlace: 'fair', reason: 'adjusted' },
    ]);
  });

  it('takes received units from the warehouse, corrects missing records, and leaves kept ones', async () => {
    await stockWarehouse(test, PENCIL, 4);
    await adjustNow(PENCIL, 'add', 10, { reason: 'received' });
    expect(await warehouseQty(PENCIL)).toBe(0);
    await adjustNow(PENCIL, 'remove', 2, { reason: 'received' });
    expect(await warehouseQty(PENCIL)).toBe(2);
    await adjustNow(PENCIL, 'remove', 5, { reason: 'kept_by_school' });
    expect(await movements(PENCIL)).toEqual([
      { qty: 6, fromPlace: 'supplier', toPlace: 'warehouse', reason: 'correction' },
      { qty: 10, fromPlace: 'warehouse', toPlace: 'fair', reason: 'adjusted' },
      { qty: 2, fromPlace: 'fair', toPlace: 'warehouse', reason: 'adjusted' },
      { qty: 5, fromPlace: 'fair', toPlace: 'customer', reason: 'adjusted' },
    ]);
  });

  it('reports a sale in between: 18 were seen, 17 were there, 15 are left', async () => {
    const seen = await floor.line(HUNGER);
    await register.book({ lines: [{ sku: HUNGER }] });
    const quantities = { quantity: seen.onHand - 1, totalNewQuantity: seen.onHand - 3 };
    expect(await adjust(seen, 'remove', 2)).toMatchObject(quantities);
  });

  it('lets an oversold line be corrected, but never reduced', async () => {
    const { onHand } = await floor.line(BIBLE);
    await register.handIn(register.sold({ lines: [{ sku: BIBLE, quantity: onHand + 3 }] }));
    const line = await floor.line(BIBLE);
    expect(line).toMatchObject({ onHand: 0, oversoldQty: 3 });
    const errors = {
      updatedQuantity: 'Updated Quantity should not make the Total New Qty less than 0.',
    };
    await expectErrors(adjust(line, 'remove', 1, { seenQuantity: 0 }), errors);
    const still = { quantity: -3, totalNewQuantity: -1, onHand: 0, oversoldQty: 1 };
    expect(await adjust(line, 'add', 2, { reason: 'count' })).toMatchObject(still);
    const positive = { quantity: -1, totalNewQuantity: 5, onHand: 5, oversoldQty: 0 };
    expect(await adjustNow(BIBLE, 'add', 6)).toMatchObject(positive);
  });

  it('takes any quantity that was seen, as a line of many loads may show it', async () => {
    const line = await floor.line(BIBLE);
    const seenQuantity = 2_200_000_000;
    await adjust(line, 'add', 1, { seenQuantity });
    await adjust(line, 'remove', 1, { seenQuantity });
    expect(await floor.line(BIBLE)).toMatchObject({ onHand: line.onHand });
  });

  it('applies the same call once, however often it comes with its key', async () => {
    const { id, onHand } = await floor.line(PENCIL);
    const seen = { seenQuantity: onHand, reason: 'damaged' } as const;
    const call = (updatedQuantity: number) =>
      test.owner.inventory.update(
        { params: { id }, body: { operation: 'remove', updatedQuantity, ...seen } },
        { idempotencyKey: 'pencil-1' },
      );
    const [first, again] = [await call(1), await call(1)];
    expect(again).toEqual(first);
    expect((await floor.line(PENCIL)).onHand).toBe(onHand - 1);
    await expectRefusal(call(2), 'IDEMPOTENCY_KEY_REUSED');
  });

  it('transfers units to another fair: one movement, both sums, a new line if needed', async () => {
    const line = await floor.line(HUNGER);
    const there = await other.line(HUNGER);
    expect(await transfer(line, other.fair, 4, { note: 'By van' })).toMatchObject({
      quantity: line.onHand,
      totalNewQuantity: line.onHand - 4,
      transfer: {
        lineId: there.id,
        fairId: other.fair.id,
        fairName: other.fair.name,
        onHand: there.onHand + 4,
      },
    });
    expect(await other.line(HUNGER)).toMatchObject({ onHand: there.onHand + 4, adjustQty: 4 });
    const notes = await test.db
      .selectFrom('stockAdjustments')
      .select(['reason', 'delta', 'note'])
      .where('titleId', '=', line.titleId)
      .where('reason', 'in', ['transfer_in', 'transfer_out'])
      .orderBy('id')
      .execute();
    expect(notes).toEqual([
      { reason: 'transfer_out', delta: -4, note: `To ${other.fair.name}. By van` },
      { reason: 'transfer_in', delta: 4, note: `From ${floor.fair.name}. By van` },
    ]);
    const third = await openFair(test);
    await remove(await third.line(PENCIL));
    await transfer(await floor.line(PENCIL), third.fair, 2);
    expect(await third.line(PENCIL)).toMatchObject({
      onHand: 2,
      sentQty: 0,
      adjustQty: 2,
      priceCents: 125,
      status: 'active',
    });
  });

  it('refuses a transfer to the same, no or a closed-out fair, and of a new inactive title', async () => {
    const line = await floor.line(HUNGER);
    const empty = await openFair(test);
    await remove(await empty.line(HUNGER));
    await setTitleStatus(line.titleId, 'inactive');
    for (const [to, toFairId] of [
      [floor.fair, 'Choose a different fair.'],
      [{ id: test.ownerId }, 'Choose a fair that exists.'],
      [empty.fair, 'This title is inactive and cannot be added to a fair.'],
    ] as const)
      await expectErrors(transfer(line, to, 1), { toFairId });
    await setTitleStatus(line.titleId, 'active');
    await setCloseOut(test, empty.fair, 'finished');
    await expectRefusal(transfer(line, empty.fair, 1), 'FAIR_FINISHED');
    expect((await floor.line(HUNGER)).onHand).toBe(line.onHand);
  });

  it('saves a return count without moving stock', async () => {
    const line = await floor.line(HUNGER);
    const { onHand } = line;
    const unmoved = { onHand, quantity: onHand, totalNewQuantity: onHand };
    const counted = await update(line, {
      operation: 'count_return',
      countedQty: 9,
      damagedQty: 2,
    });
    expect(counted).toMatchObject({ countedReturnQty: 9, damagedQty: 2, ...unmoved });
    const none = await update(line, { operation: 'count_return', countedQty: 0 });
    expect(none).toMatchObject({ countedReturnQty: 0, damagedQty: 0 });
    expect((await floor.line(PENCIL)).countedReturnQty).toBeNull();
  });

  it("records in the fair's activity who changed what, from what to what, and why", async () => {
    const { onHand } = await floor.line(PENCIL);
    await adjustNow(PENCIL, 'remove', 1, { reason: 'other', note: 'Given to the coach' });
    expect((await readActivity(test, 'fair', floor.fair.id))[0]).toMatchObject({
      action: 'fair.stock_adjusted',
      changes: {
        title: { from: null, to: 'Shiny Pencil' },
        reason: { from: null, to: 'other' },
        note: { from: null, to: 'Given to the coach' },
        onHand: { from: onHand, to: onHand - 1 },
      },
    });
  });

  it('lists the last ten movements of a line, newest first, with the reason or the order of each', async () => {
    const own = await openFair(test);
    const readMovements = (line: string) => test.ask.inventory.movements({ params: { id: line } });
    const sold = await (
      await own.logIn('REG-MOVES')
    ).book({ lines: [{ sku: HUNGER, quantity: 2 }] });
    const { id } = await own.line(HUNGER);
    const note = 'Found behind the stage';
    await adjust(await own.line(HUNGER), 'add', 3, { reason: 'other', note });
    await transfer(await own.line(HUNGER), other.fair, 4);
    expect(await readMovements(id)).toMatchObject([
      { kind: 'adjusted', delta: -4, reason: 'transfer_out', note: `To ${other.fair.name}.` },
      { kind: 'adjusted', delta: 3, reason: 'other', note },
      { kind: 'sale', delta: -2, reason: null, note: '', orderNumber: sold.orderNumber },
      { kind: 'sent', delta: 20, reason: null },
    ]);
    const received = await other.line(HUNGER);
    expect((await readMovements(received.id))[0]).toMatchObject({
      delta: 4,
      reason: 'transfer_in',
      note: `From ${own.fair.name}.`,
    });
    const line = await own.line(HUNGER);
    for (let step = 0; step < 7; step += 1) await adjust(line, 'add', 1);
    expect(await readMovements(id)).toHaveLength(10);
  });
});
