import type { UploadKind } from '@pos/contract/uploads';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '#api/spreadsheets/reading/read-sheet.ts';
import { cellText } from '#api/spreadsheets/cells/text.ts';
import { type InventoryUpload, uploadFile } from '#testing/inventory-file.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { workbookOfRows } from '#testing/workbook.ts';

type Cell = string | number | null;
type Case = {
  kind: UploadKind;
  header: readonly string[];
  good: readonly Cell[];
  bad: readonly Cell[];
  /** Column of the wrong cell, its sentence, and a value that is right. */
  wrong: { column: string; message: string; fix: string };
  /** Tables that a commit writes and an undo restores. */
  tables: readonly string[];
};

const CASES: readonly Case[] = [
  {
    kind: 'schools',
    header: ['School Identifier', 'School Name', 'Address', 'City', 'State', 'ZIP Code'],
    good: ['P-1', 'Oak School', '1 Oak St', 'Ada', 'MI', '49301'],
    bad: ['P-2', 'Elm School', '2 Elm St', 'Ada', 'XX', '49301'],
    wrong: {
      column: 'State',
      message: 'Choose a state from the list, such as MN for Minnesota.',
      fix: 'MN',
    },
    tables: ['schools'],
  },
  {
    kind: 'titles',
    header: ['SKU', 'ISBN', 'Title', 'Price'],
    good: ['P-OAK', '9780306406157', 'The Oak', 8.99],
    bad: ['P-ELM', '9780306406158', 'The Elm', 7.99],
    wrong: {
      column: 'ISBN',
      message: 'Enter an ISBN with a right check digit.',
      fix: '9780141439518',
    },
    tables: ['titles'],
  },
  {
    kind: 'prices',
    header: ['SKU', 'Season', 'Price'],
    good: ['P-BIRCH', 'Fall 2027', 4.5],
    bad: ['P-BIRCH', 'Spring 27', 3.75],
    wrong: {
      column: 'Season',
      message: 'Season must be such as Fall 2026 or 2026-fall.',
      fix: '2027-spring',
    },
    tables: ['season_prices'],
  },
  {
    kind: 'students',
    header: ['Student Number', 'First Name', 'Last Name', 'Parent Name', 'Parent Email'],
    good: ['P-S1', 'Wren', 'Ashby', 'Lena Ashby', 'lena@example.org'],
    bad: ['P-S2', 'Quin', 'Farrow', 'Ivy Farrow', 'ivy'],
    wrong: {
      column: 'Parent Email',
      message: 'Invalid email address',
      fix: 'ivy@example.org',
    },
    tables: ['students', 'wallets', 'student_parents'],
  },
  {
    kind: 'inventory',
    header: ['Carton', 'ISBN/SKU', 'Title', 'Price', 'Quantity'],
    good: ['P-C1', 'P-PEN', 'Pen', 1.25, 3],
    bad: ['P-C1', 'P-CUP', 'Cup', 2.5, 2.5],
    wrong: {
      column: 'Quantity',
      message: 'Quantity must be a whole number greater than 0.',
      fix: '2',
    },
    // Titles stay in the catalog, and movements are undone by their opposites.
    tables: ['fair_lines', 'cartons', 'carton_contents'],
  },
];

describe('every import', () => {
  let test: TestApp;
  const belongings: Partial<Record<UploadKind, InventoryUpload>> = {};
  beforeAll(async () => {
    test = await startTestApp();
    await test.owner.titles.add({
      body: { sku: 'P-BIRCH', title: 'The Birch', category: 'Picture', priceCents: 500 },
    });
    const fair = await plannedFair(test, 'PROMISES');
    belongings.inventory = { fairId: fair.id };
    belongings.students = { schoolId: fair.schoolId };
  });
  const send = (kind: UploadKind, file: Buffer, fields: InventoryUpload) =>
    uploadFile(test.owner, kind, file, {
      fileName: `${kind}.xlsx`,
      ...belongings[kind],
      ...fields,
    });
  const rowsOf = async (tables: readonly string[]) =>
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
    async ({ kind, header, good, bad, wrong, tables }) => {
      const { column, message, fix } = wrong;
      const before = await rowsOf(tables);
      const file = await workbookOfRows([[...header], [...good], [...bad]]);

      const check = await send(kind, file, { mode: 'check' });
      expect(check).toMatchObject({ mode: 'check', total: 2, created: 1, rejected: 1 });
      expect(check.errors).toMatchObject([{ row: 3, column, message }]);
      expect(check.preview.map(({ row, outcome }) => [row, outcome])).toEqual([
        [3, 'reject'],
        [2, 'create'],
      ]);
      expect(check.preview[0]!.values[column]).toBe(String(bad[header.indexOf(column)]));
      const refused = await send(kind, file, {});
      expect(refused).toMatchObject({ created: 0, updated: 0, rejected: 1 });
      expect(refused.jobId).toBeUndefined();
      expect(await rowsOf(tables)).toEqual(before);

      const answer = await test.send(test.ownerToken)(`/v1/jobs/${refused.errorFileId}/file`, {});
      const errorFile = Buffer.from(await answer.arrayBuffer());
      const rejects = (await readSheet(errorFile)).rows.map(({ cells }) => cells.map(cellText));
      expect(rejects).toHaveLength(3);
      expect(rejects[0]).toEqual([...header, 'Error']);
      expect(rejects[2]!.at(-1)).toBe(message);

      const partly = await send(kind, file, { onlyValidRows: 'true' });
      expect(partly).toMatchObject({ created: 1, rejected: 1 });
      const fixed = await send(kind, errorFile, { fixes: [{ row: 3, column, value: fix }] });
      expect(fixed).toMatchObject({ created: 1, unchanged: 1, rejected: 0 });
      const after = await rowsOf(tables);
      const again = await send(kind, errorFile, { fixes: [{ row: 3, column, value: fix }] });
      expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
      expect(await rowsOf(tables)).toEqual(after);

      for (const { jobId } of [fixed, partly])
        await test.owner.uploads.undo({ params: { id: jobId! } });
      expect(await rowsOf(tables)).toEqual(before);
    },
  );
});
