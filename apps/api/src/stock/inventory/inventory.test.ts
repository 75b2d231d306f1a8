import type { FairInventoryQuery } from '@pos/contract/stock/inventory';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import {
  type PackedTitle,
  packedRow,
  packingList,
  uploadInventory,
} from '#testing/selling/inventory-file.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { SalesFloor } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const HUNGER: PackedTitle = ['9780439023481', 'The Hunger Games', 'Suzanne Collins', 'Teen', 8.99];
const FLOWERS: PackedTitle = [
  '9780156030304',
  'Flowers for Algernon',
  'Daniel Keyes',
  'Chapter',
  16.99,
];
const PENCIL: PackedTitle = ['PEN-01', 'Pencil 100% wood', null, 'Merchandise', 1.25];
const RULER: PackedTitle = ['PEN-02', 'Ruler', null, 'Merchandise', 2.5];

describe('fair inventory', async () => {
  const test = await startTestApp();
  const fair = await plannedFair(test, 'INV');
  const load = async ({ id }: { id: string }, ...rows: ReturnType<typeof packedRow>[]) =>
    uploadInventory(test.owner, await packingList(...rows), { fairId: id, onlyValidRows: 'true' });
  const { errors } = await load(
    fair,
    packedRow('BOX-1', HUNGER, 10),
    packedRow('BOX-2', HUNGER, 2),
    packedRow('BOX-2', FLOWERS, 3),
    packedRow('BOX-2', PENCIL, 40, 'N'),
    packedRow(null, ['PEN_02', ...RULER.slice(1)] as never, 5, 'N'),
  );
  expect(errors).toMatchObject([{ row: 6, column: 'ISBN/SKU' }]);
  await load(fair, packedRow(null, RULER, 5, 'N'));
  await load(await plannedFair(test, 'ELSE'), packedRow('OTHER-1', HUNGER, 99));
  const register = await (await SalesFloor.at(test, fair)).logIn('REG-01');
  const sale = (sku: string, quantity: number, unitPriceCents: number, taxable = true) => ({
    sku,
    quantity,
    unitPriceCents,
    taxable,
  });
  await register.book({
    lines: [
      sale(FLOWERS[0], 3, 1_699),
      sale(PENCIL[0], 39, 125, false),
      sale(RULER[0], 7, 250, false),
    ],
  });
  type Filters = Partial<
    Pick<FairInventoryQuery, 'search' | 'sort' | 'category' | 'stock' | 'status' | 'page' | 'limit'>
  >;
  const find = (query: Filters) =>
    test.ask.inventory.fairInventory({ query: { fairId: fair.id, ...query } });
  const expectSkus = async (query: Filters, ...titles: PackedTitle[]) =>
    expect((await find(query)).results.map(({ sku }) => sku)).toEqual(titles.map(([sku]) => sku));

  it("lists a fair's titles with quantities and stock state", async () => {
    const list = await find({});
    expect(list).toMatchObject({ page: 1, limit: 20, totalPages: 1, totalResults: 4 });
    const rows = list.results.map((line) => {
      const { sentQty, soldQty, expectedReturn, onHand, oversoldQty } = line;
      const units = [sentQty, soldQty, expectedReturn, onHand, oversoldQty];
      return [line.sku, ...units, line.stock, line.cartons];
    });
    expect(rows).toEqual([
      [FLOWERS[0], 3, 3, 0, 0, 0, 'sold-out', ['BOX-2']],
      [PENCIL[0], 40, 39, 1, 1, 0, 'last-copy', ['BOX-2']],
      [RULER[0], 5, 7, -2, 0, 2, 'oversold', []],
      [HUNGER[0], 12, 0, 12, 12, 0, 'in', ['BOX-1', 'BOX-2']],
    ]);
  });

  it.each<[Filters, ...PackedTitle[]]>([
    [{ search: 'hunger' }, HUNGER],
    [{ search: 'keyes' }, FLOWERS],
    [{ search: 'box-1' }, HUNGER],
    [{ search: '978-0-439-02348-1' }, HUNGER],
    [{ search: 'pen01' }, PENCIL],
    [{ search: '100%' }, PENCIL],
    [{ search: '_' }],
    [{ search: '-' }, FLOWERS, PENCIL, HUNGER],
    [{ category: ['Merchandise'] }, PENCIL, RULER],
    [{ stock: ['sold-out', 'oversold'] }, FLOWERS, RULER],
    [{ stock: ['in'] }, HUNGER],
    [{ category: ['Merchandise'], stock: ['last-copy'] }, PENCIL],
    [{ status: ['inactive'] }],
    [{ sort: '-onHand' }, HUNGER, PENCIL, FLOWERS, RULER],
    [{ sort: 'priceCents' }, PENCIL, RULER, HUNGER, FLOWERS],
  ])('finds, filters and sorts: %j', async (query, ...titles) => {
    await expectSkus(query, ...titles);
  });

  it('uses the threshold of the settings for last copies', async () => {
    const settings = test.db.updateTable('settings');
    await settings.set({ lastCopyThreshold: 12 }).execute();
    await expectSkus({ stock: ['last-copy'] }, PENCIL, HUNGER);
    await expectSkus({ stock: ['in'] });
    await settings.set({ lastCopyThreshold: 1 }).execute();
  });

  it('sorts by every column in both directions, and counts exactly on each page', async () => {
    for (const sort of ['title', 'sku', 'category', 'sentQty', 'receivedQty', 'soldQty'] as const)
      expect((await find({ sort: `-${sort}` })).results).toHaveLength(4);
    const none = { results: [], totalResults: 4, totalPages: 1 };
    expect(await find({ page: 2, limit: 10 })).toMatchObject(none);
  });

  it('refuses a list without a fair, or of a fair that does not exist', async () => {
    expect((await test.send(test.ownerToken)('/v1/inventory/fair-inventory', {})).status).toBe(400);
    const of = (fairId: string) => test.ask.inventory.fairInventory({ query: { fairId } });
    await expectRefusal(of(test.ownerId), 'NOT_FOUND');
    expect((await of((await plannedFair(test, 'EMPTY')).id)).totalResults).toBe(0);
  });

  it('is offered for each fair that has one, live ones first', async () => {
    const day = today(fair.timeZone);
    const live = await plannedFair(test, 'NOW', { startDate: addDays(day, -1), endDate: day });
    await load(live, packedRow('NOW-1', HUNGER, 4));
    const [first, ...others] = await test.ask.fairs.getFairWithInventory();
    expect(first).toMatchObject({ id: live.id, phase: 'live', endDate: day, titles: 1, units: 4 });
    expect(others.map(({ id }) => id)).toContain(fair.id);
  });
});
