import type { FairInventoryQuery } from '@pos/contract/inventory';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#api/db/db.ts';
import { recordMovements } from '#api/features/stock/stock.service.ts';
import { SYSTEM } from '#api/http/identity.ts';
import { packingList, uploadInventory } from '#testing/inventory-file.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { startTestApp } from '#testing/test-app.ts';

describe('fair inventory', async () => {
  const sell = async (sku: string, qty: number) => {
    const { id: titleId } = await test.db
      .selectFrom('titles')
      .select('id')
      .where('sku', '=', sku)
      .executeTakeFirstOrThrow();
    await inTransaction(test.db, (tx) =>
      recordMovements(
        tx,
        [
          {
            titleId,
            qty,
            from: { fairId },
            to: 'customer',
            reason: 'sale',
            refType: 'test',
            refId: null,
          },
        ],
        SYSTEM,
      ),
    );
  };
  const find = (
    query: Partial<
      Pick<
        FairInventoryQuery,
        'search' | 'sort' | 'category' | 'stock' | 'status' | 'page' | 'limit'
      >
    >,
  ) => test.ask.inventory.fairInventory({ query: { fairId, ...query } });
  const skus = async (query: Parameters<typeof find>[0]) =>
    (await find(query)).results.map(({ sku }) => sku);

  const test = await startTestApp();
  const fairId = (await plannedFair(test, 'INV')).id;
  const file = await packingList(
    ['BOX-1', '9780439023481', 'The Hunger Games', 'Suzanne Collins', 'Teen', 8.99, 10, 'Y'],
    ['BOX-2', '9780439023481', 'The Hunger Games', 'Suzanne Collins', 'Teen', 8.99, 2, 'Y'],
    ['BOX-2', '9780156030304', 'Flowers for Algernon', 'Daniel Keyes', 'Chapter', 16.99, 3, 'Y'],
    ['BOX-2', 'PEN-01', 'Pencil 100% wood', null, 'Merchandise', 1.25, 40, 'N'],
    [null, 'PEN_02', 'Ruler', null, 'Merchandise', 2.5, 5, 'N'],
  );
  const { errors } = await uploadInventory(test.owner, file, { fairId, onlyValidRows: 'true' });
  expect(errors).toMatchObject([{ row: 6, column: 'ISBN/SKU' }]);
  await uploadInventory(
    test.owner,
    await packingList([null, 'PEN-02', 'Ruler', null, 'Merchandise', 2.5, 5, 'N']),
    { fairId },
  );
  await sell('9780156030304', 3);
  await sell('PEN-01', 39);
  await sell('PEN-02', 7);
  await uploadInventory(
    test.owner,
    await packingList(['OTHER-1', '9780439023481', 'The Hunger Games', null, 'Teen', 1, 99, 'Y']),
    { fairId: (await plannedFair(test, 'ELSE')).id },
  );

  it("lists a fair's titles with quantities and stock state", async () => {
    const list = await find({});
    expect(list).toMatchObject({ page: 1, limit: 20, totalPages: 1, totalResults: 4 });
    expect(
      list.results.map(
        ({ sku, sentQty, soldQty, expectedReturn, onHand, oversoldQty, stock, cartons }) => ({
          sku,
          sentQty,
          soldQty,
          expectedReturn,
          onHand,
          oversoldQty,
          stock,
          cartons,
        }),
      ),
    ).toEqual([
      {
        sku: '9780156030304',
        sentQty: 3,
        soldQty: 3,
        expectedReturn: 0,
        onHand: 0,
        oversoldQty: 0,
        stock: 'sold-out',
        cartons: ['BOX-2'],
      },
      {
        sku: 'PEN-01',
        sentQty: 40,
        soldQty: 39,
        expectedReturn: 1,
        onHand: 1,
        oversoldQty: 0,
        stock: 'last-copy',
        cartons: ['BOX-2'],
      },
      {
        sku: 'PEN-02',
        sentQty: 5,
        soldQty: 7,
        expectedReturn: -2,
        onHand: 0,
        oversoldQty: 2,
        stock: 'oversold',
        cartons: [],
      },
      {
        sku: '9780439023481',
        sentQty: 12,
        soldQty: 0,
        expectedReturn: 12,
        onHand: 12,
        oversoldQty: 0,
        stock: 'in',
        cartons: ['BOX-1', 'BOX-2'],
      },
    ]);
  });

  it('finds by title, author, carton, and by number with or without dashes', async () => {
    expect(await skus({ search: 'hunger' })).toEqual(['9780439023481']);
    expect(await skus({ search: 'keyes' })).toEqual(['9780156030304']);
    expect(await skus({ search: 'box-1' })).toEqual(['9780439023481']);
    expect(await skus({ search: '978-0-439-02348-1' })).toEqual(['9780439023481']);
    expect(await skus({ search: 'pen01' })).toEqual(['PEN-01']);
    expect(await skus({ search: '100%' })).toEqual(['PEN-01']);
    expect(await skus({ search: '_' })).toEqual([]);
    expect(await skus({ search: '-' })).toEqual(['9780156030304', 'PEN-01', '9780439023481']);
  });

  it('filters by category, status and stock, several at once', async () => {
    expect(await skus({ category: ['Merchandise'] })).toEqual(['PEN-01', 'PEN-02']);
    expect(await skus({ stock: ['sold-out', 'oversold'] })).toEqual(['9780156030304', 'PEN-02']);
    expect(await skus({ stock: ['in'] })).toEqual(['9780439023481']);
    expect(await skus({ category: ['Merchandise'], stock: ['last-copy'] })).toEqual(['PEN-01']);
    expect(await skus({ status: ['inactive'] })).toEqual([]);
  });

  it('uses the threshold of the settings for last copies', async () => {
    await test.db.updateTable('settings').set({ lastCopyThreshold: 12 }).execute();
    expect(await skus({ stock: ['last-copy'] })).toEqual(['PEN-01', '9780439023481']);
    expect(await skus({ stock: ['in'] })).toEqual([]);
    await test.db.updateTable('settings').set({ lastCopyThreshold: 1 }).execute();
  });

  it('sorts by every column in both directions, and counts exactly on each page', async () => {
    expect(await skus({ sort: '-onHand' })).toEqual([
      '9780439023481',
      'PEN-01',
      '9780156030304',
      'PEN-02',
    ]);
    expect(await skus({ sort: 'priceCents' })).toEqual([
      'PEN-01',
      'PEN-02',
      '9780439023481',
      '9780156030304',
    ]);
    for (const sort of ['title', 'sku', 'category', 'sentQty', 'soldQty', 'status'] as const)
      expect((await skus({ sort: `-${sort}` })).length).toBe(4);
    expect(await find({ page: 2, limit: 10 })).toMatchObject({
      results: [],
      totalResults: 4,
      totalPages: 1,
    });
  });

  it('refuses a list without a fair, or of a fair that does not exist', async () => {
    expect((await test.send(test.ownerToken)('/v1/inventory/fair-inventory', {})).status).toBe(400);
    expect(
      await getRefusal(test.owner.inventory.fairInventory({ query: { fairId: test.ownerId } })),
    ).toMatchObject({ status: 404 });
    const empty = await plannedFair(test, 'EMPTY');
    expect(
      (await test.ask.inventory.fairInventory({ query: { fairId: empty.id } })).totalResults,
    ).toBe(0);
  });
});
