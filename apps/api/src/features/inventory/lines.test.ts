import { describe, expect, it } from 'vitest';
import { packingList, uploadInventory } from '#testing/inventory-file.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import {
  BIBLE,
  HUNGER,
  openFair,
  PENCIL,
  refundOfOrder,
  STRAY,
  SalesFloor,
  startSelling,
} from '#testing/sales-floor.ts';

describe('lines of a fair', async () => {
  const { test, floor, register } = await startSelling();
  const remove = (id: string) => test.owner.inventory.delete({ params: { id } });
  const setStatus = async (sku: string, status: 'active' | 'inactive') =>
    await test.ask.inventory.changeStatus({
      params: { id: (await floor.line(sku)).id },
      body: { status },
    });
  const warehouseOf = async (sku: string) =>
    (await test.ask.inventory.allInventory({ query: { search: sku } })).results[0]!.warehouseQty;

  it('deactivates one title at one fair: register sales stop, offline sales are booked', async () => {
    expect(await setStatus(PENCIL, 'inactive')).toMatchObject({
      sku: PENCIL,
      status: 'inactive',
      onHand: 50,
    });
    expect(
      (await register.pos.catalog({ query: {} })).data.titles.find(({ sku }) => sku === PENCIL),
    ).toMatchObject({ active: false });
    expect(
      (await register.handIn(register.sold({ mode: 'online', lines: [{ sku: PENCIL }] })))[0],
    ).toMatchObject({ result: 'refused', code: 'VALIDATION_FAILED' });
    const tablet = await floor.logIn('REG-02');
    expect((await tablet.handIn(tablet.sold({ lines: [{ sku: PENCIL }] })))[0]).toMatchObject({
      result: 'accepted',
    });
    expect(await setStatus(PENCIL, 'active')).toMatchObject({ status: 'active', onHand: 49 });
    await setStatus(PENCIL, 'active');
    const { data } = await test.owner.activity.list({
      query: { entity: 'fair', entityId: floor.fair.id },
    });
    expect(data.results.map(({ action }) => action).slice(0, 2)).toEqual([
      'fair.title_activated',
      'fair.title_deactivated',
    ]);
    expect(data.results[0]).toMatchObject({
      changes: {
        title: { from: null, to: 'Shiny Pencil' },
        status: { from: 'inactive', to: 'active' },
      },
    });
  });

  it('deletes a title that never sold: units on hand return to the warehouse, cartons drop it', async () => {
    const line = await floor.line(BIBLE);
    const before = await warehouseOf(BIBLE);
    await test.owner.inventory.update({
      params: { id: line.id },
      body: { operation: 'remove', updatedQuantity: 2, seenQuantity: 5, reason: 'theft' },
    });
    await remove(line.id);
    expect(
      (await test.ask.inventory.fairInventory({ query: { fairId: floor.fair.id } })).results.map(
        ({ sku }) => sku,
      ),
    ).toEqual([PENCIL, HUNGER]);
    expect(await warehouseOf(BIBLE)).toBe(before + 3);
    expect(
      await test.db
        .selectFrom('cartonContents')
        .innerJoin('cartons', 'cartons.id', 'cartonContents.cartonId')
        .select('qty')
        .where('fairId', '=', floor.fair.id)
        .where('titleId', '=', line.titleId)
        .execute(),
    ).toEqual([]);
    expect(await getRefusal(remove(line.id))).toMatchObject({ status: 404 });
  });

  it('notifies registers in the next catalog, and sells the title again as one not on the list', async () => {
    const { data } = await register.pos.catalog({ query: {} });
    const line = await floor.line(HUNGER);
    const own = await openFair(test);
    const tablet = await own.logIn('REG-03');
    const { cursor } = (await tablet.pos.catalog({ query: {} })).data;
    await remove((await own.line(HUNGER)).id);
    expect(
      (await tablet.pos.catalog({ query: { since: cursor } })).data.titles.find(
        ({ sku }) => sku === HUNGER,
      ),
    ).toMatchObject({ onHand: 0, active: true });
    expect(data.titles.find(({ sku }) => sku === HUNGER)).toMatchObject({ onHand: line.onHand });
    expect((await tablet.handIn(tablet.sold({ lines: [{ sku: HUNGER }] })))[0]).toMatchObject({
      result: 'accepted',
    });
    expect(await own.line(HUNGER)).toMatchObject({
      sentQty: 0,
      soldQty: 1,
      onHand: 0,
      oversoldQty: 1,
    });
  });

  it('accepts the title again from a new packing list, starting from zero', async () => {
    const again = await packingList([null, BIBLE, 'A Quiet Psalter', null, 'Faith', 12, 7, 'N']);
    expect((await uploadInventory(test.owner, again, { fairId: floor.fair.id })).errors).toEqual(
      [],
    );
    expect(await floor.line(BIBLE)).toMatchObject({
      sentQty: 7,
      adjustQty: 0,
      missingQty: 0,
      onHand: 7,
    });
  });

  it('deletes a title of a missing carton; the carton restores nothing when found', async () => {
    const fair = await plannedFair(test, 'LOST');
    await uploadInventory(
      test.owner,
      await packingList(
        ['LOST-1', HUNGER, 'The Hunger Games', null, 'Teen', 8.99, 6, 'Y'],
        ['LOST-2', HUNGER, 'The Hunger Games', null, 'Teen', 8.99, 4, 'Y'],
      ),
      { fairId: fair.id },
    );
    const scan = (codes: string[]) =>
      test.owner.cartons.scan({
        body: { fairId: fair.id, stage: 'delivery', codes, confirm: true },
      });
    await scan(['LOST-1']);
    const line = await (await SalesFloor.at(test, fair)).line(HUNGER);
    expect(line).toMatchObject({ sentQty: 10, missingQty: 4, onHand: 6 });
    const before = await warehouseOf(HUNGER);
    await remove(line.id);
    expect(await warehouseOf(HUNGER)).toBe(before + 6);
    await scan(['LOST-1', 'LOST-2']);
    expect(
      (await test.ask.inventory.fairInventory({ query: { fairId: fair.id } })).totalResults,
    ).toBe(0);
  });

  it('refuses to undo an import whose title was deleted since, even if loaded again', async () => {
    const fair = await plannedFair(test, 'TWICE');
    const load = async () =>
      uploadInventory(
        test.owner,
        await packingList([null, HUNGER, 'The Hunger Games', null, 'Teen', 8.99, 6, 'Y']),
        { fairId: fair.id },
      );
    const { jobId = '' } = await load();
    await remove((await (await SalesFloor.at(test, fair)).line(HUNGER)).id);
    expect(await getRefusal(test.owner.uploads.undo({ params: { id: jobId } }))).toMatchObject({
      code: 'IN_USE',
    });
    await load();
    expect(await getRefusal(test.owner.uploads.undo({ params: { id: jobId } }))).toMatchObject({
      code: 'IN_USE',
      reasons: [{ code: 'TITLE_MOVED' }],
    });
    expect(await (await SalesFloor.at(test, fair)).line(HUNGER)).toMatchObject({
      sentQty: 6,
      onHand: 6,
    });
  });

  it('refuses to delete a title that was sold, even if all returned, or ordered for shipping', async () => {
    const own = await openFair(test);
    const tablet = await own.logIn('REG-04');
    const { sold } = await tablet.book({ lines: [{ sku: HUNGER }] });
    await tablet.handInRefunds(refundOfOrder(sold, [{ lineNo: 1, quantity: 1, restock: true }]));
    expect(await getRefusal(remove((await own.line(HUNGER)).id))).toMatchObject({
      status: 409,
      code: 'IN_USE',
      message: '"The Hunger Games" was sold at this fair. Deactivate it instead.',
      reasons: [{ code: 'SOLD', count: 1 }],
    });
    await tablet.book({ lines: [{ sku: BIBLE, fulfilment: 'ship_to_school' }] });
    expect(await own.line(BIBLE)).toMatchObject({ soldQty: 0 });
    expect(await getRefusal(remove((await own.line(BIBLE)).id))).toMatchObject({
      code: 'IN_USE',
    });
    await tablet.book({ lines: [{ sku: STRAY }] });
    expect(await getRefusal(remove((await own.line(STRAY)).id))).toMatchObject({
      code: 'IN_USE',
    });
  });

  it('loses no sale made during a deletion: the title stays, or the sale adds its own line', async () => {
    for (let round = 0; round < 5; round++) {
      const own = await openFair(test);
      const tablet = await own.logIn(`REG-RACE-${round}`);
      const { id } = await own.line(HUNGER);
      const [sales, deletion] = await Promise.all([
        tablet.handIn(
          tablet.sold({ lines: [{ sku: HUNGER }] }),
          tablet.sold({ lines: [{ sku: HUNGER }] }),
        ),
        remove(id).then(
          () => 'deleted',
          async (error: unknown) => (await getRefusal(Promise.reject(error))).code,
        ),
      ]);
      expect(sales.map(({ result }) => result)).toEqual(['accepted', 'accepted']);
      expect(['deleted', 'IN_USE']).toContain(deletion);
      expect(await own.line(HUNGER)).toMatchObject({
        soldQty: 2,
        sentQty: deletion === 'deleted' ? 0 : 20,
      });
    }
  });
});
