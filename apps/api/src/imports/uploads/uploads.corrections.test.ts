import { describe, expect, it } from 'vitest';
import { openInventoryDesk } from '#testing/selling/inventory-desk.ts';
import { HOLES, packedRow, packingList } from '#testing/selling/inventory-file.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { setCloseOut } from '#testing/calls/records.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { workbookOfRows } from '#testing/files/workbook.ts';

describe('corrections of an inventory upload', async () => {
  const { test, newFair, upload, load, readLines } = await openInventoryDesk('SCH');

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

  it('keeps the error file from everyone but its owner', async () => {
    const { errorFileId: id = '' } = await load(await newFair(), packedRow('Q1', HOLES, 0));
    const call = { params: { id } };
    const expected = { kind: 'import', status: 'partial', progress: 100 };
    expect(await test.ask.jobs.getById(call)).toMatchObject(expected);
    const { id: ownerId } = await signedInWith(test, []);
    await test.db.updateTable('jobs').set({ ownerId }).where('id', '=', id).execute();
    await expectRefusal(test.owner.jobs.getById(call), 'NOT_FOUND');
    expect((await test.send(test.ownerToken)(`/v1/jobs/${id}/file`, {})).status).toBe(404);
  });
});
