import { columnNames } from '@pos/contract/imports/upload-columns';
import { type UploadKind, uploadsApi } from '@pos/contract/imports/uploads';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { download, jobFile } from '#testing/calls/downloads.ts';
import { type InventoryUpload, uploadFile } from '#testing/selling/inventory-file.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { OWNER, startTestApp } from '#testing/app/test-app.ts';
import { workbookOfRows } from '#testing/files/workbook.ts';
import { sheetTexts } from '#testing/files/written-sheet.ts';

type Cell = string | number | null;
type Case = {
  kind: UploadKind;
  header: readonly string[];
  good: readonly Cell[];
  bad: readonly Cell[];
  /** Column of the wrong cell, its sentence, and a value that is right. */
  wrong: readonly [column: string, message: string, fix: string];
  /** Tables that a commit writes and an undo restores. */
  tables: readonly string[];
};

const FAIR = ['1 Oak St', '10/12/2026', '10/16/2026', 6, OWNER.email];

const CASES: readonly Case[] = [
  {
    kind: 'fairs',
    header: ['School Name', ...columnNames('fairs').required],
    good: ['Oak School', 'P-F1', 'Oak Fair', ...FAIR, '25P400'],
    bad: ['Elm School', 'P-F2', 'Elm Fair', ...FAIR, '25P450'],
    wrong: ['Package Option', 'Unknown package "25P450".', '12'],
    tables: ['fairs', 'schools'],
  },
  {
    kind: 'schools',
    header: ['School Identifier', 'School Name', 'Address', 'City', 'State', 'ZIP Code'],
    good: ['P-1', 'Oak School', '1 Oak St', 'Ada', 'MI', '49301'],
    bad: ['P-2', 'Elm School', '2 Elm St', 'Ada', 'XX', '49301'],
    wrong: ['State', 'Choose a state from the list, such as MN for Minnesota.', 'MN'],
    tables: ['schools'],
  },
  {
    kind: 'titles',
    header: ['SKU', 'ISBN', 'Title', 'Price'],
    good: ['P-OAK', '9780306406157', 'The Oak', 8.99],
    bad: ['P-ELM', '9780306406158', 'The Elm', 7.99],
    wrong: ['ISBN', 'Enter an ISBN with a right check digit.', '9780141439518'],
    tables: ['titles'],
  },
  {
    kind: 'prices',
    header: ['SKU', 'Season', 'Price'],
    good: ['P-BIRCH', 'Fall 2027', 4.5],
    bad: ['P-BIRCH', 'Spring 27', 3.75],
    wrong: ['Season', 'Season must be such as Fall 2026 or 2026-fall.', '2027-spring'],
    tables: ['season_prices'],
  },
  {
    kind: 'students',
    header: ['Student Number', 'First Name', 'Last Name', 'Parent Name', 'Parent Email'],
    good: ['P-S1', 'Wren', 'Ashby', 'Lena Ashby', 'lena@example.org'],
    bad: ['P-S2', 'Quin', 'Farrow', 'Ivy Farrow', 'ivy'],
    wrong: ['Parent Email', 'Invalid email address', 'ivy@example.org'],
    tables: ['students', 'wallets', 'student_parents'],
  },
  {
    kind: 'inventory',
    header: ['Carton', 'ISBN/SKU', 'Title', 'Price', 'Quantity'],
    good: ['P-C1', 'P-PEN', 'Pen', 1.25, 3],
    bad: ['P-C1', 'P-CUP', 'Cup', 2.5, 2.5],
    wrong: ['Quantity', 'Quantity must be a whole number greater than 0.', '2'],
    // Titles stay in the catalog, and movements are undone by their opposites.
    tables: ['fair_lines', 'cartons', 'carton_contents'],
  },
];

describe('every import', async () => {
  const test = await startTestApp();
  await test.owner.titles.add({
    body: { sku: 'P-BIRCH', title: 'The Birch', category: 'Picture', priceCents: 500 },
  });
  const { id: fairId, schoolId } = await plannedFair(test, 'PROMISES');
  const belongings: Partial<Record<UploadKind, InventoryUpload>> = {
    inventory: { fairId },
    students: { schoolId },
  };
  const readRows = async (tables: readonly string[]) =>
    Promise.all(
      tables.map(async (table) => {
        const { rows } = await sql<{ row: object }>`
          select to_jsonb(t) - 'version' - 'updated_at' as row
          from ${sql.table(table)} t
          order by 1`.execute(test.db);
        return rows.map(({ row }) => row);
      }),
    );

  it.each(CASES)(
    'of $kind: a bad cell has its message, nothing is stored, the rest is kept, and Undo restores all',
    async ({ kind, header, good, bad, wrong: [column, message, fix], tables }) => {
      const send = (file: Buffer, fields: InventoryUpload) =>
        uploadFile(test.owner, kind, file, {
          fileName: `${kind}.xlsx`,
          ...belongings[kind],
          ...fields,
        });
      const before = await readRows(tables);
      const file = await workbookOfRows([header, good, bad]);

      const check = await send(file, { mode: 'check' });
      expect(check).toMatchObject({ mode: 'check', total: 2, created: 1, rejected: 1 });
      expect(check.errors).toMatchObject([{ row: 3, column, message }]);
      expect(check.preview).toMatchObject([
        {
          row: 3,
          outcome: 'reject',
          values: { [column]: String(bad[header.indexOf(column)]) },
        },
        { row: 2, outcome: 'create' },
      ]);
      const refused = await send(file, {});
      expect(refused).toMatchObject({ created: 0, updated: 0, rejected: 1 });
      expect(refused.jobId).toBeUndefined();
      expect(await readRows(tables)).toEqual(before);

      const errorFile = (await jobFile(test, refused.errorFileId!)).bytes;
      const rejects = await sheetTexts(errorFile);
      expect(rejects).toHaveLength(3);
      expect(rejects[0]).toEqual([...header, 'Error']);
      expect(rejects[2]!.at(-1)).toBe(message);

      const partly = await send(file, { onlyValidRows: 'true' });
      expect(partly).toMatchObject({ created: 1, rejected: 1 });
      const fixes = [{ row: 3, column, value: fix }];
      const fixed = await send(errorFile, { fixes });
      expect(fixed).toMatchObject({ created: 1, unchanged: 1, rejected: 0 });
      const after = await readRows(tables);
      const again = await send(errorFile, { fixes });
      expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
      expect(await readRows(tables)).toEqual(after);

      for (const { jobId } of [fixed, partly])
        await test.owner.uploads.undo({ params: { id: jobId! } });
      expect(await readRows(tables)).toEqual(before);
    },
  );

  it.each(CASES.filter(({ kind }) => kind !== 'prices'))(
    'of $kind has a template to fill in and upload',
    async ({ kind, header, good }) => {
      const template = await download(test, uploadsApi.template, { query: { kind } });
      const [columns = []] = await sheetTexts(template.bytes);
      const row = columns.map((column) => good[header.indexOf(column)] ?? null);
      const file = await workbookOfRows([columns, row]);
      const fields = { mode: 'check', ...belongings[kind] } as const;
      expect(await uploadFile(test.owner, kind, file, fields)).toMatchObject({
        created: 1,
        errors: [],
      });
    },
  );
});
