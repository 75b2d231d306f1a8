import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openInventoryDesk } from '#testing/inventory-desk.ts';
import {
  packingList,
  uploadFile,
  uploadInventory,
  HOLES,
  PENCIL,
  packedRow,
} from '#testing/inventory-file.ts';
import { signedInWith } from '#testing/personas.ts';
import { getRefusal } from '#testing/refusals.ts';
import { OWNER } from '#testing/test-app.ts';
import { workbookOfRows } from '#testing/workbook.ts';

describe('undoing an import', async () => {
  const { test, newFair, linesOf } = await openInventoryDesk('UN');
  const undo = (id: string | undefined) => test.owner.uploads.undo({ params: { id: id ?? '' } });
  const load = async (fairId: string, ...rows: ReturnType<typeof packedRow>[]) =>
    (await uploadInventory(test.owner, await packingList(...rows), { fairId })).jobId;
  const left = async (fairId: string) => {
    const { rows } = await sql<{ lines: number; cartons: number; warehouse: number }>`
      select (select count(*) from fair_lines where fair_id = ${fairId}) as lines,
        (select count(*) from cartons where fair_id = ${fairId}) as cartons,
        (select coalesce(sum(warehouse_qty), 0) from titles)::int as warehouse`.execute(test.db);
    return rows[0];
  };

  it('returns the stock and deletes lines and cartons; the same file can be imported again', async () => {
    const fair = await newFair();
    const before = await left(fair.id);
    const rows = [
      packedRow('UA1', HOLES, 5),
      packedRow('UA2', HOLES, 2),
      packedRow(null, PENCIL, 30),
    ];
    const jobId = await load(fair.id, ...rows);
    expect(await test.ask.jobs.getById({ params: { id: jobId! } })).toMatchObject({
      kind: 'import',
      status: 'succeeded',
      result: {
        upload: 'inventory',
        fairId: fair.id,
        fileName: 'packing-list.xlsx',
        created: 3,
        undoable: true,
      },
    });
    await undo(jobId);
    expect(await left(fair.id)).toEqual(before);
    const [entry] = (await test.ask.activity.list({ query: { entity: 'fair', entityId: fair.id } }))
      .results;
    expect(entry).toMatchObject({
      action: 'fair.import_undone',
      changes: { file: { from: 'packing-list.xlsx', to: null }, sentUnits: { from: 37, to: 0 } },
    });
    expect((await test.ask.jobs.getById({ params: { id: jobId! } })).result).toMatchObject({
      undoneAt: expect.any(String),
    });
    expect(await getRefusal(undo(jobId))).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
      message: 'This import has already been undone.',
    });
    await load(fair.id, ...rows);
    expect((await linesOf(fair.id)).map(({ sku, sentQty }) => [sku, sentQty])).toEqual([
      [PENCIL[0], 30],
      [HOLES[0], 7],
    ]);
  });

  it('undoes only its own part of a line, and its price', async () => {
    const fair = await newFair();
    await load(fair.id, packedRow('UB1', HOLES, 5));
    const second = await load(fair.id, packedRow('UB2', [...HOLES.slice(0, 4), 7.5] as never, 2));
    expect(await linesOf(fair.id)).toMatchObject([{ sentQty: 7, priceCents: 750 }]);
    await undo(second);
    expect(await linesOf(fair.id)).toMatchObject([
      { sentQty: 5, priceCents: 899, cartons: ['UB1'] },
    ]);
  });

  it('is refused once a title was adjusted or counted, or a carton scanned or filled further', async () => {
    const [adjusted, counted, scanned, filled] = [
      await newFair(),
      await newFair(),
      await newFair(),
      await newFair(),
    ];
    const tooLate = async (jobId: string | undefined) =>
      (await getRefusal(undo(jobId))).reasons?.map(({ text }) => text);

    const first = await load(adjusted.id, packedRow('UC1', HOLES, 5), packedRow('UC1', PENCIL, 9));
    const [, line] = await linesOf(adjusted.id);
    await test.owner.inventory.update({
      params: { id: line!.id },
      body: { operation: 'remove', updatedQuantity: 1, seenQuantity: 5, reason: 'damaged' },
    });
    expect(await getRefusal(undo(first))).toMatchObject({
      status: 409,
      code: 'IN_USE',
      message:
        'This import can no longer be undone. "The Hunger Games" (9780439023481) was sold, moved, adjusted or counted since then.',
    });
    expect((await linesOf(adjusted.id)).map(({ sentQty }) => sentQty)).toEqual([9, 5]);

    const second = await load(counted.id, packedRow('UC2', PENCIL, 5));
    await uploadFile(
      test.owner,
      'return-count',
      await workbookOfRows([
        ['ISBN/SKU', 'Counted'],
        [PENCIL[0], 4],
      ]),
      { fairId: counted.id },
    );
    expect(await tooLate(second)).toEqual([
      '"Pencil" (PENCIL-01) was sold, moved, adjusted or counted since then.',
    ]);

    const third = await load(scanned.id, packedRow('UC3', PENCIL, 5));
    await test.owner.cartons.scan({
      body: { fairId: scanned.id, stage: 'delivery', codes: ['UC3'], confirm: true },
    });
    expect(await tooLate(third)).toEqual(['Carton UC3 was scanned since then.']);

    const partly = await uploadInventory(
      test.owner,
      await packingList(packedRow('UC4', PENCIL, 5), packedRow('UC4', HOLES, 'x')),
      { fairId: filled.id, onlyValidRows: 'true' },
    );
    const rest = await load(filled.id, packedRow('UC4', PENCIL, 5), packedRow('UC4', HOLES, 3));
    expect(await tooLate(partly.jobId)).toEqual([
      'A later import added to carton UC4. Undo that import first.',
    ]);
    await undo(rest);
    await undo(partly.jobId);
    expect(await left(filled.id)).toMatchObject({ lines: 0, cartons: 0 });
  });

  it('is refused at a fair that is closed out', async () => {
    const fair = await newFair();
    const jobId = await load(fair.id, packedRow('UD1', HOLES, 5));
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'finished' })
      .where('id', '=', fair.id)
      .execute();
    expect(await getRefusal(undo(jobId))).toMatchObject({ status: 409, code: 'FAIR_FINISHED' });
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'open' })
      .where('id', '=', fair.id)
      .execute();
  });

  it("is for the job's owner with the import's right; a check leaves nothing to undo", async () => {
    const fair = await newFair();
    const editor = await signedInWith(test, [['Fairs', 'edit']]);
    const reader = await signedInWith(test, [['Fairs', 'read_only']]);
    const jobId = await load(fair.id, packedRow('UE1', HOLES, 5));
    expect(await getRefusal(editor.client.uploads.undo({ params: { id: jobId! } }))).toMatchObject({
      status: 404,
    });
    expect(await getRefusal(reader.client.uploads.undo({ params: { id: jobId! } }))).toMatchObject({
      status: 403,
    });
    const { errorFileId } = await uploadInventory(
      test.owner,
      await packingList(packedRow('UE2', HOLES, 'x')),
      { fairId: fair.id, mode: 'check' },
    );
    expect(await getRefusal(undo(errorFileId))).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
    });
    expect(
      (await test.ask.jobs.list({ query: { kind: 'import' } })).results.map(({ id }) => id),
    ).toEqual(expect.arrayContaining([jobId, errorFileId]));
    expect((await editor.client.jobs.list({ query: {} })).data.results).toEqual([]);
  });

  const fairsFile = (...names: string[]) =>
    workbookOfRows([
      [
        'School Identifier',
        'School Name',
        'Fair Name',
        'Address',
        'Start Date',
        'End Date',
        'Sales Tax Rate',
        'Admin Email',
        'Package Option',
      ],
      ...names.map((name) => [
        name,
        `School ${name}`,
        `Fair ${name}`,
        '1 Oak St',
        '10/12/2026',
        '10/16/2026',
        6,
        OWNER.email,
        1,
      ]),
    ]);
  const fairsAt = async (identifier: string) =>
    (await test.ask.fairs.list({ query: { search: identifier } })).results;

  it('deletes imported fairs and their new schools, until something uses one', async () => {
    const first = await uploadFile(test.owner, 'fairs', await fairsFile('UNDO-A', 'UNDO-B'));
    expect(await fairsAt('UNDO-')).toHaveLength(2);
    await undo(first.jobId);
    expect(await fairsAt('UNDO-')).toEqual([]);
    expect(await test.ask.schools.getSchools({ query: { search: 'UNDO-' } })).toEqual([]);

    const again = await uploadFile(test.owner, 'fairs', await fairsFile('UNDO-A', 'UNDO-B'));
    expect(again).toMatchObject({ created: 2 });
    const [fair] = await fairsAt('UNDO-B');
    const loaded = await load(fair!.id, packedRow('UF1', HOLES, 1));
    expect(await getRefusal(undo(again.jobId))).toMatchObject({
      status: 409,
      code: 'IN_USE',
      message: `This import can no longer be undone. Fair ${fair!.identifier} has inventory.`,
    });
    expect(await fairsAt('UNDO-')).toHaveLength(2);
    await undo(loaded);
    expect(await getRefusal(undo(again.jobId))).toMatchObject({
      message: `This import can no longer be undone. Fair ${fair!.identifier} has had inventory.`,
    });
  });

  it('keeps a school that another fair uses by now', async () => {
    const { jobId } = await uploadFile(test.owner, 'fairs', await fairsFile('UNDO-C'));
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
    await undo(jobId);
    expect((await fairsAt('UNDO-C')).map(({ name }) => name)).toEqual(['Another']);
  });

  it('restores the earlier counts of a return, until someone has counted again', async () => {
    const fair = await newFair();
    await load(fair.id, packedRow('UG1', HOLES, 5), packedRow('UG1', PENCIL, 9));
    const count = async (...rows: (string | number)[][]) =>
      uploadFile(
        test.owner,
        'return-count',
        await workbookOfRows([['ISBN/SKU', 'Counted', 'Damaged'], ...rows]),
        { fairId: fair.id },
      );
    const counts = async () =>
      (
        await test.db
          .selectFrom('fairLines')
          .innerJoin('titles', 'titles.id', 'fairLines.titleId')
          .select(['countedReturnQty', 'damagedQty'])
          .where('fairId', '=', fair.id)
          .orderBy('titles.sku')
          .execute()
      ).map(Object.values);
    const first = await count([HOLES[0], 4, 1]);
    const second = await count([HOLES[0], 3, 0], [PENCIL[0], 9, 0]);
    expect(first).toMatchObject({ created: 1 });
    expect(second).toMatchObject({ created: 1, updated: 1 });
    expect(await counts()).toEqual([
      [3, 0],
      [9, 0],
    ]);
    expect(await getRefusal(undo(first.jobId))).toMatchObject({
      code: 'IN_USE',
      message:
        'This import can no longer be undone. "The Hunger Games" (9780439023481) was counted again since then.',
    });
    await undo(second.jobId);
    expect(await counts()).toEqual([
      [4, 1],
      [null, 0],
    ]);
    await undo(first.jobId);
    expect(await counts()).toEqual([
      [null, 0],
      [null, 0],
    ]);
  });

  it('has a sentence for each invalid cell of a return count', async () => {
    const fair = await newFair();
    await load(fair.id, packedRow('UH1', HOLES, 5), packedRow('UH1', PENCIL, 9));
    const file = await workbookOfRows([
      ['SKU', 'Counted', 'Damaged'],
      [HOLES[0], -1, null],
      [PENCIL[0], 3, 4],
      ['9780439554930', 1, null],
      [PENCIL[0], '2.5', null],
      ['0439023483', 7, null],
      [HOLES[0], 1, null],
    ]);
    const { errors, warnings } = await uploadFile(test.owner, 'return-count', file, {
      fairId: fair.id,
      mode: 'check',
    });
    expect(errors.map(({ row: number, column, message }) => [number, column, message])).toEqual([
      [2, 'Counted', 'Counted must be a whole number, 0 or more.'],
      [3, 'Damaged', 'Damaged cannot be more than Counted.'],
      [4, 'ISBN/SKU', '"9780439554930" is not in the inventory of this fair.'],
      [5, 'Counted', 'Counted must be a whole number, 0 or more.'],
      [5, 'ISBN/SKU', 'Duplicate of row 3.'],
      [6, 'ISBN/SKU', 'Duplicate of row 2.'],
      [7, 'ISBN/SKU', 'Duplicate of row 2.'],
    ]);
    expect(warnings).toMatchObject([
      { row: 6, column: 'Counted', message: '5 are expected back.' },
    ]);
    expect(await getRefusal(uploadFile(test.owner, 'return-count', file))).toMatchObject({
      status: 400,
      errors: { fairId: 'Choose a fair.' },
    });
  });
});
