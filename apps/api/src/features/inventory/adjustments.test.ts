import type { FairInventoryUpdate } from '@pos/contract/adjustments';
import type { FairLine } from '@pos/contract/inventory';
import { describe, expect, it } from 'vitest';
import { getRefusal } from '#testing/refusals.ts';
import { BIBLE, HUNGER, openFair, PENCIL, stockWarehouse } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

const BELOW_ZERO = 'Updated Quantity should not make the Total New Qty less than 0.';

describe('stock by hand', async () => {
  const test = await startTestApp();
  const floor = await openFair(test);
  const other = await openFair(test);
  const register = await floor.logIn('REG-01');
  const update = ({ id }: { id: string }, body: FairInventoryUpdate) =>
    test.ask.inventory.update({ params: { id }, body });
  const seen = ({ onHand, oversoldQty }: FairLine) => onHand - oversoldQty;
  const adjust = async (
    sku: string,
    operation: 'add' | 'remove',
    updatedQuantity: number,
    more: {
      reason?:
        | 'count'
        | 'damaged'
        | 'received'
        | 'correction'
        | 'theft'
        | 'missing'
        | 'kept_by_school'
        | 'other';
      note?: string;
      seenQuantity?: number;
    } = {},
  ) => {
    const line = await floor.line(sku);
    return update(line, {
      operation,
      updatedQuantity,
      seenQuantity: seen(line),
      reason: 'correction',
      ...more,
    });
  };
  const warehouse = async (sku: string) =>
    (await test.ask.inventory.allInventory({ query: { search: sku } })).results[0]!.warehouseQty;
  const movements = async (sku: string) => {
    const { id } = await test.db
      .selectFrom('titles')
      .select('id')
      .where('sku', '=', sku)
      .executeTakeFirstOrThrow();
    return test.db
      .selectFrom('stockMovements')
      .select(['qty', 'fromPlace', 'toPlace', 'reason'])
      .where('titleId', '=', id)
      .where('refType', '=', 'adjustment')
      .orderBy('id')
      .execute();
  };

  it('adds and removes as a difference, and returns the line with its earlier quantity', async () => {
    const before = await floor.line(HUNGER);
    expect(await adjust(HUNGER, 'remove', 3, { reason: 'damaged' })).toMatchObject({
      id: before.id,
      quantity: 20,
      totalNewQuantity: 17,
      onHand: 17,
      adjustQty: -3,
      expectedReturn: 17,
      transfer: null,
    });
    expect(await adjust(HUNGER, 'add', 1, { reason: 'count' })).toMatchObject({
      quantity: 17,
      totalNewQuantity: 18,
      adjustQty: -2,
    });
    expect((await movements(HUNGER)).slice(-2)).toEqual([
      { qty: 3, fromPlace: 'fair', toPlace: 'lost', reason: 'adjusted' },
      { qty: 1, fromPlace: 'lost', toPlace: 'fair', reason: 'adjusted' },
    ]);
  });

  it('takes received units from the warehouse, corrects missing records, and leaves kept ones', async () => {
    await stockWarehouse(test, PENCIL, 4);
    await adjust(PENCIL, 'add', 10, { reason: 'received' });
    expect(await warehouse(PENCIL)).toBe(0);
    await adjust(PENCIL, 'remove', 2, { reason: 'received' });
    expect(await warehouse(PENCIL)).toBe(2);
    await adjust(PENCIL, 'remove', 5, { reason: 'kept_by_school' });
    expect(await movements(PENCIL)).toEqual([
      { qty: 6, fromPlace: 'supplier', toPlace: 'warehouse', reason: 'correction' },
      { qty: 10, fromPlace: 'warehouse', toPlace: 'fair', reason: 'adjusted' },
      { qty: 2, fromPlace: 'fair', toPlace: 'warehouse', reason: 'adjusted' },
      { qty: 5, fromPlace: 'fair', toPlace: 'customer', reason: 'adjusted' },
    ]);
  });

  it('reports a sale in between: 18 were seen, 17 were there, 15 are left', async () => {
    const { onHand } = await floor.line(HUNGER);
    await register.book({ lines: [{ sku: HUNGER }] });
    expect(await adjust(HUNGER, 'remove', 2, { seenQuantity: onHand })).toMatchObject({
      quantity: onHand - 1,
      totalNewQuantity: onHand - 3,
    });
  });

  it('lets an oversold line be corrected, but never reduced', async () => {
    const { onHand } = await floor.line(BIBLE);
    await register.handIn(register.sold({ lines: [{ sku: BIBLE, quantity: onHand + 3 }] }));
    const line = await floor.line(BIBLE);
    expect(line).toMatchObject({ onHand: 0, oversoldQty: 3 });
    expect(
      await getRefusal(
        update(line, {
          operation: 'remove',
          updatedQuantity: 1,
          seenQuantity: 0,
          reason: 'missing',
        }),
      ),
    ).toMatchObject({ errors: { updatedQuantity: BELOW_ZERO } });
    expect(
      await update(line, {
        operation: 'add',
        updatedQuantity: 2,
        seenQuantity: -3,
        reason: 'count',
      }),
    ).toMatchObject({ quantity: -3, totalNewQuantity: -1, onHand: 0, oversoldQty: 1 });
    expect(
      await update(line, {
        operation: 'add',
        updatedQuantity: 6,
        seenQuantity: -1,
        reason: 'correction',
      }),
    ).toMatchObject({ quantity: -1, totalNewQuantity: 5, onHand: 5, oversoldQty: 0 });
  });

  it('takes any quantity that was seen, as a line of many loads may show it', async () => {
    const line = await floor.line(BIBLE);
    const more = { updatedQuantity: 1, seenQuantity: 2_200_000_000, reason: 'correction' } as const;
    await update(line, { operation: 'add', ...more });
    await update(line, { operation: 'remove', ...more });
    expect(await floor.line(BIBLE)).toMatchObject({ onHand: line.onHand });
  });

  it('applies the same call once, however often it comes with its key', async () => {
    const line = await floor.line(PENCIL);
    const body = {
      operation: 'remove',
      updatedQuantity: 1,
      seenQuantity: line.onHand,
      reason: 'damaged',
    } as const;
    const call = () =>
      test.owner.inventory.update(
        { params: { id: line.id }, body },
        { idempotencyKey: 'pencil-1' },
      );
    const [first, again] = [await call(), await call()];
    expect(again).toEqual(first);
    expect((await floor.line(PENCIL)).onHand).toBe(line.onHand - 1);
    expect(
      await getRefusal(
        test.owner.inventory.update(
          { params: { id: line.id }, body: { ...body, updatedQuantity: 2 } },
          { idempotencyKey: 'pencil-1' },
        ),
      ),
    ).toMatchObject({ status: 422 });
  });

  it('transfers units to another fair: one movement, both sums, a new line if needed', async () => {
    const line = await floor.line(HUNGER);
    const there = await other.line(HUNGER);
    const moved = await update(line, {
      operation: 'transfer',
      toFairId: other.fair.id,
      updatedQuantity: 4,
      seenQuantity: line.onHand,
      note: 'By van',
    });
    expect(moved).toMatchObject({
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
    const { id: toDelete } = await third.line(PENCIL);
    await test.owner.inventory.delete({ params: { id: toDelete } });
    const pencil = await floor.line(PENCIL);
    await update(pencil, {
      operation: 'transfer',
      toFairId: third.fair.id,
      updatedQuantity: 2,
      seenQuantity: pencil.onHand,
    });
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
    const to = (toFairId: string) =>
      getRefusal(
        update(line, {
          operation: 'transfer',
          toFairId,
          updatedQuantity: 1,
          seenQuantity: line.onHand,
        }),
      );
    expect(await to(floor.fair.id)).toMatchObject({
      errors: { toFairId: 'Choose a different fair.' },
    });
    expect(await to(test.ownerId)).toMatchObject({
      errors: { toFairId: 'Choose a fair that exists.' },
    });
    const empty = await openFair(test);
    await test.owner.inventory.delete({ params: { id: (await empty.line(HUNGER)).id } });
    await test.owner.inventory.changeTitleStatus({
      params: { id: line.titleId },
      body: { status: 'inactive' },
    });
    expect(await to(empty.fair.id)).toMatchObject({
      errors: { toFairId: 'This title is inactive and cannot be added to a fair.' },
    });
    await test.owner.inventory.changeTitleStatus({
      params: { id: line.titleId },
      body: { status: 'active' },
    });
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'finished' })
      .where('id', '=', empty.fair.id)
      .execute();
    expect(await to(empty.fair.id)).toMatchObject({ status: 409, code: 'FAIR_FINISHED' });
    expect((await floor.line(HUNGER)).onHand).toBe(line.onHand);
  });

  it('saves a return count without moving stock', async () => {
    const line = await floor.line(HUNGER);
    expect(
      await update(line, { operation: 'count_return', countedQty: 9, damagedQty: 2 }),
    ).toMatchObject({
      countedReturnQty: 9,
      damagedQty: 2,
      onHand: line.onHand,
      quantity: line.onHand,
      totalNewQuantity: line.onHand,
    });
    expect(await update(line, { operation: 'count_return', countedQty: 0 })).toMatchObject({
      countedReturnQty: 0,
      damagedQty: 0,
    });
    expect((await floor.line(PENCIL)).countedReturnQty).toBeNull();
  });

  it("records in the fair's activity who changed what, from what to what, and why", async () => {
    const line = await floor.line(PENCIL);
    await adjust(PENCIL, 'remove', 1, { reason: 'other', note: 'Given to the coach' });
    const { data } = await test.owner.activity.list({
      query: { entity: 'fair', entityId: floor.fair.id },
    });
    expect(data.results[0]).toMatchObject({
      action: 'fair.stock_adjusted',
      changes: {
        title: { from: null, to: 'Shiny Pencil' },
        reason: { from: null, to: 'other' },
        note: { from: null, to: 'Given to the coach' },
        onHand: { from: line.onHand, to: line.onHand - 1 },
      },
    });
  });
});
