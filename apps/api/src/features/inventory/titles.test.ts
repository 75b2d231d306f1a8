import type { AllInventoryQuery } from '@pos/contract/inventory';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { packingList, uploadInventory } from '#testing/inventory-file.ts';
import { signedInWith } from '#testing/personas.ts';
import { getRefusal } from '#testing/refusals.ts';
import { BIBLE, HUNGER, openFair, PENCIL, stockWarehouse, STRAY } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

describe('all inventory', async () => {
  const test = await startTestApp();
  const floor = await openFair(test);
  const second = await openFair(test);
  await stockWarehouse(test, HUNGER, 10);
  await stockWarehouse(test, PENCIL, 2);
  const register = await floor.logIn('REG-01');
  await register.book({
    lines: [
      { sku: HUNGER, quantity: 5 },
      { sku: HUNGER, quantity: 3, fulfilment: 'ship_to_school' },
      { sku: BIBLE, quantity: 2, fulfilment: 'ship_to_school' },
    ],
  });
  await register.handIn(register.sold({ lines: [{ sku: BIBLE, quantity: 6 }] }));
  await test.db
    .insertInto('titles')
    .values({
      id: uuidv7(),
      sku: 'TWIN-1',
      title: 'The Hunger Games, other edition',
      isbn13: HUNGER,
      priceCents: 899,
      sourceWarehouseQty: null,
    })
    .execute();
  type Filters = Partial<
    Pick<AllInventoryQuery, 'search' | 'sort' | 'category' | 'stock' | 'status' | 'page' | 'limit'>
  >;
  const find = (query: Filters = {}) => test.ask.inventory.allInventory({ query });
  const skus = async (query: Filters) => (await find(query)).results.map(({ sku }) => sku);
  const title = async (sku: string) =>
    (await find({ search: sku })).results.find((each) => each.sku === sku)!;

  it('shows warehouse, allocated, available and at-fair units', async () => {
    expect(
      (await find()).results.map(
        ({ sku, warehouseQty, allocatedQty, availableQty, atFairsQty, fairs, stock }) => ({
          sku,
          warehouseQty,
          allocatedQty,
          availableQty,
          atFairsQty,
          fairs,
          stock,
        }),
      ),
    ).toEqual([
      {
        sku: BIBLE,
        warehouseQty: 0,
        allocatedQty: 2,
        availableQty: -2,
        atFairsQty: 5,
        fairs: 2,
        stock: 'negative',
      },
      {
        sku: STRAY,
        warehouseQty: 0,
        allocatedQty: 0,
        availableQty: 0,
        atFairsQty: 0,
        fairs: 0,
        stock: 'out',
      },
      {
        sku: PENCIL,
        warehouseQty: 2,
        allocatedQty: 0,
        availableQty: 2,
        atFairsQty: 100,
        fairs: 2,
        stock: 'low',
      },
      {
        sku: HUNGER,
        warehouseQty: 10,
        allocatedQty: 3,
        availableQty: 7,
        atFairsQty: 35,
        fairs: 2,
        stock: 'in',
      },
      {
        sku: 'TWIN-1',
        warehouseQty: 0,
        allocatedQty: 0,
        availableQty: 0,
        atFairsQty: 0,
        fairs: 0,
        stock: 'out',
      },
    ]);
  });

  it('finds by title, author and number, filters and sorts by every column, and counts exactly', async () => {
    expect(await skus({ search: '978-0-439 02348-1', sort: 'sku' })).toEqual([HUNGER, 'TWIN-1']);
    expect(await skus({ search: 'quiet' })).toEqual([BIBLE]);
    expect(await skus({ stock: ['low', 'negative'] })).toEqual([BIBLE, PENCIL]);
    expect(await skus({ stock: ['out'], category: ['Other'] })).toEqual([STRAY, 'TWIN-1']);
    expect((await skus({ sort: '-atFairsQty' })).slice(0, 3)).toEqual([PENCIL, HUNGER, BIBLE]);
    for (const sort of [
      'title',
      'sku',
      'author',
      'category',
      'priceCents',
      'warehouseQty',
      'allocatedQty',
      'availableQty',
      'atFairsQty',
      'status',
    ] as const)
      expect((await skus({ sort: `-${sort}` })).length).toBe(5);
    expect((await skus({ sort: 'availableQty' }))[0]).toBe(BIBLE);
    expect(await find({ page: 2, limit: 10 })).toMatchObject({
      results: [],
      totalResults: 5,
      totalPages: 1,
    });
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
      soldQty: 6,
      onHand: 0,
      oversoldQty: 1,
      status: 'active',
      closeOutState: 'open',
    });
    expect(await at(STRAY)).toEqual([]);
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'finished' })
      .where('id', '=', floor.fair.id)
      .execute();
    expect((await at(HUNGER)).map(({ fairId }) => fairId)).toEqual([second.fair.id, floor.fair.id]);
    expect((await title(HUNGER)).fairs).toBe(1);
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'open' })
      .where('id', '=', floor.fair.id)
      .execute();
    expect(
      await getRefusal(test.owner.inventory.titleAtFairs({ params: { id: test.ownerId } })),
    ).toMatchObject({ status: 404 });
  });

  it('keeps an inactive title off fairs: packing lists with it are refused until reactivated', async () => {
    const { id } = await title(STRAY);
    expect(
      await test.ask.inventory.changeTitleStatus({
        params: { id },
        body: { status: 'inactive' },
      }),
    ).toMatchObject({ sku: STRAY, status: 'inactive' });
    expect(await skus({ status: ['inactive'] })).toEqual([STRAY]);
    const file = await packingList([null, STRAY, 'A Stray Cat', null, 'Other', 5, 3, 'Y']);
    expect(
      (await uploadInventory(test.owner, file, { fairId: floor.fair.id })).errors,
    ).toMatchObject([{ row: 2, code: 'TITLE_INACTIVE' }]);
    await test.owner.inventory.changeTitleStatus({ params: { id }, body: { status: 'active' } });
    expect((await uploadInventory(test.owner, file, { fairId: floor.fair.id })).errors).toEqual([]);
    const changes = await test.db
      .selectFrom('activity')
      .select(['action', 'changes'])
      .where('entity', '=', 'title')
      .where('entityId', '=', id)
      .orderBy('seq')
      .execute();
    expect(changes).toMatchObject([
      { action: 'title.deactivated', changes: { status: { from: 'active', to: 'inactive' } } },
      { action: 'title.activated', changes: { status: { from: 'inactive', to: 'active' } } },
    ]);
  });

  it("lets nobody without edit Fairs change a title's status, shown to readers of All Inventory", async () => {
    const { id } = await title(PENCIL);
    const reader = await signedInWith(test, [
      ['All Inventory', 'read_only'],
      ['Fairs', 'read_only'],
    ]);
    expect((await reader.client.inventory.allInventory({ query: {} })).data.totalResults).toBe(5);
    expect((await reader.client.inventory.titleAtFairs({ params: { id } })).data).toHaveLength(2);
    expect(
      await getRefusal(
        reader.client.inventory.changeTitleStatus({ params: { id }, body: { status: 'inactive' } }),
      ),
    ).toMatchObject({ status: 403 });
    expect(
      await getRefusal(
        test.owner.inventory.changeTitleStatus({
          params: { id: test.ownerId },
          body: { status: 'inactive' },
        }),
      ),
    ).toMatchObject({ status: 404 });
  });
});
