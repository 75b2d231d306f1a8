import { describe, expect, it } from 'vitest';
import { openInventoryDesk } from '#testing/inventory-desk.ts';
import { packingList, HOLES, STONE, PENCIL, packedRow } from '#testing/inventory-file.ts';

describe('inventory upload', async () => {
  const { test, newFair, upload, linesOf, written } = await openInventoryDesk('SCH');

  it('loads a packing list: titles, cartons, lines with prices, and movements out of the warehouse', async () => {
    const fair = await newFair();
    const file = await packingList(
      packedRow('A1', HOLES, 5),
      packedRow('A1', PENCIL, 40),
      packedRow('A2', HOLES, 2),
    );
    const result = await upload(file, { fairId: fair.id });
    expect(result).toMatchObject({
      total: 3,
      created: 3,
      updated: 0,
      skipped: 0,
      unchanged: 0,
      rejected: 0,
      errors: [],
      units: 47,
      cartons: 2,
    });
    const lines = await linesOf(fair.id);
    expect(lines).toMatchObject([
      {
        sku: PENCIL[0],
        isbn13: null,
        title: 'Pencil',
        priceCents: 125,
        sentQty: 40,
        onHand: 40,
        stock: 'in',
        cartons: ['A1'],
        category: 'Merchandise',
      },
      {
        sku: HOLES[0],
        isbn13: HOLES[0],
        author: 'Suzanne Collins',
        priceCents: 899,
        sentQty: 7,
        expectedReturn: 7,
        onHand: 7,
        oversoldQty: 0,
        cartons: ['A1', 'A2'],
        status: 'active',
        taxable: true,
      },
    ]);
    const moved = await test.db
      .selectFrom('stockMovements')
      .select(['fromPlace', 'toPlace', 'reason', 'qty'])
      .where('titleId', '=', lines[1]!.titleId)
      .orderBy('qty')
      .execute();
    expect(moved).toEqual([
      { fromPlace: 'warehouse', toPlace: 'fair', reason: 'sent', qty: 2 },
      { fromPlace: 'warehouse', toPlace: 'fair', reason: 'sent', qty: 5 },
      { fromPlace: 'supplier', toPlace: 'warehouse', reason: 'correction', qty: 7 },
    ]);
  });

  it('writes only its log and the error file in a check', async () => {
    const fair = await newFair();
    const before = await written();
    const file = await packingList(packedRow('B1', HOLES, 5), packedRow('B1', STONE, 2.5));
    const result = await upload(file, { fairId: fair.id, mode: 'check' });
    expect(result).toMatchObject({ mode: 'check', created: 1, rejected: 1 });
    expect(await written()).toEqual(before);
    const log = await test.db
      .selectFrom('uploads')
      .selectAll()
      .where('fairId', '=', fair.id)
      .execute();
    expect(log).toMatchObject([
      {
        kind: 'inventory',
        mode: 'check',
        adminId: test.ownerId,
        fileName: 'packing-list.xlsx',
        sizeBytes: file.length,
        result: { total: 2, created: 1, rejected: 1 },
      },
    ]);
  });

  it('imports all rows or none', async () => {
    const fair = await newFair();
    const before = await written();
    const result = await upload(
      await packingList(packedRow('C1', HOLES, 5), packedRow('C1', STONE, 0)),
      {
        fairId: fair.id,
      },
    );
    expect(result).toMatchObject({ created: 0, unchanged: 1, rejected: 1, skipped: 2 });
    expect(await written()).toEqual(before);
  });

  it('gives the same result for the same file twice and writes nothing the second time', async () => {
    const fair = await newFair();
    const file = await packingList(
      packedRow('G1', HOLES, 4),
      packedRow('G2', HOLES, 2),
      packedRow(null, PENCIL, 30),
    );
    expect(await upload(file, { fairId: fair.id })).toMatchObject({ created: 3 });
    const [before, lines] = [await written(), await linesOf(fair.id)];
    expect(await upload(file, { fairId: fair.id })).toMatchObject({
      total: 3,
      created: 0,
      updated: 0,
      unchanged: 3,
      skipped: 3,
      errors: [],
      units: 36,
    });
    expect(await written()).toEqual(before);
    expect(await linesOf(fair.id)).toEqual(lines);
  });

  it('loads a file once that is sent several times at once', async () => {
    const fair = await newFair();
    const file = await packingList(
      packedRow('H1', HOLES, 4),
      packedRow('H1', ['RACE-1', 'New in this file', null, 'Other', 2], 3),
    );
    const results = await Promise.all(
      Array.from({ length: 4 }, () => upload(file, { fairId: fair.id })),
    );
    expect(results.map(({ created, unchanged }) => [created, unchanged]).sort()).toEqual([
      [0, 2],
      [0, 2],
      [0, 2],
      [2, 0],
    ]);
    expect((await linesOf(fair.id)).map(({ sentQty }) => sentQty)).toEqual([3, 4]);
  });

  it('lets registers sell at the fair during the upload', async () => {
    const fair = await newFair();
    await test.db.transaction().execute(async (sale) => {
      await sale.selectFrom('fairs').select('id').where('id', '=', fair.id).forKeyShare().execute();
      expect(
        await upload(await packingList(packedRow('H2', HOLES, 4)), { fairId: fair.id }),
      ).toMatchObject({ created: 1 });
    });
  });

  it('adds a new title once when two fairs load it at once', async () => {
    const both = [await newFair(), await newFair()];
    const results = await Promise.all(
      both.map(async (fair) =>
        upload(
          await packingList(
            packedRow(`I${fair.identifier}`, ['RACE-2', 'New in two files', null, 'Other', 2], 3),
          ),
          { fairId: fair.id },
        ),
      ),
    );
    expect(results.map(({ created }) => created)).toEqual([1, 1]);
    expect(
      await test.db
        .selectFrom('titles')
        .select('warehouseQty')
        .where('sku', '=', 'RACE-2')
        .execute(),
    ).toEqual([{ warehouseQty: 0 }]);
  });

  it("keeps the catalog's name, takes the file's price, and reports both", async () => {
    const [first, second] = [await newFair(), await newFair()];
    const title = ['KEEP-1', 'As the catalog has it', null, 'Other', 3] as const;
    await upload(await packingList(packedRow('K1', title, 1)), { fairId: first.id });
    const result = await upload(
      await packingList(packedRow('K2', ['keep-1', 'Another text', null, 'Nonsense', 2.5], 1, 'N')),
      { fairId: second.id },
    );
    expect(result.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['OTHER_TITLE', 'OTHER_TAXABLE', 'UNKNOWN_CATEGORY']),
    );
    expect(await linesOf(second.id)).toMatchObject([
      { sku: 'KEEP-1', title: 'As the catalog has it', priceCents: 250, taxable: true },
    ]);
    expect(await linesOf(first.id)).toMatchObject([{ priceCents: 300 }]);
  });

  it('changes a price by a later file and keeps the earlier one in its history', async () => {
    const fair = await newFair();
    await upload(await packingList(packedRow('L1', HOLES, 1)), { fairId: fair.id });
    expect(
      await upload(await packingList(packedRow('L1', [...HOLES.slice(0, 4), 7.5] as never, 1)), {
        fairId: fair.id,
      }),
    ).toMatchObject({ created: 0, updated: 1 });
    expect(await linesOf(fair.id)).toMatchObject([{ priceCents: 750, sentQty: 1 }]);
    const prices = await test.db
      .selectFrom('fairLinePrices')
      .select('priceCents')
      .where('fairId', '=', fair.id)
      .orderBy('priceCents')
      .execute();
    expect(prices.map(({ priceCents }) => priceCents)).toEqual([750, 899]);
  });

  it("warns of a warehouse shortage on record, and of units far from the package's number", async () => {
    const fair = await newFair();
    await upload(await packingList(packedRow('M0', ['SHORT-1', 'Short', null, 'Other', 1], 1)), {
      fairId: (await newFair()).id,
    });
    const { id } = await test.db
      .selectFrom('titles')
      .select('id')
      .where('sku', '=', 'SHORT-1')
      .executeTakeFirstOrThrow();
    const { warnings } = await upload(
      await packingList(packedRow('M1', ['SHORT-1', 'Short', null, 'Other', 1], 8)),
      { fairId: fair.id },
    );
    expect(warnings).toEqual([
      {
        row: 0,
        column: 'Quantity',
        value: '8',
        code: 'PACKAGE_UNITS',
        message: `Fair ${fair.identifier} has 8 units, but its package 25P400 means about 400.`,
      },
      {
        row: 2,
        column: 'Quantity',
        value: '8',
        code: 'WAREHOUSE_SHORTAGE',
        message:
          'The warehouse has only 0 of these 8 units on record. The other 8 are booked as a correction.',
      },
    ]);
    expect(
      await test.db
        .selectFrom('titles')
        .select('warehouseQty')
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ warehouseQty: 0 });
  });

  it('refuses an inactive title, unless it is already loaded', async () => {
    const [first, second] = [await newFair(), await newFair()];
    const file = await packingList(
      packedRow('R1', ['INACTIVE-1', 'Put away', null, 'Other', 1], 1),
    );
    await upload(file, { fairId: first.id });
    await test.db
      .updateTable('titles')
      .set({ status: 'inactive' })
      .where('sku', '=', 'INACTIVE-1')
      .execute();
    expect(await upload(file, { fairId: first.id })).toMatchObject({ unchanged: 1, errors: [] });
    expect(
      (
        await upload(
          await packingList(packedRow('R2', ['INACTIVE-1', 'Put away', null, 'Other', 1], 1)),
          { fairId: second.id },
        )
      ).errors,
    ).toMatchObject([{ message: 'This title is inactive and cannot be added to a fair.' }]);
  });
});
