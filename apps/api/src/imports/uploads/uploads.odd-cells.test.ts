import { readFile } from 'node:fs/promises';
import type { UploadKind } from '@pos/contract/imports/uploads';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type InventoryUpload, told, uploadFile } from '#testing/selling/inventory-file.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { expectErrors } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const fixtures = new URL('../../spreadsheets/fixtures/odd-cells/', import.meta.url);

/** Files that other programs read, with cells that are easily read as something else. */
describe('a file with odd cells', async () => {
  const test = await startTestApp();
  const upload = async (name: string, kind: UploadKind, fields: InventoryUpload = {}) =>
    uploadFile(test.owner, kind, await readFile(new URL(name, fixtures)), {
      fileName: name,
      ...fields,
    });
  const atFair = async (name: string) => {
    const { id: fairId } = await plannedFair(test, name.replace('.xlsx', '').toUpperCase());
    const result = await upload(name, 'inventory', { fairId, onlyValidRows: 'true' });
    const query = { fairId, sort: 'sku', limit: 50 } as const;
    const { results } = await test.ask.inventory.fairInventory({ query });
    const lines = results.map((line) => [line.sku, line.title, line.sentQty, line.priceCents]);
    return { ...result, lines };
  };

  it('with a blank inside of a price stores none, and shows the others as they are stored', async () => {
    const wrong = 'Price is not a valid amount.';
    const refused = (rows: readonly number[]) => rows.map((row) => [row, 'Price', wrong]);
    const result = await atFair('price-with-blank.xlsx');
    expect(told(result.errors)).toEqual(refused([2, 3, 4, 5]));
    expect(result.lines.map(([sku, , , cents]) => [sku, cents])).toEqual([
      ['BLK-5', 599],
      ['BLK-6', 599],
      ['BLK-7', 599],
    ]);
    const titles = await upload('price-with-blank-titles.xlsx', 'titles', { mode: 'check' });
    expect(told(titles.errors)).toEqual(refused([2, 3, 4]));
    expect(titles.preview.map(({ row, values }) => [row, values['Price']])).toEqual([
      [2, '5 99'],
      [3, '1 2'],
      [4, '5\u00a099'],
      [5, '5.99'],
    ]);
  });

  it('with a merged carton packs each of its titles into it, and says so', async () => {
    const result = await atFair('merged-carton.xlsx');
    const contents = await test.db
      .selectFrom('cartonContents')
      .innerJoin('cartons', 'cartons.id', 'cartonContents.cartonId')
      .innerJoin('titles', 'titles.id', 'cartonContents.titleId')
      .select(['cartons.code', 'titles.sku', 'cartonContents.qty'])
      .orderBy('titles.sku')
      .execute();
    expect(contents.map(({ code, sku, qty }) => [code, sku, qty])).toEqual([
      ['MRG-C01', 'MRG-1', 6],
      ['MRG-C01', 'MRG-2', 4],
      ['MRG-C01', 'MRG-3', 5],
      ['MRG-C02', 'MRG-4', 3],
    ]);
    expect(told(result.warnings.filter(({ code }) => code === 'MERGED_VALUE'))).toEqual([
      [0, 'Carton', 'Carton: A2:A4 are merged; the value counts for each of their rows.'],
    ]);
  });

  it('with a price behind an ISBN reads the book, and adds no title for almost an ISBN', async () => {
    const title = 'The Moon Borrowed My Mittens';
    const book = { title, isbn13: '9798999010407', priceCents: 799 };
    await test.owner.titles.add({ body: { ...book, category: 'Picture' } });
    const result = await atFair('almost-isbn.xlsx');
    expect(told(result.errors)).toEqual([
      [4, 'ISBN/SKU', 'ISBN/SKU looks like an ISBN with a digit too many.'],
      [5, 'ISBN/SKU', 'ISBN/SKU looks like an ISBN with a digit too few.'],
    ]);
    const scanned = result.warnings.filter(({ code }) => code === 'PRICE_DIGITS');
    expect(scanned).toMatchObject([{ row: 2 }, { row: 3 }]);
    expect(result.lines).toEqual([['9798999010407', title, 6, 799]]);
  });

  it('in a form, too, a price behind an ISBN is left out, and almost an ISBN is refused', async () => {
    const body = { title: 'Another', category: 'Picture' as const, priceCents: 500 };
    const add = (codes: object) => test.owner.titles.add({ body: { ...body, ...codes } });
    expect((await add({ isbn13: '978030640615750699' })).data.isbn13).toBe('9780306406157');
    expect((await add({ sku: '979899901047650699' })).data.sku).toBe('9798999010476');
    const message = 'This looks like an ISBN with a digit too many.';
    await expectErrors(add({ sku: '97803064061575' }), { sku: message });
    const { errors } = await getRefusal(add({ isbn13: '97803064061575' }));
    expect(errors).toMatchObject({ isbn13: message });
  });

  it('with grades in the spellings of schools stores those of the list, and refuses others', async () => {
    const { schoolId } = await plannedFair(test, 'GRADES');
    const result = await upload('grades.xlsx', 'students', { schoolId, onlyValidRows: 'true' });
    const unknown = 'Grade must be PK3, PK4, K or 1 to 12.';
    const rejected = [14, 15, 25, 29, 34, 35, 36];
    expect(told(result.errors)).toEqual(rejected.map((row) => [row, 'Grade', unknown]));
    const { rows } = await sql<{ grade: string; rows: string }>`
      select grade, string_agg(substring(student_number from 4), ' ' order by student_number) as rows
      from students
      where school_id = ${schoolId}
      group by grade`.execute(test.db);
    expect(Object.fromEntries(rows.map((row) => [row.grade, row.rows]))).toEqual({
      PK3: '010',
      PK4: '009 011 012',
      K: '001 002 003 004 005 006 007 008',
      1: '015 016 017 018 019',
      2: '020 021 022',
      3: '023',
      5: '025 026 027',
      9: '029',
      10: '030',
      11: '031',
      12: '032',
    });
    expect(result.preview.find(({ row }) => row === 17)?.values['Grade']).toBe('1');
  });
});
