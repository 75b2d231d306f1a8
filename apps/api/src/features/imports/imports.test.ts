import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '#api/spreadsheets/reading/read-sheet.ts';
import { cellText } from '#api/spreadsheets/cells/text.ts';
import {
  packingList,
  PACKING_HEADER,
  uploadInventory,
  type InventoryUpload,
} from '#testing/inventory-file.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { refusalOf } from '#testing/refusals.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { workbookOfRows } from '#testing/workbook.ts';

const HOLES = ['9780439023481', 'The Hunger Games', 'Suzanne Collins', 'Teen', 8.99] as const;
const STONE = [
  '9780439554930',
  "Harry Potter and the Philosopher's Stone",
  'J.K. Rowling',
  'Middle grade',
  5.99,
] as const;
const PENCIL = ['PENCIL-01', 'Pencil', null, 'Merchandise', 1.25] as const;
const row = (
  carton: string | null,
  [code, title, author, category, price]: readonly [string, string, string | null, string, number],
  quantity: number | string,
  taxable: string | null = 'Y',
) => [carton, code, title, author, category, price, quantity, taxable];

describe('inventory upload', () => {
  let test: TestApp;
  let fairs = 0;
  beforeAll(async () => {
    test = await startTestApp();
  });
  const newFair = async () => plannedFair(test, `SCH${++fairs}`);
  const upload = (file: Buffer, fields: InventoryUpload) =>
    uploadInventory(test.owner, file, fields);
  const linesOf = async (fairId: string) =>
    (await test.owner.inventory.fairInventory({ query: { fairId, limit: 50 } })).data.results;

  /** Counts the rows in every table that an import may write. */
  async function written(): Promise<Record<string, number>> {
    const tables = [
      'titles',
      'cartons',
      'carton_contents',
      'fair_lines',
      'fair_line_prices',
      'stock_movements',
      'activity',
    ];
    const counts = await Promise.all(
      tables.map(
        async (table) =>
          [
            table,
            (
              await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(
                test.db,
              )
            ).rows[0]!.rows,
          ] as const,
      ),
    );
    return Object.fromEntries(counts);
  }

  it('loads a packing list: titles, cartons, lines with prices, and movements out of the warehouse', async () => {
    const fair = await newFair();
    const file = await packingList(row('A1', HOLES, 5), row('A1', PENCIL, 40), row('A2', HOLES, 2));
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
    const file = await packingList(row('B1', HOLES, 5), row('B1', STONE, 2.5));
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
    const result = await upload(await packingList(row('C1', HOLES, 5), row('C1', STONE, 0)), {
      fairId: fair.id,
    });
    expect(result).toMatchObject({ created: 0, unchanged: 1, rejected: 1, skipped: 2 });
    expect(await written()).toEqual(before);
  });

  it('finds the header below title lines, skips the Total row, and counts rows as Excel does', async () => {
    const fair = await newFair();
    const file = await workbookOfRows([
      ['Packing list'],
      [],
      PACKING_HEADER,
      row('D1', HOLES, 3),
      row('D1', STONE, '12 ea'),
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
  /** One valid row each, alone in its carton, with the given cells replaced. */
  const fileOf = async (rows: readonly Cells[]) => {
    const good = (at: number) => ({
      Carton: `${fairs}-${at}`,
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
        row('E1', HOLES, 1),
        row('E1', ['978-0439023481', HOLES[1], null, 'Teen', 8.99], 2),
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
    await upload(await packingList(row('E1', HOLES, 1), row('e2', HOLES, 2)), { fairId: fair.id });
    expect(await linesOf(fair.id)).toMatchObject([{ sentQty: 3, cartons: ['E1', 'e2'] }]);
  });

  it('refuses a carton of another fair, or one loaded with other contents', async () => {
    const [first, second] = [await newFair(), await newFair()];
    await upload(await packingList(row('F1', HOLES, 4), row('F1', STONE, 2)), { fairId: first.id });
    expect(
      (await upload(await packingList(row('f1', HOLES, 4)), { fairId: second.id })).errors,
    ).toMatchObject([
      { row: 2, column: 'Carton', message: `Carton f1 belongs to fair ${first.identifier}.` },
    ]);
    const before = await written();
    const again = async (...rows: ReturnType<typeof row>[]) =>
      (await upload(await packingList(...rows), { fairId: first.id })).errors.map(
        ({ row: number, message }) => [number, message],
      );
    expect(await again(row('F1', HOLES, 5), row('F1', STONE, 2))).toEqual([
      [2, 'Carton F1 is already loaded, with 4 of this title.'],
    ]);
    expect(await again(row('F1', HOLES, 4), row('F1', STONE, 2), row('F1', PENCIL, 1))).toEqual([
      [4, 'Carton F1 is already loaded, without this title.'],
    ]);
    expect(await again(row('F1', HOLES, 4))).toEqual([
      [2, 'Carton F1 is already loaded, with 1 more title.'],
    ]);
    expect(await written()).toEqual(before);
  });

  it('gives the same result for the same file twice and writes nothing the second time', async () => {
    const fair = await newFair();
    const file = await packingList(row('G1', HOLES, 4), row('G2', HOLES, 2), row(null, PENCIL, 30));
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
      row('H1', HOLES, 4),
      row('H1', ['RACE-1', 'New in this file', null, 'Other', 2], 3),
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
        await upload(await packingList(row('H2', HOLES, 4)), { fairId: fair.id }),
      ).toMatchObject({ created: 1 });
    });
  });

  it('adds a new title once when two fairs load it at once', async () => {
    const both = [await newFair(), await newFair()];
    const results = await Promise.all(
      both.map(async (fair) =>
        upload(
          await packingList(
            row(`I${fair.identifier}`, ['RACE-2', 'New in two files', null, 'Other', 2], 3),
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
    await upload(await packingList(row('K1', title, 1)), { fairId: first.id });
    const result = await upload(
      await packingList(row('K2', ['keep-1', 'Another text', null, 'Nonsense', 2.5], 1, 'N')),
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
    await upload(await packingList(row('L1', HOLES, 1)), { fairId: fair.id });
    expect(
      await upload(await packingList(row('L1', [...HOLES.slice(0, 4), 7.5] as never, 1)), {
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
    await upload(await packingList(row('M0', ['SHORT-1', 'Short', null, 'Other', 1], 1)), {
      fairId: (await newFair()).id,
    });
    const { id } = await test.db
      .selectFrom('titles')
      .select('id')
      .where('sku', '=', 'SHORT-1')
      .executeTakeFirstOrThrow();
    const { warnings } = await upload(
      await packingList(row('M1', ['SHORT-1', 'Short', null, 'Other', 1], 8)),
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

  it('reads the fairs from a column and refuses unknown and closed-out ones', async () => {
    const [first, second, finished] = [await newFair(), await newFair(), await newFair()];
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'finished' })
      .where('id', '=', finished.id)
      .execute();
    const file = (...rows: (string | number)[][]) =>
      workbookOfRows([['Fair Identifier', 'Carton', 'ISBN', 'Title', 'Price', 'Qty'], ...rows]);
    const wrong = await upload(
      await file(
        ['NOPE', 'N1', HOLES[0], 'x', 1, 1],
        [finished.identifier, 'N2', HOLES[0], 'x', 1, 1],
        [first.identifier, 'N3', HOLES[0], 'x', 1, 1],
        [second.identifier, 'N3', HOLES[0], 'x', 1, 1],
      ),
      {},
    );
    expect(wrong.errors.map(({ row: number, message }) => [number, message])).toEqual([
      [2, 'Fair not found.'],
      [3, 'Fair is closed out.'],
      [5, `Carton N3 belongs to fair ${first.identifier}.`],
    ]);
    const right = await upload(
      await file(
        [first.identifier.toLowerCase(), 'N1', HOLES[0], 'x', 1, 1],
        [second.identifier, 'N2', HOLES[0], 'x', 1, 2],
      ),
      {},
    );
    expect(right).toMatchObject({ created: 2, cartons: 2 });
    expect(await linesOf(second.id)).toMatchObject([{ sentQty: 2, cartons: ['N2'] }]);
    expect(await refusalOf(upload(await packingList(row('N9', HOLES, 1)), {}))).toMatchObject({
      status: 400,
      errors: { file: 'The column "Fair Identifier" is missing.' },
    });
    expect(
      await refusalOf(upload(await packingList(row('N9', HOLES, 1)), { fairId: finished.id })),
    ).toMatchObject({ status: 409, code: 'FAIR_FINISHED', message: 'Fair is closed out.' });
    expect(
      await refusalOf(upload(await packingList(row('N9', HOLES, 1)), { fairId: test.ownerId })),
    ).toMatchObject({ status: 400, errors: { fairId: 'Fair not found.' } });
  });

  it('applies the column mapping and the cells corrected on the screen', async () => {
    const fair = await newFair();
    const file = await workbookOfRows([
      ['Kiste', 'Nummer', 'Title', 'Price', 'Quantity', 'Carton'],
      ['O1', HOLES[0], 'x', 1, 'six', 'not this'],
    ]);
    const mapping = { Kiste: 'Carton', Nummer: 'isbn / sku', Carton: null };
    expect(await upload(file, { fairId: fair.id, mode: 'check', mapping })).toMatchObject({
      rejected: 1,
      columns: expect.arrayContaining([
        { header: 'Nummer', column: 'ISBN/SKU' },
        { header: 'Carton', column: null },
      ]),
    });
    expect(
      await upload(file, {
        fairId: fair.id,
        mapping,
        fixes: [{ row: 2, column: 'Quantity', value: '6' }],
      }),
    ).toMatchObject({ created: 1, errors: [] });
    expect(await linesOf(fair.id)).toMatchObject([{ sentQty: 6, cartons: ['O1'] }]);
    expect(
      (await refusalOf(upload(file, { fairId: fair.id, mapping: { Kiste: 'Box' } }))).errors,
    ).toEqual({ mapping: 'The column "Box" does not exist.' });
    expect(
      (
        await refusalOf(
          upload(file, {
            fairId: fair.id,
            mapping,
            fixes: [{ row: 9, column: 'Quantity', value: '6' }],
          }),
        )
      ).errors,
    ).toEqual({ 'fixes.0.row': 'The file does not have a row 9.' });
  });

  it('imports only the valid rows on request, and the rest from the corrected error file', async () => {
    const fair = await newFair();
    const rows = [row('P1', HOLES, 4), row('P1', STONE, 2.5), row('P2', PENCIL, 9)];
    const partly = await upload(await packingList(...rows), {
      fairId: fair.id,
      onlyValidRows: 'true',
    });
    expect(partly).toMatchObject({ created: 2, rejected: 1, skipped: 1 });

    const response = await test.send(test.ownerToken)(`/v1/jobs/${partly.errorFileId}/file`, {});
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="packing-list - errors.xlsx"',
    );
    const errorFile = Buffer.from(await response.arrayBuffer());
    const sheet = await readSheet(errorFile);
    expect(sheet.rows.map(({ cells }) => cells.map(cellText).at(-1))).toEqual([
      'Error',
      'Y',
      'Quantity must be a whole number greater than 0.',
      'Y',
    ]);

    const corrected = await upload(errorFile, {
      fairId: fair.id,
      fixes: [{ row: 3, column: 'Quantity', value: '3' }],
    });
    expect(corrected).toMatchObject({ created: 1, unchanged: 2, errors: [] });
    expect((await linesOf(fair.id)).map(({ sku, sentQty }) => [sku, sentQty])).toEqual([
      [STONE[0], 3],
      [PENCIL[0], 9],
      [HOLES[0], 4],
    ]);
    expect(
      (
        await upload(
          await packingList(...rows.slice(0, 1), row('P1', STONE, 3), row('P1', PENCIL, 1)),
          { fairId: fair.id },
        )
      ).errors,
    ).toMatchObject([{ row: 4, message: 'Carton P1 is already loaded, without this title.' }]);
  });

  it('keeps the error file from everyone but its owner', async () => {
    const fair = await newFair();
    const { errorFileId } = await upload(await packingList(row('Q1', HOLES, 0)), {
      fairId: fair.id,
    });
    expect((await test.owner.jobs.getById({ params: { id: errorFileId! } })).data).toMatchObject({
      kind: 'import',
      status: 'partial',
      progress: 100,
    });
    await test.db
      .updateTable('jobs')
      .set({ ownerId: (await someoneElse(test)).id })
      .where('id', '=', errorFileId!)
      .execute();
    expect(
      await refusalOf(test.owner.jobs.getById({ params: { id: errorFileId! } })),
    ).toMatchObject({ status: 404 });
    expect((await test.send(test.ownerToken)(`/v1/jobs/${errorFileId}/file`, {})).status).toBe(404);
  });

  it('refuses an inactive title, unless it is already loaded', async () => {
    const [first, second] = [await newFair(), await newFair()];
    const file = await packingList(row('R1', ['INACTIVE-1', 'Put away', null, 'Other', 1], 1));
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
          await packingList(row('R2', ['INACTIVE-1', 'Put away', null, 'Other', 1], 1)),
          { fairId: second.id },
        )
      ).errors,
    ).toMatchObject([{ message: 'This title is inactive and cannot be added to a fair.' }]);
  });

  it('offers a template to fill in and upload', async () => {
    const response = await test.send(test.ownerToken)(
      '/v1/fairs/bulk-upload/template?kind=inventory',
      {},
    );
    const sheet = await readSheet(Buffer.from(await response.arrayBuffer()));
    const header = sheet.rows[0]!.cells.map(cellText);
    const fair = await newFair();
    const values: Record<string, string | number> = {
      'Fair Identifier': fair.identifier,
      Carton: 'S1',
      'ISBN/SKU': HOLES[0],
      Title: HOLES[1],
      Price: 8.99,
      Quantity: 4,
    };
    expect(
      await upload(await workbookOfRows([header, header.map((name) => values[name] ?? null)]), {}),
    ).toMatchObject({ created: 1, errors: [] });
  });
});

async function someoneElse(test: TestApp): Promise<{ id: string }> {
  const { roleId } = await test.db
    .selectFrom('admins')
    .select('roleId')
    .where('id', '=', test.ownerId)
    .executeTakeFirstOrThrow();
  const id = '01890000-0000-7000-8000-000000000001';
  await test.db
    .insertInto('admins')
    .values({ id, firstName: 'Someone', lastName: 'Else', email: 'else@example.com', roleId })
    .execute();
  return { id };
}
