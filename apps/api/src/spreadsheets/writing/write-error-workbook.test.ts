import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readSheet } from '#api/spreadsheets/reading/read-sheet.ts';
import type { Sheet } from '#api/spreadsheets/sheet.ts';
import { readTable } from '#api/spreadsheets/table.ts';
import { writeErrorWorkbook } from '#api/spreadsheets/writing/write-error-workbook.ts';
import { makeWorkbook } from '#testing/files/workbook.ts';

async function withErrors(
  sheet: Sheet,
  headerRow: number,
  errors: Record<number, string[]>,
): Promise<Sheet> {
  const out = new PassThrough();
  const map = new Map(Object.entries(errors).map(([row, sentences]) => [Number(row), sentences]));
  const [bytes] = await Promise.all([buffer(out), writeErrorWorkbook(out, sheet, headerRow, map)]);
  return readSheet(bytes);
}

const columns = [
  { name: 'code', header: 'ISBN/SKU', required: true },
  { name: 'price', header: 'Price', required: true },
] as const;
const original = () =>
  makeWorkbook({
    rows:
      '<row r="1"><c t="str"><v>Packing list</v></c></row>' +
      '<row r="3"><c t="str"><v>ISBN/SKU</v></c><c t="str"><v>Price</v></c><c t="str"><v>Rate</v></c><c t="str"><v>Packed</v></c></row>' +
      '<row r="4"><c><v>9780306406158</v></c><c t="str"><v>8,99</v></c><c s="1"><v>0.0825</v></c><c s="2"><v>44443.5</v></c></row>' +
      '<row r="6" hidden="1"><c s="3"><v>36000291452</v></c><c><v>8.99</v></c><c t="e"><v>#N/A</v></c><c s="2"><v>44443</v></c></row>' +
      '<row r="7" hidden="1"><c t="str"><v>=1+1</v></c><c t="b"><v>1</v></c><c/><c/><c/><c t="str"><v>a note at the side</v></c></row>',
    styles: [0, 10, 22, 164],
    formats: ['000000000000'],
    date1904: true,
  });

test('every value is in its old row, with the sentences beside it', async () => {
  const sheet = await readSheet(await original());
  const again = await withErrors(sheet, 3, {
    4: ['ISBN check digit is wrong.', 'Price is not a valid amount.'],
    7: ['ISBN/SKU is wrong.'],
  });
  const errors = [
    undefined,
    'Error',
    'ISBN check digit is wrong. Price is not a valid amount.',
    undefined,
    'ISBN/SKU is wrong.',
  ];
  expect(again.rows.map((row) => row.cells[6])).toEqual(
    errors.map((sentence) => (sentence ? { kind: 'text', text: sentence } : undefined)),
  );
  expect(again.rows.map((row) => row.number)).toEqual([1, 3, 4, 6, 7]);
  const values = (of: Sheet) =>
    of.rows.map((row) => row.cells.slice(0, 6).filter((cell) => cell.kind !== 'empty'));
  const padded = (row: number) => (row === 3 ? [{ kind: 'text', text: '036000291452' }] : []);
  expect(values(again)).toEqual(
    values(sheet).map((cells, row) => [...padded(row), ...cells.slice(padded(row).length)]),
  );
  expect(
    again.rows.map((row) => row.hidden),
    'a row to be corrected is shown',
  ).toEqual([false, false, false, true, false]);
});

test('the corrected file is read without a warning about the Error column, which is reused', async () => {
  const once = await withErrors(await readSheet(await original()), 3, { 4: ['Wrong.'] });
  const table = readTable(once, columns);
  expect(table.warnings.map((warning) => warning.column ?? warning.code)).toEqual([
    'Rate',
    'Packed',
    'HIDDEN_ROWS',
  ]);
  const twice = await withErrors(once, table.header.number, { 6: ['Still wrong.'] });
  expect(twice.rows.map((row) => row.cells.length)).toEqual([1, 7, 4, 7, 6]);
  expect(twice.rows[3]?.cells[6]).toEqual({ kind: 'text', text: 'Still wrong.' });
});
