import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { packingList, uploadInventory } from '#testing/inventory-file.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { makeWorkbook, workbookOfRows } from '#testing/workbook.ts';

const FIVE_MB = 5_242_880;
const good = () =>
  packingList(['Z1', '9780439023481', 'The Hunger Games', null, 'Teen', 8.99, 5, 'Y']);
const shared = new URL('../../../../../../shared/data/fair-a/', import.meta.url);

/**
 * Builds a packing list with one row, padded to the given length with a picture that is never read.
 */
async function filled(length: number): Promise<Buffer> {
  const cells = (values: string[]) =>
    `<row>${values.map((value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`).join('')}</row>`;
  const rows =
    cells(['ISBN/SKU', 'Title', 'Price', 'Quantity']) +
    cells(['9780439023481', 'The Hunger Games', '8.99', '5']);
  const withPicture = (size: number) =>
    makeWorkbook({
      rows,
      extra: [{ name: 'xl/media/picture.png', content: Buffer.alloc(size), stored: true }],
    });
  return withPicture(length - (await withPicture(0)).length);
}

/** Small as a file, 120 MB unpacked. */
function bomb(): Promise<Buffer> {
  const blanks = Buffer.alloc(4_000_000, ' ');
  return makeWorkbook({
    extra: [{ name: 'xl/sharedStrings.xml', content: Array.from({ length: 30 }, () => blanks) }],
  });
}

describe('files that are not packing lists', () => {
  let test: TestApp;
  let fairId: string;
  beforeAll(async () => {
    test = await startTestApp();
    fairId = (await plannedFair(test, 'FILES')).id;
  });
  const refused = (file: Buffer) => getRefusal(uploadInventory(test.owner, file, { fairId }));
  const nothingCame = async () => {
    const { rows } = await sql<{
      rows: number;
    }>`
      select (select count(*) from titles) + (select count(*) from cartons) + (
        select count(*) from fair_lines) + (
        select count(*) from stock_movements) as rows`.execute(test.db);
    expect(rows[0]!.rows).toBe(0);
  };

  it("refuses an .xls named .xlsx, starting with the specification's sentence", async () => {
    const xls = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4_096)]);
    const refusal = await refused(xls);
    expect(refusal).toMatchObject({ status: 415, code: 'UNSUPPORTED_FILE' });
    expect(refusal.message).toMatch(/^Only Xlsx file is allowed\./);
    expect(await refused(Buffer.from('Carton,ISBN/SKU,Price,Quantity\nA,1,1,1\n'))).toMatchObject({
      status: 415,
      message: 'Only Xlsx file is allowed.',
    });
    await nothingCame();
  });

  it('refuses 5 MB and a byte', async () => {
    expect(await refused(Buffer.alloc(FIVE_MB + 1, 'P'))).toMatchObject({
      status: 413,
      code: 'FILE_TOO_LARGE',
      message: 'File exceed the maximum size of 5 MB.',
    });
    await nothingCame();
  });

  it('refuses a zip bomb and keeps answering', async () => {
    expect(await refused(await bomb())).toMatchObject({ status: 413, code: 'FILE_TOO_LARGE' });
    await nothingCame();
    expect((await test.ask.fairs.getById({ params: { id: fairId } })).id).toBe(fairId);
  });

  it('refuses a truncated file, on the field of the file', async () => {
    const whole = await good();
    expect((await refused(whole.subarray(0, whole.length - 200))).errors).toEqual({
      file: 'The file is damaged or incomplete. Save it again, then upload it again.',
    });
    await nothingCame();
  });

  it('names missing columns before it checks any row', async () => {
    const lacking = await refused(
      await workbookOfRows([
        ['Carton', 'Title', 'Quantity'],
        ['A', 'B', 'C'],
      ]),
    );
    expect(lacking.errors).toEqual({ file: 'The columns "ISBN/SKU", "Price" are missing.' });
    expect(lacking.reasons).toEqual(
      ['Carton', 'Title', 'Quantity'].map((text) => ({ code: 'HEADER_FOUND', text, column: text })),
    );
    const foreign = await refused(
      await workbookOfRows([
        ['Lista'],
        ['Libro', 'Precio', 'Unidades'],
        ['9780439023481', 8.99, 4],
      ]),
    );
    expect(foreign.errors?.['file']).toMatch(/^No header row was found in the top 10 rows\./);
    expect(foreign.reasons?.map(({ text }) => text)).toEqual(['Libro', 'Precio', 'Unidades']);
    await nothingCame();
  });

  it.each([
    [
      ['Box', 'ISBN No', 'Name', 'Retail', 'Qty'],
      ['Carton', 'ISBN/SKU', 'Title', 'Price', 'Quantity'],
    ],
    [
      ['Carton #', 'Item #', 'Item Description', 'MSRP', 'Qty Shipped'],
      ['Carton', 'ISBN/SKU', 'Title', 'Price', 'Quantity'],
    ],
    [
      ['Box No.', 'ISBN-13', 'Product Name', 'Price (USD)', 'Pcs'],
      ['Carton', 'ISBN/SKU', 'Title', 'Price', 'Quantity'],
    ],
    [
      ['CTN', 'EAN', 'Book', 'Unit Retail', '# of Copies'],
      ['Carton', 'ISBN/SKU', 'Title', 'Price', 'Quantity'],
    ],
    // The line number is not a code if the file has an ISBN.
    [
      ['Item #', 'ISBN', 'Title', 'List Price', 'Quantity #'],
      [null, 'ISBN/SKU', 'Title', 'Price', 'Quantity'],
    ],
  ])('knows the usual names of columns: %s', async (headers, columns) => {
    const rows = [headers, ['9780439023481', '9780439023481', 'The Hunger Games', 8.99, 5]];
    if (columns[0] === 'Carton') rows[1]![0] = 'USUAL-1';
    const result = await uploadInventory(test.owner, await workbookOfRows(rows), {
      fairId,
      mode: 'check',
    });
    expect(result.columns.map(({ column }) => column)).toEqual(columns);
    expect(result).toMatchObject({ created: 1, errors: [] });
  });

  it('shows which columns it recognized if others are missing', async () => {
    const file = await workbookOfRows([
      ['List of fall'],
      ['Box', 'Item #', 'Qty', 'Notes'],
      ['A', '1', 2, 'x'],
    ]);
    const lacking = await refused(file);
    expect(lacking.errors).toEqual({ file: 'The column "Price" is missing.' });
    expect(lacking.reasons).toEqual([
      { code: 'HEADER_FOUND', text: 'Box', column: 'Carton' },
      { code: 'HEADER_FOUND', text: 'Item #', column: 'ISBN/SKU' },
      { code: 'HEADER_FOUND', text: 'Qty', column: 'Quantity' },
      { code: 'HEADER_FOUND', text: 'Notes' },
    ]);
    const mapping = { 'Item #': null, Notes: 'ISBN/SKU' };
    const left = await getRefusal(uploadInventory(test.owner, file, { fairId, mapping }));
    expect(left.reasons?.map(({ column }) => column)).toEqual([
      'Carton',
      undefined,
      'Quantity',
      'ISBN/SKU',
    ]);
    await nothingCame();
  });

  it('refuses a call without a file', async () => {
    const form = new FormData();
    form.append('kind', 'inventory');
    form.append('mode', 'check');
    const response = await test.send(test.ownerToken)('/v1/fairs/bulk-upload', {
      method: 'POST',
      body: form,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { file: 'Choose a file.' } });
  });

  it('logs refused files', async () => {
    const log = await test.db
      .selectFrom('uploads')
      .select(['mode', 'sizeBytes', 'result'])
      .orderBy('at')
      .execute();
    expect(log.map(({ result }) => result['refused'])).toEqual(
      expect.arrayContaining(['UNSUPPORTED_FILE', 'FILE_TOO_LARGE', 'VALIDATION_FAILED']),
    );
  });

  it('accepts exactly 5 MB', async () => {
    expect((await filled(FIVE_MB)).length).toBe(FIVE_MB);
    expect(await uploadInventory(test.owner, await filled(FIVE_MB), { fairId })).toMatchObject({
      created: 1,
      errors: [],
    });
  });

  it.runIf(existsSync(shared))(
    'loads a real packing list whose totals match its figures, even the second time',
    async () => {
      const [list, expected] = await Promise.all([
        readFile(new URL('packing-list.xlsx', shared)),
        readFile(new URL('expected.json', shared), 'utf8'),
      ]);
      const { sent } = JSON.parse(expected) as { sent: Record<string, number> };
      const fair = await plannedFair(test, 'REAL', { packageOption: 2 });
      const units = Object.values(sent).reduce((sum, quantity) => sum + quantity, 0);
      expect(
        await uploadInventory(test.owner, list, { fairId: fair.id, mode: 'check' }),
      ).toMatchObject({ created: 285, errors: [], units, cartons: 12 });
      expect(await uploadInventory(test.owner, list, { fairId: fair.id })).toMatchObject({
        created: 285,
        errors: [],
        units,
        cartons: 12,
      });
      expect(await uploadInventory(test.owner, list, { fairId: fair.id })).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: 285,
      });
      const lines = await test.db
        .selectFrom('fairLines')
        .innerJoin('titles', 'titles.id', 'fairLines.titleId')
        .select(['titles.sku', 'fairLines.sentQty'])
        .where('fairId', '=', fair.id)
        .execute();
      expect(Object.fromEntries(lines.map(({ sku, sentQty }) => [sku, sentQty]))).toEqual(sent);
    },
  );
});
