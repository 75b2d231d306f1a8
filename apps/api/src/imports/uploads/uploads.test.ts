import { toSeason } from '@pos/contract/fairs/seasons';
import { describe, expect, it } from 'vitest';
import { openInventoryDesk } from '#testing/selling/inventory-desk.ts';
import {
  type Cells,
  HOLES,
  type PackedRow,
  packedRow,
  type PackedTitle,
  packingList,
  PENCIL,
  STONE,
  told,
  uploadDesk,
} from '#testing/selling/inventory-file.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { setCloseOut } from '#testing/calls/records.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { workbookOfRows } from '#testing/files/workbook.ts';

describe('inventory upload', async () => {
  const { test, newFair, upload, load, readLines, written } = await openInventoryDesk('SCH');
  const item = (sku: string, title: string, price: number): PackedTitle => [
    sku,
    title,
    null,
    'Other',
    price,
  ];
  const readStock = (sku: string) =>
    test.db.selectFrom('titles').select('warehouseQty').where('sku', '=', sku).execute();

  it('loads a packing list: titles, cartons, lines with prices, and movements out of the warehouse', async () => {
    const fair = await newFair();
    const rows = [
      packedRow('A1', HOLES, 5),
      packedRow('A1', PENCIL, 40),
      packedRow('A2', HOLES, 2),
    ];
    const unaffected = { updated: 0, skipped: 0, unchanged: 0, rejected: 0, errors: [] };
    const counts = { total: 3, created: 3, units: 47, cartons: 2, ...unaffected };
    expect(await load(fair, ...rows)).toMatchObject(counts);
    const lines = await readLines(fair);
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

  it('loads a file once that is sent several times at once', async () => {
    const fair = await newFair();
    const rows = [
      packedRow('H1', HOLES, 4),
      packedRow('H1', item('RACE-1', 'New in this file', 2), 3),
    ];
    const results = await Promise.all([1, 2, 3, 4].map(() => load(fair, ...rows)));
    expect(results.map(({ created, unchanged }) => `${created} ${unchanged}`).sort()).toEqual([
      '0 2',
      '0 2',
      '0 2',
      '2 0',
    ]);
    expect((await readLines(fair)).map(({ sentQty }) => sentQty)).toEqual([3, 4]);
  });

  it('lets registers sell at the fair during the upload', async () => {
    const fair = await newFair();
    await test.db.transaction().execute(async (sale) => {
      await sale.selectFrom('fairs').select('id').where('id', '=', fair.id).forKeyShare().execute();
      expect(await load(fair, packedRow('H2', HOLES, 4))).toMatchObject({ created: 1 });
    });
  });

  it('adds a new title once when two fairs load it at once', async () => {
    const title = item('RACE-2', 'New in two files', 2);
    const results = await Promise.all(
      [await newFair(), await newFair()].map((fair) =>
        load(fair, packedRow(`I${fair.identifier}`, title, 3)),
      ),
    );
    expect(results.map(({ created }) => created)).toEqual([1, 1]);
    expect(await readStock('RACE-2')).toEqual([{ warehouseQty: 0 }]);
  });

  it("keeps the catalog's name, takes the file's price, and reports both", async () => {
    const [first, second] = [await newFair(), await newFair()];
    await load(first, packedRow('K1', item('KEEP-1', 'As the catalog has it', 3), 1));
    const other: PackedTitle = ['keep-1', 'Another text', null, 'Nonsense', 2.5];
    const { warnings } = await load(second, packedRow('K2', other, 1, 'N'));
    expect(warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['OTHER_TITLE', 'OTHER_TAXABLE', 'UNKNOWN_CATEGORY']),
    );
    expect(await readLines(second)).toMatchObject([
      { sku: 'KEEP-1', title: 'As the catalog has it', priceCents: 250, taxable: true },
    ]);
    expect(await readLines(first)).toMatchObject([{ priceCents: 300 }]);
  });

  it('changes a price by a later file and keeps the earlier one in its history', async () => {
    const fair = await newFair();
    await load(fair, packedRow('L1', PENCIL, 1));
    const cheaper = packedRow('L1', item(PENCIL[0], PENCIL[1], 0.75), 1);
    expect(await load(fair, cheaper)).toMatchObject({ created: 0, updated: 1 });
    expect(await readLines(fair)).toMatchObject([{ priceCents: 75, sentQty: 1 }]);
    const prices = await test.db
      .selectFrom('fairLinePrices')
      .select('priceCents')
      .where('fairId', '=', fair.id)
      .orderBy('priceCents')
      .execute();
    expect(prices.map(({ priceCents }) => priceCents)).toEqual([75, 125]);
  });

  it('takes a blank price from an earlier row, the fair, its season or the catalog, in this order', async () => {
    const { id } = await test.ask.titles.add({
      body: { sku: 'BLANK-1', title: 'Blank', category: 'Other', priceCents: 350 },
    });
    const blank: PackedTitle = ['BLANK-1', 'Blank', null, 'Other', null];
    const priceAt = async (fair: { id: string }, ...titles: PackedTitle[]) => {
      const rows = titles.map((title, at) => packedRow(`${fair.id.slice(-9)}-${at}`, title, 1));
      const { warnings } = await load(fair, ...rows);
      const [line] = await readLines(fair);
      return [line!.priceCents, warnings.some(({ code }) => code === 'PRICE_FILLED')];
    };
    const fair = await newFair();
    expect(await priceAt(fair, blank)).toEqual([350, true]);
    const body = { season: toSeason(fair.startDate), priceCents: 375 };
    await test.owner.titles.setSeasonPrice({ params: { id }, body });
    expect(await priceAt(await newFair(), blank)).toEqual([375, true]);
    expect(await load(fair, packedRow(null, blank, 2))).toMatchObject({ created: 1 });
    expect(await readLines(fair)).toMatchObject([{ priceCents: 350, sentQty: 3 }]);
    expect(await priceAt(await newFair(), item('BLANK-1', 'Blank', 4), blank)).toEqual([
      400,
      false,
    ]);
    const unknown: PackedTitle = ['BLANK-2', 'Cup', null, 'Other', null];
    expect((await load(fair, packedRow('BL', unknown, 1))).errors).toMatchObject([
      { column: 'Price', message: 'Price is required for a new title.' },
    ]);
  });

  it("warns of a warehouse shortage on record, and of units far from the package's number", async () => {
    const fair = await newFair();
    const short = item('SHORT-1', 'Short', 1);
    await load(await newFair(), packedRow('M0', short, 1));
    const { warnings } = await load(fair, packedRow('M1', short, 8));
    const about = { column: 'Quantity', value: '8' };
    expect(warnings).toEqual([
      {
        ...about,
        row: 0,
        code: 'PACKAGE_UNITS',
        message: `Fair ${fair.identifier} has 8 units, but its package 25P400 means about 400.`,
      },
      {
        ...about,
        row: 2,
        code: 'WAREHOUSE_SHORTAGE',
        message:
          'The warehouse has only 0 of these 8 units on record. The other 8 are booked as a correction.',
      },
    ]);
    expect(await readStock('SHORT-1')).toEqual([{ warehouseQty: 0 }]);
  });

  it('refuses an inactive title, unless it is already loaded', async () => {
    const [first, second] = [await newFair(), await newFair()];
    const row = (carton: string) => packedRow(carton, item('INACTIVE-1', 'Put away', 1), 1);
    await load(first, row('R1'));
    const title = test.db.updateTable('titles').where('sku', '=', 'INACTIVE-1');
    await title.set({ status: 'inactive' }).execute();
    expect(await load(first, row('R1'))).toMatchObject({ unchanged: 1, errors: [] });
    expect((await load(second, row('R2'))).errors).toMatchObject([
      { message: 'This title is inactive and cannot be added to a fair.' },
    ]);
  });

  it('reads the fairs from a column and refuses unknown and closed-out ones', async () => {
    const [first, second, finished] = [await newFair(), await newFair(), await newFair()];
    await setCloseOut(test, finished, 'finished');
    const uploadRows = async (...rows: [fair: string, carton: string, units: number][]) => {
      const header = ['Fair Identifier', 'Carton', 'ISBN', 'Title', 'Price', 'Qty'];
      const cells = rows.map(([fair, carton, qty]) => [fair, carton, HOLES[0], 'x', 1, qty]);
      return await upload(await workbookOfRows([header, ...cells]), {});
    };
    const wrong = await uploadRows(
      ['NOPE', 'N1', 1],
      [finished.identifier, 'N2', 1],
      [first.identifier, 'N3', 1],
      [second.identifier, 'N3', 1],
    );
    expect(wrong.errors).toMatchObject([
      { row: 2, message: 'Fair not found.' },
      { row: 3, message: 'Fair is closed out.' },
      { row: 5, message: `Carton N3 belongs to fair ${first.identifier}.` },
    ]);
    const lower = first.identifier.toLowerCase();
    expect(await uploadRows([lower, 'N1', 1], [second.identifier, 'N2', 2])).toMatchObject({
      created: 2,
      cartons: 2,
    });
    expect(await readLines(second)).toMatchObject([{ sentQty: 2, cartons: ['N2'] }]);
    const file = await packingList(packedRow('N9', HOLES, 1));
    await expectErrors(upload(file, {}), { file: 'The column "Fair Identifier" is missing.' });
    const closed = upload(file, { fairId: finished.id });
    await expectRefusal(closed, 'FAIR_FINISHED', 'Fair is closed out.');
    await expectErrors(upload(file, { fairId: test.ownerId }), { fairId: 'Fair not found.' });
  });

  it('applies the column mapping and the cells corrected on the screen', async () => {
    const fair = await newFair();
    const file = await workbookOfRows([
      ['Kiste', 'Nummer', 'Title', 'Price', 'Quantity', 'Carton'],
      ['O1', HOLES[0], 'x', 1, 'six', 'not this'],
    ]);
    const fairId = fair.id;
    const mapping = { Kiste: 'Carton', Nummer: 'isbn / sku', Carton: null };
    const fix = (row: number) => [{ row, column: 'Quantity', value: '6' }];
    expect(await upload(file, { fairId, mode: 'check', mapping })).toMatchObject({
      rejected: 1,
      columns: expect.arrayContaining([
        { header: 'Nummer', column: 'ISBN/SKU', sample: HOLES[0] },
        { header: 'Carton', column: null, sample: 'not this' },
      ]),
    });
    const fixed = await upload(file, { fairId, mapping, fixes: fix(2) });
    expect(fixed).toMatchObject({ created: 1, errors: [] });
    expect(await readLines(fair)).toMatchObject([{ sentQty: 6, cartons: ['O1'] }]);
    await expectErrors(upload(file, { fairId, mapping: { Kiste: 'Box' } }), {
      mapping: 'The column "Box" does not exist.',
    });
    await expectErrors(upload(file, { fairId, mapping, fixes: fix(9) }), {
      'fixes.0.row': 'The file does not have a row 9.',
    });
  });

  it('keeps a log of each file, and the error file from everyone but its owner', async () => {
    const fair = await newFair();
    const { errorFileId: id = '' } = await load(fair, packedRow('Q1', HOLES, 0));
    const log = test.db.selectFrom('uploads').selectAll().where('fairId', '=', fair.id);
    expect(await log.execute()).toMatchObject([
      { kind: 'inventory', adminId: test.ownerId, result: { total: 1, rejected: 1 } },
    ]);
    const call = { params: { id } };
    const expected = { kind: 'import', status: 'partial', progress: 100 };
    expect(await test.ask.jobs.getById(call)).toMatchObject(expected);
    const { id: ownerId } = await signedInWith(test, []);
    await test.db.updateTable('jobs').set({ ownerId }).where('id', '=', id).execute();
    await expectRefusal(test.owner.jobs.getById(call), 'NOT_FOUND');
    expect((await test.send(test.ownerToken)(`/v1/jobs/${id}/file`, {})).status).toBe(404);
  });

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
