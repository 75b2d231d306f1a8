import { describe, expect, it } from 'vitest';
import { readSheet } from '#api/spreadsheets/reading/read-sheet.ts';
import { cellText } from '#api/spreadsheets/cells/text.ts';
import { openInventoryDesk } from '#testing/inventory-desk.ts';
import { packingList, HOLES, STONE, PENCIL, packedRow } from '#testing/inventory-file.ts';
import { getRefusal } from '#testing/refusals.ts';
import type { TestApp } from '#testing/test-app.ts';
import { workbookOfRows } from '#testing/workbook.ts';

describe('corrections of an inventory upload', async () => {
  const { test, newFair, upload, linesOf } = await openInventoryDesk('SCH');

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
    expect(
      await getRefusal(upload(await packingList(packedRow('N9', HOLES, 1)), {})),
    ).toMatchObject({
      status: 400,
      errors: { file: 'The column "Fair Identifier" is missing.' },
    });
    expect(
      await getRefusal(
        upload(await packingList(packedRow('N9', HOLES, 1)), { fairId: finished.id }),
      ),
    ).toMatchObject({ status: 409, code: 'FAIR_FINISHED', message: 'Fair is closed out.' });
    expect(
      await getRefusal(
        upload(await packingList(packedRow('N9', HOLES, 1)), { fairId: test.ownerId }),
      ),
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
      (await getRefusal(upload(file, { fairId: fair.id, mapping: { Kiste: 'Box' } }))).errors,
    ).toEqual({ mapping: 'The column "Box" does not exist.' });
    expect(
      (
        await getRefusal(
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
    const rows = [
      packedRow('P1', HOLES, 4),
      packedRow('P1', STONE, 2.5),
      packedRow('P2', PENCIL, 9),
    ];
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
          await packingList(
            ...rows.slice(0, 1),
            packedRow('P1', STONE, 3),
            packedRow('P1', PENCIL, 1),
          ),
          { fairId: fair.id },
        )
      ).errors,
    ).toMatchObject([{ row: 4, message: 'Carton P1 is already loaded, without this title.' }]);
  });

  it('keeps the error file from everyone but its owner', async () => {
    const fair = await newFair();
    const { errorFileId } = await upload(await packingList(packedRow('Q1', HOLES, 0)), {
      fairId: fair.id,
    });
    expect(await test.ask.jobs.getById({ params: { id: errorFileId! } })).toMatchObject({
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
      await getRefusal(test.owner.jobs.getById({ params: { id: errorFileId! } })),
    ).toMatchObject({ status: 404 });
    expect((await test.send(test.ownerToken)(`/v1/jobs/${errorFileId}/file`, {})).status).toBe(404);
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
