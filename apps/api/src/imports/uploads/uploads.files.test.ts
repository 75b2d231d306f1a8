import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { HOLES, packedRow, packingList, uploadInventory } from '#testing/selling/inventory-file.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { makeWorkbook, workbookOfRows } from '#testing/files/workbook.ts';

const FIVE_MB = 5_242_880;
const NO_XLSX = 'Only Xlsx file is allowed.';
const good = () => packingList(packedRow('Z1', HOLES, 5));
const shared = new URL('../../../../../../shared/data/fair-a/', import.meta.url);

/** Builds a packing list, padded to the given length with a picture that is never read. */
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

describe('files that are not packing lists', async () => {
  const test = await startTestApp();
  const { id: fairId } = await plannedFair(test, 'FILES');
  const check = (file: Buffer, fileName?: string) =>
    uploadInventory(test.owner, file, { fairId, mode: 'check', ...(fileName && { fileName }) });
  const upload = (file: Buffer) => uploadInventory(test.owner, file, { fairId });
  const expectNothingCame = async () => {
    const { rows } = await sql<{ rows: number }>`
      select (select count(*) from titles) + (select count(*) from cartons) + (
        select count(*) from fair_lines) + (
        select count(*) from stock_movements) as rows`.execute(test.db);
    expect(rows[0]!.rows).toBe(0);
  };

  it('refuses 5 MB and a byte, a zip bomb and a truncated file, and keeps answering', async () => {
    await expectRefusal(
      upload(Buffer.alloc(FIVE_MB + 1, 'P')),
      'FILE_TOO_LARGE',
      'File exceed the maximum size of 5 MB.',
    );
    await expectRefusal(upload(await bomb()), 'FILE_TOO_LARGE');
    await expectErrors(upload((await good()).subarray(0, -200)), {
      file: 'The file is damaged or incomplete. Save it again, then upload it again.',
    });
    await expectNothingCame();
    expect((await test.ask.fairs.getById({ params: { id: fairId } })).id).toBe(fairId);
  });

  it('names missing columns before it checks any row', async () => {
    const lacking = await workbookOfRows([
      ['Carton', 'Title', 'Quantity'],
      ['A', 'B', 'C'],
    ]);
    await expectErrors(upload(lacking), { file: 'The columns "ISBN/SKU", "Price" are missing.' });
    const foreign = await workbookOfRows([
      ['Lista'],
      ['Libro', 'Precio', 'Unidades'],
      ['9780439023481', 8.99, 4],
    ]);
    const { errors, reasons } = await getRefusal(upload(foreign));
    expect(errors?.['file']).toMatch(/^No header row was found in the top 10 rows\./);
    expect(reasons?.map(({ text, sample }) => [text, sample])).toEqual([
      ['Libro', '9780439023481'],
      ['Precio', '8.99'],
      ['Unidades', '4'],
    ]);
    await expectNothingCame();
  });

  it.each<[headers: string[], first?: null]>([
    [['Box', 'ISBN No', 'Name', 'Retail', 'Qty']],
    [['Carton #', 'Item #', 'Item Description', 'MSRP', 'Qty Shipped']],
    [['Box No.', 'ISBN-13', 'Product Name', 'Price (USD)', 'Pcs']],
    [['CTN', 'EAN', 'Book', 'Unit Retail', '# of Copies']],
    // The line number is not a code if the file has an ISBN.
    [['Item #', 'ISBN', 'Title', 'List Price', 'Quantity #'], null],
  ])('knows the usual names of columns: %s', async (headers, given) => {
    const first = given === null ? null : 'Carton';
    const row = [first === null ? HOLES[0] : 'USUAL-1', HOLES[0], HOLES[1], 8.99, 5];
    expect(await check(await workbookOfRows([headers, row]))).toMatchObject({
      columns: [first, 'ISBN/SKU', 'Title', 'Price', 'Quantity'].map((column, at) => ({
        column,
        sample: String(row[at]),
      })),
      created: 1,
      errors: [],
    });
  });

  it('shows which columns it recognized if others are missing', async () => {
    const file = await workbookOfRows([
      ['List of fall'],
      ['Box', 'Item #', 'Qty', 'Notes'],
      ['A', '1', 2, 'x'],
    ]);
    const lacking = await getRefusal(upload(file));
    expect(lacking.errors).toEqual({ file: 'The column "Price" is missing.' });
    expect(lacking.reasons).toEqual([
      { code: 'HEADER_FOUND', text: 'Box', column: 'Carton', sample: 'A' },
      { code: 'HEADER_FOUND', text: 'Item #', column: 'ISBN/SKU', sample: '1' },
      { code: 'HEADER_FOUND', text: 'Qty', column: 'Quantity', sample: '2' },
      { code: 'HEADER_FOUND', text: 'Notes', sample: 'x' },
    ]);
    const mapping = { 'Item #': null, Notes: 'ISBN/SKU' };
    const left = await getRefusal(uploadInventory(test.owner, file, { fairId, mapping }));
    const columns = left.reasons?.map(({ column }) => column);
    expect(columns).toEqual(['Carton', undefined, 'Quantity', 'ISBN/SKU']);
    await expectNothingCame();
  });

  it('refuses a call without a file', async () => {
    const body = new FormData();
    body.append('kind', 'inventory');
    body.append('mode', 'check');
    const call = { method: 'POST', body };
    const response = await test.send(test.ownerToken)('/v1/fairs/bulk-upload', call);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { file: 'Choose a file.' } });
  });

  it('refuses a workbook that is named as anything else, and reads one named in uppercase', async () => {
    const file = await good();
    const wrong = ['list.exe', 'list.xlsx.exe', 'list.xlsm', 'list'];
    for (const name of [...wrong, '.xlsxx', 'xlsx'])
      await expectRefusal(check(file, name), 'UNSUPPORTED_FILE', NO_XLSX);
    const { message } = await getRefusal(check(file, 'list.csv'));
    expect(message).toMatch(/^Only Xlsx file is allowed\. Open the file in Excel and choose File/);
    expect(await check(file, 'LIST.XLSX')).toMatchObject({ created: 1, errors: [] });
  });

  it('refuses a workbook without a name', async () => {
    const part = (name: string, content: Buffer | string, type = '') => [
      Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"\r\n${type}\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ];
    const body = Buffer.concat([
      ...part('kind', 'inventory'),
      ...part('mode', 'check'),
      ...part('fairId', fairId),
      ...part('file', await good(), 'content-type: application/octet-stream\r\n'),
      Buffer.from('--b--\r\n'),
    ]);
    const response = await test.send(test.ownerToken)('/v1/fairs/bulk-upload', {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ message: NO_XLSX });
  });

  it('logs refused files', async () => {
    await getRefusal(upload(Buffer.from('Carton,ISBN/SKU,Price,Quantity\n')));
    const log = await test.db.selectFrom('uploads').select('result').execute();
    expect(log.map(({ result }) => result['refused'])).toEqual(
      expect.arrayContaining(['UNSUPPORTED_FILE', 'FILE_TOO_LARGE', 'VALIDATION_FAILED']),
    );
  });

  it('accepts exactly 5 MB', async () => {
    const file = await filled(FIVE_MB);
    expect(file.length).toBe(FIVE_MB);
    expect(await upload(file)).toMatchObject({ created: 1, errors: [] });
  });

  it.runIf(existsSync(shared))(
    'loads a real packing list whose totals match its figures, even the second time',
    async () => {
      const list = await readFile(new URL('packing-list.xlsx', shared));
      const expected = await readFile(new URL('expected.json', shared), 'utf8');
      const { sent } = JSON.parse(expected) as { sent: Record<string, number> };
      const fair = await plannedFair(test, 'REAL', { packageOption: 2 });
      const units = Object.values(sent).reduce((sum, quantity) => sum + quantity, 0);
      const load = (mode?: 'check') =>
        uploadInventory(test.owner, list, { fairId: fair.id, ...(mode && { mode }) });
      const counts = { created: 285, errors: [], units, cartons: 12 };
      expect(await load('check')).toMatchObject(counts);
      expect(await load()).toMatchObject(counts);
      expect(await load()).toMatchObject({ created: 0, updated: 0, unchanged: 285 });
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
