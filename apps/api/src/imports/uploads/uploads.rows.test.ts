import { describe, expect, it } from 'vitest';
import { openInventoryDesk } from '#testing/selling/inventory-desk.ts';
import {
  type Cells,
  HOLES,
  packedRow,
  type PackedRow,
  PENCIL,
  STONE,
  told,
  uploadDesk,
} from '#testing/selling/inventory-file.ts';

describe('rows of an inventory upload', async () => {
  const { test, newFair, load, readLines, written } = await openInventoryDesk('SCH');

  /** Uploads one valid row each, alone in its carton, with the given cells replaced. */
  const uploadCells = async ({ id: fairId }: { id: string }, rows: readonly Cells[]) => {
    const good = { 'ISBN/SKU': HOLES[0], Title: HOLES[1], Price: 8.99, Quantity: 1, Taxable: 'Y' };
    const cells = rows.map((row, at) => ({ Carton: `1-${at}`, ...good, ...row }));
    return await uploadDesk(test, 'inventory', { fairId }).upload(cells);
  };

  it('has a sentence for each invalid cell, on its row and column, and writes nothing', async () => {
    const lostDigits = 'Number lost digits (9.78E+12): format the column as Text.';
    const noAmount = 'Price is not a valid amount.';
    const wrong: [Cells, string][] = [
      [{ 'ISBN/SKU': 9.78e12 }, lostDigits],
      [{ 'ISBN/SKU': null }, 'ISBN/SKU is required.'],
      [{ Quantity: 10_000 }, 'Quantity must be at most 9,999.'],
      [{ Price: 0 }, noAmount],
      [{ Price: 1000 }, noAmount],
      [{ Carton: 'C'.repeat(41) }, 'Carton must be at most 40 characters.'],
      [{ Title: null, 'ISBN/SKU': 'NEW-ITEM' }, 'Title is required for a new title.'],
    ];
    const fair = await newFair();
    const before = await written();
    const cells = wrong.map(([cell]) => cell);
    const result = await uploadCells(fair, cells);
    expect(result).toMatchObject({ created: 0, rejected: wrong.length });
    expect(told(result.errors)).toEqual(
      wrong.map(([cell, message], at) => [at + 2, Object.keys(cell)[0], message]),
    );
    expect(await written()).toEqual(before);
  });

  it('refuses an item twice in a carton, and adds it up over two and without a carton', async () => {
    const fair = await newFair();
    const dashed = packedRow('E1', ['978-0439023481', ...HOLES.slice(1)] as never, 2);
    const twice = await load(fair, packedRow('E1', HOLES, 1), dashed);
    expect(told(twice.errors)).toEqual([
      [3, 'ISBN/SKU', 'Duplicate of row 2: this item is in carton E1 twice.'],
    ]);
    await load(fair, packedRow('E1', HOLES, 1), packedRow('e2', HOLES, 2));
    expect(await readLines(fair)).toMatchObject([{ sentQty: 3, cartons: ['E1', 'e2'] }]);
    const loose = packedRow(null, PENCIL, 1);
    await load(fair, loose, loose);
    expect((await readLines(fair)).find(({ sku }) => sku === PENCIL[0])).toMatchObject({
      sentQty: 2,
    });
  });

  it('refuses a carton of another fair, or one loaded with other contents', async () => {
    const [first, second] = [await newFair(), await newFair()];
    const [holes, stone] = [packedRow('F1', HOLES, 4), packedRow('F1', STONE, 2)];
    await load(first, holes, stone);
    expect(told((await load(second, packedRow('f1', HOLES, 4))).errors)).toEqual([
      [2, 'Carton', `Carton f1 belongs to fair ${first.identifier}.`],
    ]);
    const before = await written();
    const again = async (...rows: PackedRow[]) => (await load(first, ...rows)).errors;
    expect(await again(packedRow('F1', HOLES, 5), stone)).toMatchObject([
      { row: 2, message: 'Carton F1 is already loaded, with 4 of this title.' },
    ]);
    expect(await again(holes, stone, packedRow('F1', PENCIL, 1))).toMatchObject([
      { row: 4, message: 'Carton F1 is already loaded, without this title.' },
    ]);
    expect(await again(holes)).toMatchObject([
      { row: 2, message: 'Carton F1 is already loaded, with 1 more title.' },
    ]);
    expect(await written()).toEqual(before);
  });
});
