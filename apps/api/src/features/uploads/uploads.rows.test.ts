import { describe, expect, it } from 'vitest';
import { openInventoryDesk } from '#testing/inventory-desk.ts';
import {
  packingList,
  PACKING_HEADER,
  HOLES,
  STONE,
  PENCIL,
  packedRow,
} from '#testing/inventory-file.ts';
import { workbookOfRows } from '#testing/workbook.ts';

describe('rows of an inventory upload', async () => {
  const { newFair, upload, linesOf, written } = await openInventoryDesk('SCH');

  it('finds the header below title lines, skips the Total row, and counts rows as Excel does', async () => {
    const fair = await newFair();
    const file = await workbookOfRows([
      ['Packing list'],
      [],
      PACKING_HEADER,
      packedRow('D1', HOLES, 3),
      packedRow('D1', STONE, '12 ea'),
      ['Total', null, null, null, null, null, 15],
    ]);
    const result = await upload(file, { fairId: fair.id, mode: 'check' });
    expect(result.total).toBe(2);
    expect(result.errors).toEqual([
      {
        row: 5,
        column: 'Quantity',
        value: '12 ea',
        code: 'INVALID_QUANTITY',
        message: 'Quantity must be a whole number greater than 0.',
      },
    ]);
    expect(result.warnings).toContainEqual(expect.objectContaining({ code: 'TOTAL_ROW', row: 6 }));
  });

  type Cells = Partial<
    Record<
      'Carton' | 'ISBN/SKU' | 'Title' | 'Price' | 'Quantity' | 'Taxable',
      string | number | null
    >
  >;
  let files = 0;
  /** One valid row each, alone in its carton, with the given cells replaced. */
  const fileOf = async (rows: readonly Cells[]) => {
    files += 1;
    const good = (at: number) => ({
      Carton: `${files}-${at}`,
      'ISBN/SKU': HOLES[0],
      Title: HOLES[1],
      Price: 8.99,
      Quantity: 1,
      Taxable: 'Y',
    });
    return workbookOfRows([
      Object.keys(good(0)),
      ...rows.map((cells, at) => Object.values({ ...good(at), ...cells })),
    ]);
  };

  it('has a sentence for each invalid cell, on its row and column, and writes nothing', async () => {
    const wrong: [Cells, string][] = [
      [{ 'ISBN/SKU': '9780439023480' }, 'ISBN check digit is wrong.'],
      [{ 'ISBN/SKU': '9.78E+12' }, 'Number lost digits (9.78E+12): format the column as Text.'],
      [{ 'ISBN/SKU': 9.78e12 }, 'Number lost digits (9.78E+12): format the column as Text.'],
      [{ 'ISBN/SKU': null }, 'ISBN/SKU is required.'],
      [{ Quantity: 2.5 }, 'Quantity must be a whole number greater than 0.'],
      [{ Quantity: 0 }, 'Quantity must be a whole number greater than 0.'],
      [{ Quantity: 10_000 }, 'Quantity must be at most 9,999.'],
      [{ Price: '8,99' }, 'Price is not a valid amount.'],
      [{ Price: 0 }, 'Price is not a valid amount.'],
      [{ Price: 1000 }, 'Price is not a valid amount.'],
      [{ Price: '8.999' }, 'Price is not a valid amount.'],
      [{ Taxable: 'maybe' }, 'Taxable must be Y or N.'],
      [{ Carton: 'C'.repeat(41) }, 'Carton must be at most 40 characters.'],
      [{ 'ISBN/SKU': 'NEW-ITEM', Title: null }, 'Title is required for a new title.'],
    ];
    const fair = await newFair();
    const before = await written();
    const result = await upload(await fileOf(wrong.map(([cells]) => cells)), { fairId: fair.id });
    expect(result).toMatchObject({ created: 0, rejected: wrong.length });
    expect(
      result.errors.map(({ row: number, column, message }) => [number, column, message]),
    ).toEqual(
      wrong.map(([cells, message], at) => [
        at + 2,
        Object.keys(cells)[0] === 'ISBN/SKU' && 'Title' in cells ? 'Title' : Object.keys(cells)[0],
        message,
      ]),
    );
    expect(await written()).toEqual(before);
  });

  it('accepts usual forms of an ISBN, a price, a tax and a carton', async () => {
    const good: Cells[] = [
      { 'ISBN/SKU': '978-0-439-02348-1' },
      { 'ISBN/SKU': '0439023483' },
      { 'ISBN/SKU': 9780439023481 },
      { 'ISBN/SKU': ' 9780439023481\u00a0' },
      { Price: '$8.99' },
      { Taxable: null },
      { Taxable: 'yes' },
      { Carton: null },
    ];
    const fair = await newFair();
    expect(await upload(await fileOf(good), { fairId: fair.id })).toMatchObject({
      created: good.length,
      errors: [],
    });
    expect(await linesOf(fair.id)).toMatchObject([
      { sku: HOLES[0], priceCents: 899, sentQty: good.length, taxable: true },
    ]);
  });

  it('refuses an item twice in a carton and adds it up over two', async () => {
    const fair = await newFair();
    const twice = await upload(
      await packingList(
        packedRow('E1', HOLES, 1),
        packedRow('E1', ['978-0439023481', HOLES[1], null, 'Teen', 8.99], 2),
      ),
      { fairId: fair.id },
    );
    expect(twice.errors).toMatchObject([
      {
        row: 3,
        column: 'ISBN/SKU',
        message: 'Duplicate of row 2: this item is in carton E1 twice.',
      },
    ]);
    await upload(await packingList(packedRow('E1', HOLES, 1), packedRow('e2', HOLES, 2)), {
      fairId: fair.id,
    });
    expect(await linesOf(fair.id)).toMatchObject([{ sentQty: 3, cartons: ['E1', 'e2'] }]);
  });

  it('refuses a carton of another fair, or one loaded with other contents', async () => {
    const [first, second] = [await newFair(), await newFair()];
    await upload(await packingList(packedRow('F1', HOLES, 4), packedRow('F1', STONE, 2)), {
      fairId: first.id,
    });
    expect(
      (await upload(await packingList(packedRow('f1', HOLES, 4)), { fairId: second.id })).errors,
    ).toMatchObject([
      { row: 2, column: 'Carton', message: `Carton f1 belongs to fair ${first.identifier}.` },
    ]);
    const before = await written();
    const again = async (...rows: ReturnType<typeof packedRow>[]) =>
      (await upload(await packingList(...rows), { fairId: first.id })).errors.map(
        ({ row: number, message }) => [number, message],
      );
    expect(await again(packedRow('F1', HOLES, 5), packedRow('F1', STONE, 2))).toEqual([
      [2, 'Carton F1 is already loaded, with 4 of this title.'],
    ]);
    expect(
      await again(packedRow('F1', HOLES, 4), packedRow('F1', STONE, 2), packedRow('F1', PENCIL, 1)),
    ).toEqual([[4, 'Carton F1 is already loaded, without this title.']]);
    expect(await again(packedRow('F1', HOLES, 4))).toEqual([
      [2, 'Carton F1 is already loaded, with 1 more title.'],
    ]);
    expect(await written()).toEqual(before);
  });
});
