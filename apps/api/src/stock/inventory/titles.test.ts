import type { AllInventoryQuery } from '@pos/contract/stock/inventory';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { packedRow, packingList, uploadInventory } from '#testing/selling/inventory-file.ts';
import { setCloseOut } from '#testing/calls/records.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import {
  BIBLE,
  HUNGER,
  openFair,
  PENCIL,
  startSelling,
  stockWarehouse,
  STRAY,
} from '#testing/selling/sales-floor.ts';
import { stockDesk } from '#testing/selling/stock-desk.ts';

describe('all inventory', async () => {
  const { test, floor, register } = await startSelling();
  const second = await openFair(test);
  await stockWarehouse(test, HUNGER, 10);
  await stockWarehouse(test, PENCIL, 2);
  await register.book({
    lines: [
      { sku: HUNGER, quantity: 5 },
      { sku: HUNGER, quantity: 3, fulfilment: 'ship_to_school' },
      { sku: BIBLE, quantity: 2, fulfilment: 'ship_to_school' },
    ],
  });
  await register.handIn(register.sold({ lines: [{ sku: BIBLE, quantity: 6 }] }));
  const twin = { sku: 'TWIN-1', title: 'The Hunger Games, other edition', isbn13: HUNGER };
  await test.db
    .insertInto('titles')
    .values({ id: uuidv7(), ...twin, priceCents: 899, sourceWarehouseQty: null })
    .execute();
  const { setTitleStatus } = stockDesk(test);
  type Filters = Partial<
    Pick<AllInventoryQuery, 'search' | 'sort' | 'category' | 'stock' | 'status' | 'page' | 'limit'>
  >;
  const find = (query: Filters = {}) => test.ask.inventory.allInventory({ query });
  const skus = async (query: Filters) => (await find(query)).results.map(({ sku }) => sku);
  const title = async (sku: string) =>
    (await find({ search: sku })).results.find((each) => each.sku === sku)!;

  it('shows warehouse, allocated, available and at-fair units', async () => {
    const rows = (await find()).results.map(
      ({ sku, warehouseQty, allocatedQty, availableQty, atFairsQty, fairs, stock }) => [
        `${sku} ${stock}`,
        [warehouseQty, allocatedQty, availableQty, atFairsQty, fairs],
      ],
    );
    expect(rows).toEqual([
      [`${BIBLE} negative`, [0, 2, -2, 5, 2]],
      [`${STRAY} out`, [0, 0, 0, 0, 0]],
      [`${PENCIL} low`, [2, 0, 2, 100, 2]],
      [`${HUNGER} in`, [10, 3, 7, 35, 2]],
      ['TWIN-1 out', [0, 0, 0, 0, 0]],
    ]);
  });

  it('finds by title, author and number, filters and sorts by every column, and counts exactly', async () => {
    expect(await skus({ search: '978-0-439 02348-1', sort: 'sku' })).toEqual([HUNGER, 'TWIN-1']);
    expect(await skus({ search: 'quiet' })).toEqual([BIBLE]);
    expect(await skus({ stock: ['low', 'negative'] })).toEqual([BIBLE, PENCIL]);
    expect(await skus({ stock: ['out'], category: ['Other'] })).toEqual([STRAY, 'TWIN-1']);
    expect((await skus({ sort: '-atFairsQty' })).slice(0, 3)).toEqual([PENCIL, HUNGER, BIBLE]);
    const texts = ['title', 'sku', 'author', 'category', 'status'] as const;
    const numbers = ['priceCents', 'warehouseQty', 'allocatedQty', 'availableQty'] as const;
    for (const sort of [...texts, ...numbers, 'atFairsQty'] as const)
      expect(await skus({ sort: `-${sort}` })).toHaveLength(5);
    expect((await skus({ sort: 'availableQty' }))[0]).toBe(BIBLE);
    const none = { results: [], totalResults: 5, totalPages: 1 };
    expect(await find({ page: 2, limit: 10 })).toMatchObject(none);
  });

  it('names the other titles with the same ISBN', async () => {
    expect((await title(HUNGER)).sameIsbn).toEqual(['TWIN-1']);
    expect((await title('TWIN-1')).sameIsbn).toEqual([HUNGER]);
    expect((await title(PENCIL)).sameIsbn).toEqual([]);
  });

  it("shows each fair's stock of a title, fairs not closed out first", async () => {
    const at = async (sku: string) =>
      await test.ask.inventory.titleAtFairs({ params: { id: (await title(sku)).id } });
    expect((await at(BIBLE)).find(({ fairId }) => fairId === floor.fair.id)).toMatchObject({
      fairName: floor.fair.name,
      lineId: (await floor.line(BIBLE)).id,
      sentQty: 5,
      receivedQty: 5,
      soldQty: 6,
      otherQty: 0,
      onHand: 0,
      oversoldQty: 1,
      status: 'active',
      closeOutState: 'open',
    });
    expect(await at(STRAY)).toEqual([]);
    await setCloseOut(test, floor.fair, 'finished');
    expect((await at(HUNGER)).map(({ fairId }) => fairId)).toEqual([second.fair.id, floor.fair.id]);
    await setCloseOut(test, floor.fair, 'open');
    const unknown = test.owner.inventory.titleAtFairs({ params: { id: test.ownerId } });
    await expectRefusal(unknown, 'NOT_FOUND');
  });

  it('keeps an inactive title off fairs: packing lists with it are refused until reactivated', async () => {
    const { id } = await title(STRAY);
    const inactive = { sku: STRAY, status: 'inactive' };
    expect(await setTitleStatus(id, 'inactive')).toMatchObject(inactive);
    expect(await skus({ status: ['inactive'] })).toEqual([STRAY]);
    const file = await packingList(packedRow(null, [STRAY, 'A Stray Cat', null, 'Other', 5], 3));
    const load = async () =>
      (await uploadInventory(test.owner, file, { fairId: floor.fair.id })).errors;
    expect(await load()).toMatchObject([{ row: 2, code: 'TITLE_INACTIVE' }]);
    await setTitleStatus(id, 'active');
    expect(await load()).toEqual([]);
    expect(await readActivity(test, 'title', id)).toMatchObject([
      { action: 'title.activated', changes: { status: { from: 'inactive', to: 'active' } } },
      { action: 'title.deactivated', changes: { status: { from: 'active', to: 'inactive' } } },
    ]);
  });
});
