import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openInventoryDesk } from '#testing/selling/inventory-desk.ts';
import {
  fairCells,
  HOLES,
  packedRow,
  packingList,
  PENCIL,
  told,
  uploadDesk,
} from '#testing/selling/inventory-file.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { setCloseOut } from '#testing/calls/records.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';

describe('undoing an import', async () => {
  const { test, newFair, upload, load, readLines } = await openInventoryDesk('UN');
  const undo = ({ jobId }: { jobId?: string | undefined }) =>
    test.owner.uploads.undo({ params: { id: jobId ?? '' } });
  const readJob = ({ jobId }: { jobId?: string | undefined }) =>
    test.ask.jobs.getById({ params: { id: jobId! } });
  const counts = ({ id }: { id: string }) => uploadDesk(test, 'return-count', { fairId: id });
  const left = async ({ id }: { id: string }) => {
    const { rows } = await sql<{ lines: number; cartons: number; warehouse: number }>`
      select (select count(*) from fair_lines where fair_id = ${id}) as lines,
        (select count(*) from cartons where fair_id = ${id}) as cartons,
        (select coalesce(sum(warehouse_qty), 0) from titles)::int as warehouse`.execute(test.db);
    return rows[0];
  };
  const tooLate = (text: string) => `This import can no longer be undone. ${text}`;

  it('returns the stock and deletes lines and cartons; the same file can be imported again', async () => {
    const fair = await newFair();
    const before = await left(fair);
    const rows = [
      packedRow('UA1', HOLES, 5),
      packedRow('UA2', HOLES, 2),
      packedRow(null, PENCIL, 30),
    ];
    const loaded = await load(fair, ...rows);
    const file = { upload: 'inventory', fairId: fair.id, fileName: 'packing-list.xlsx' };
    expect(await readJob(loaded)).toMatchObject({
      kind: 'import',
      status: 'succeeded',
      result: { ...file, created: 3, undoable: true },
    });
    await undo(loaded);
    expect(await left(fair)).toEqual(before);
    expect((await readActivity(test, 'fair', fair.id))[0]).toMatchObject({
      action: 'fair.import_undone',
      changes: { file: { from: 'packing-list.xlsx', to: null }, sentUnits: { from: 37, to: 0 } },
    });
    expect(await readJob(loaded)).toMatchObject({ result: { undoneAt: expect.any(String) } });
    await expectRefusal(undo(loaded), 'INVALID_TRANSITION', 'This import has already been undone.');
    await load(fair, ...rows);
    expect(await readLines(fair)).toMatchObject([
      { sku: PENCIL[0], sentQty: 30 },
      { sku: HOLES[0], sentQty: 7 },
    ]);
  });

  it('undoes only its own part of a line, and its price', async () => {
    const fair = await newFair();
    await load(fair, packedRow('UB1', PENCIL, 5));
    const cheaper = ['PENCIL-01', 'Pencil', null, 'Merchandise', 0.75] as const;
    const second = await load(fair, packedRow('UB2', cheaper, 2));
    expect(await readLines(fair)).toMatchObject([{ sentQty: 7, priceCents: 75 }]);
    await undo(second);
    const first = { sentQty: 5, priceCents: 125, cartons: ['UB1'] };
    expect(await readLines(fair)).toMatchObject([first]);
  });

  it('is refused once a title was adjusted or counted, or a carton scanned or filled further', async () => {
    const adjusted = await newFair();
    const first = await load(adjusted, packedRow('UC1', HOLES, 5), packedRow('UC1', PENCIL, 9));
    const [, line] = await readLines(adjusted);
    await test.owner.inventory.update({
      params: { id: line!.id },
      body: { operation: 'remove', updatedQuantity: 1, seenQuantity: 5, reason: 'damaged' },
    });
    const since = 'was sold, moved, adjusted or counted since then.';
    await expectRefusal(
      undo(first),
      'IN_USE',
      tooLate(`"The Hunger Games" (9780439023481) ${since}`),
    );
    expect((await readLines(adjusted)).map(({ sentQty }) => sentQty)).toEqual([9, 5]);

    const counted = await newFair();
    const second = await load(counted, packedRow('UC2', PENCIL, 5));
    await counts(counted).upload([{ 'ISBN/SKU': PENCIL[0], Counted: 4 }]);
    await expectRefusal(undo(second), 'IN_USE', tooLate(`"Pencil" (PENCIL-01) ${since}`));

    const scanned = await newFair();
    const third = await load(scanned, packedRow('UC3', PENCIL, 5));
    await test.owner.cartons.scan({
      body: { fairId: scanned.id, stage: 'delivery', codes: ['UC3'], confirm: true },
    });
    await expectRefusal(undo(third), 'IN_USE', tooLate('Carton UC3 was scanned since then.'));

    const filled = await newFair();
    const partly = await upload(
      await packingList(packedRow('UC4', PENCIL, 5), packedRow('UC4', HOLES, 'x')),
      { fairId: filled.id, onlyValidRows: 'true' },
    );
    const rest = await load(filled, packedRow('UC4', PENCIL, 5), packedRow('UC4', HOLES, 3));
    const later = 'A later import added to carton UC4. Undo that import first.';
    await expectRefusal(undo(partly), 'IN_USE', tooLate(later));
    await undo(rest);
    await undo(partly);
    expect(await left(filled)).toMatchObject({ lines: 0, cartons: 0 });
  });

  it('is refused at a fair that is closed out', async () => {
    const fair = await newFair();
    const loaded = await load(fair, packedRow('UD1', HOLES, 5));
    await setCloseOut(test, fair, 'finished');
    await expectRefusal(undo(loaded), 'FAIR_FINISHED');
    await setCloseOut(test, fair, 'open');
  });

  it("is for the job's owner with the import's right; a check leaves nothing to undo", async () => {
    const fair = await newFair();
    const { client: editor } = await signedInWith(test, [['Fairs', 'edit']]);
    const { client: reader } = await signedInWith(test, [['Fairs', 'read_only']]);
    const { jobId: id = '' } = await load(fair, packedRow('UE1', HOLES, 5));
    await expectRefusal(editor.uploads.undo({ params: { id } }), 'NOT_FOUND');
    await expectRefusal(reader.uploads.undo({ params: { id } }), 'FORBIDDEN');
    const file = await packingList(packedRow('UE2', HOLES, 'x'));
    const { errorFileId } = await upload(file, { fairId: fair.id, mode: 'check' });
    await expectRefusal(undo({ jobId: errorFileId }), 'INVALID_TRANSITION');
    const { results } = await test.ask.jobs.list({ query: { kind: 'import' } });
    const own = results.map((job) => job.id);
    expect(own).toEqual(expect.arrayContaining([id, errorFileId]));
    expect((await editor.jobs.list({ query: {} })).data.results).toEqual([]);
  });

  const fairs = uploadDesk(test, 'fairs');
  const fairsAt = async (identifier: string) =>
    (await test.ask.fairs.list({ query: { search: identifier } })).results;

  it('deletes imported fairs and their new schools, until something uses one', async () => {
    const rows = [fairCells('UNDO-A'), fairCells('UNDO-B')];
    const first = await fairs.upload(rows);
    expect(await fairsAt('UNDO-')).toHaveLength(2);
    await undo(first);
    expect(await fairsAt('UNDO-')).toEqual([]);
    expect(await test.ask.schools.getSchools({ query: { search: 'UNDO-' } })).toEqual([]);

    const again = await fairs.upload(rows);
    expect(again).toMatchObject({ created: 2 });
    const fair = (await fairsAt('UNDO-B'))[0]!;
    const loaded = await load(fair, packedRow('UF1', HOLES, 1));
    await expectRefusal(undo(again), 'IN_USE', tooLate(`Fair ${fair.identifier} has inventory.`));
    expect(await fairsAt('UNDO-')).toHaveLength(2);
    await undo(loaded);
    await expectRefusal(
      undo(again),
      'IN_USE',
      tooLate(`Fair ${fair.identifier} has had inventory.`),
    );
  });

  it('keeps a school that another fair uses by now', async () => {
    const uploaded = await fairs.upload([fairCells('UNDO-C')]);
    const own = {
      schoolIdentifier: 'UNDO-C',
      name: 'Another',
      address: '1 Oak St',
      startDate: '2027-10-12',
      endDate: '2027-10-13',
      salesTaxRate: 6,
      adminId: test.ownerId,
      packageOption: 1 as const,
    };
    await test.owner.fairs.add({ body: own });
    await undo(uploaded);
    expect(await fairsAt('UNDO-C')).toMatchObject([{ name: 'Another' }]);
  });

  it('restores the earlier counts of a return, until someone has counted again', async () => {
    const fair = await newFair();
    await load(fair, packedRow('UG1', HOLES, 5), packedRow('UG1', PENCIL, 9));
    const counted = async () =>
      (await readLines(fair)).map((line) => [line.sku, line.countedReturnQty, line.damagedQty]);
    const [holes, pencil] = [HOLES[0], PENCIL[0]];
    const first = await counts(fair).upload([{ 'ISBN/SKU': holes, Counted: 4, Damaged: 1 }]);
    const second = await counts(fair).upload([
      { 'ISBN/SKU': holes, Counted: 3, Damaged: 0 },
      { 'ISBN/SKU': pencil, Counted: 9, Damaged: 0 },
    ]);
    expect([first, second]).toMatchObject([{ created: 1 }, { created: 1, updated: 1 }]);
    expect(await counted()).toEqual([
      [pencil, 9, 0],
      [holes, 3, 0],
    ]);
    const again = '"The Hunger Games" (9780439023481) was counted again since then.';
    await expectRefusal(undo(first), 'IN_USE', tooLate(again));
    await undo(second);
    expect(await counted()).toEqual([
      [pencil, null, 0],
      [holes, 4, 1],
    ]);
    await undo(first);
    expect(await counted()).toEqual([
      [pencil, null, 0],
      [holes, null, 0],
    ]);
  });

  it('warns of a return count above what is expected, and changes none of a closed-out fair', async () => {
    const fair = await newFair();
    await load(fair, packedRow('UH1', HOLES, 5), packedRow('UH1', PENCIL, 9));
    const { check, upload: count } = counts(fair);
    const { errors, warnings } = await check(
      { 'ISBN/SKU': '0439023483', Counted: 7 },
      { 'ISBN/SKU': HOLES[0], Counted: 1 },
    );
    expect(told(errors)).toEqual([[3, 'ISBN/SKU', 'Duplicate of row 2.']]);
    expect(told(warnings)).toEqual([[2, 'Counted', '5 are expected back.']]);
    const { errors: withoutFair } = await getRefusal(
      uploadDesk(test, 'return-count').check({ 'ISBN/SKU': HOLES[0], Counted: 1 }),
    );
    expect(withoutFair).toEqual({ fairId: 'Choose a fair.' });

    await count([{ 'ISBN/SKU': PENCIL[0], Counted: 3 }]);
    await setCloseOut(test, fair, 'finished');
    const late = await check(
      { 'ISBN/SKU': PENCIL[0], Counted: 3 },
      { 'ISBN/SKU': HOLES[0], Counted: 4 },
    );
    expect(late).toMatchObject({ created: 1, unchanged: 1, errors: [] });
    const { errors: changed } = await check({ 'ISBN/SKU': PENCIL[0], Counted: 4 });
    expect(changed).toMatchObject([{ row: 2, code: 'FAIR_FINISHED' }]);
    await setCloseOut(test, fair, 'open');
  });
});
