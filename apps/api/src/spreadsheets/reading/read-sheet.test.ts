import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseDay } from '#api/spreadsheets/cells/day.ts';
import { parseIsbnOrSku } from '#api/spreadsheets/cells/isbn-or-sku.ts';
import type { Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { parseQuantity } from '#api/spreadsheets/cells/quantity.ts';
import { parseRatePpm } from '#api/spreadsheets/cells/rate.ts';
import { cellText } from '#api/spreadsheets/cells/text.ts';
import { readSheet } from '#api/spreadsheets/reading/read-sheet.ts';
import { readWorkbook } from '#api/spreadsheets/reading/read-workbook.ts';
import { SpreadsheetError } from '#api/spreadsheets/spreadsheet-error.ts';
import { readTable } from '#api/spreadsheets/table.ts';
import { makeWorkbook } from '#testing/files/workbook.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const PACKAGE = 'Package Option';
/** Rules of required columns with these headers. */
const toRules = <Name extends string>(...names: Name[]) =>
  names.map((name) => ({ name, header: name, required: true }));
const outcome = (parsed: Parsed<unknown>) =>
  'error' in parsed ? parsed.error.message : parsed.value;

test('reads fairs written by LibreOffice with hidden, merged, formula and total rows', async () => {
  const sheet = await readSheet(fixture('fairs-by-libreoffice.xlsx'));
  expect(sheet.name).toBe('Fairs');
  const { header, rows, warnings } = readTable(
    sheet,
    toRules('School Identifier', 'Fair Name', 'Start Date', 'End Date', 'Sales Tax Rate', PACKAGE),
  );
  expect(header.number).toBe(3);
  const read = rows.map(({ number, hidden, cells }) => [
    number,
    hidden,
    cellText(cells['Fair Name']),
    outcome(parseDay(cells['Start Date'], 'Start Date')),
    outcome(parseDay(cells['End Date'], 'End Date')),
    outcome(parseRatePpm(cells['Sales Tax Rate'], 'Sales Tax Rate')),
    cellText(cells[PACKAGE]),
  ]);
  const start = '2025-09-05';
  expect(read).toEqual([
    [4, false, 'Douglas “Autumn” Fair 📚', start, '2025-09-12', 82_500, '25p400'],
    [5, true, 'Fair Two', start, '2025-09-09', 82_500, '3'],
    [6, false, '#N/A', start, '2025-05-09', 825, '6'],
  ]);
  expect(warnings.map((warning) => warning.code)).toEqual([
    'UNKNOWN_COLUMN',
    'UNKNOWN_COLUMN',
    'UNREAD_SHEETS',
    'HIDDEN_ROWS',
    'TOTAL_ROW',
  ]);
});

test('reads a 1904 workbook written by LibreOffice', async () => {
  const sheet = await readSheet(fixture('dates-of-1904-by-libreoffice.xlsx'));
  const table = readTable(sheet, toRules('Carton', 'ISBN/SKU', 'Packed on', 'Quantity'));
  const read = table.rows.map(({ cells }) => [
    cellText(cells.Carton),
    outcome(parseIsbnOrSku(cells['ISBN/SKU'], 'ISBN/SKU')),
    outcome(parseDay(cells['Packed on'], 'Packed on', table)),
    outcome(parseQuantity(cells.Quantity, 'Quantity')),
  ]);
  const lost = 'Number lost digits (9.78031E+12): format the column as Text.';
  expect(read).toEqual([
    ['C1', { code: '9780306406157', kind: 'isbn' }, '2025-09-05', 5],
    ['C2', { code: '012345678905', kind: 'sku' }, '1904-01-02', 12],
    ['C2', lost, '2025-07-02', 'Quantity must be a whole number greater than 0.'],
  ]);
});

test('10,000 rows arrive whole and in order', async () => {
  const count = 10_000;
  const rows = Array.from(
    { length: count },
    (_, index) => `<row><c t="str"><v>Title ${index}</v></c><c><v>${index}</v></c></row>`,
  ).join('');
  const sheet = await readSheet(await makeWorkbook({ rows }));
  expect(sheet.rows).toEqual(
    Array.from({ length: count }, (_, index) => ({
      number: index + 1,
      hidden: false,
      cells: [
        { kind: 'text', text: `Title ${index}` },
        { kind: 'number', number: index, text: String(index), percent: false },
      ],
    })),
  );
});

test('the caller keeps the bytes, and several files at once are all read', async () => {
  const bytes = fixture('fairs-by-libreoffice.xlsx');
  const before = Buffer.from(bytes);
  const sheets = await Promise.all([
    readSheet(bytes),
    readSheet(bytes),
    readSheet(Buffer.from('PK')).catch((error: unknown) => error),
    readSheet(bytes),
  ]);
  expect(sheets[2]).toBeInstanceOf(SpreadsheetError);
  expect(sheets[3]).toEqual(sheets[0]);
  expect(bytes.equals(before)).toBe(true);
});

test('a file with any byte changed is read or refused, and nothing else', async () => {
  const original = fixture('fairs-by-libreoffice.xlsx');
  let random = 20_250_905;
  const next = (below: number) =>
    (random = (random * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  const outcomes = { read: 0, refused: 0 };
  for (let round = 0; round < 400; round++) {
    const bytes = Buffer.from(original);
    for (let change = 0; change <= round % 3; change++) bytes[next(bytes.length)] = next(256);
    try {
      await readWorkbook(bytes);
      outcomes.read++;
    } catch (error) {
      if (!(error instanceof SpreadsheetError)) throw error;
      outcomes.refused++;
    }
  }
  expect(outcomes.read).toBeGreaterThan(0);
  expect(outcomes.refused).toBeGreaterThan(0);
});

const packingList = new URL(
  '../../../../../../shared/data/fair-a/packing-list.xlsx',
  import.meta.url,
);
test.runIf(existsSync(packingList))(
  'reads the real packing list: two lines above the header, 12 cartons, a total',
  async () => {
    const { header, rows, warnings } = readTable(
      await readSheet(readFileSync(packingList)),
      toRules('Carton', 'ISBN/SKU', 'Title', 'Author', 'Category', 'Price', 'Quantity', 'Taxable'),
    );
    expect([header.number, rows[0]?.number, rows.at(-1)?.number]).toEqual([3, 4, 288]);
    expect(new Set(rows.map((row) => cellText(row.cells.Carton))).size).toBe(12);
    const units = rows.map((row) => outcome(parseQuantity(row.cells.Quantity, 'Quantity')));
    expect(units.reduce<number>((sum, quantity) => sum + Number(quantity), 0)).toBe(2161);
    const codes = rows.map((row) => parseIsbnOrSku(row.cells['ISBN/SKU'], 'ISBN/SKU'));
    expect(codes.filter((parsed) => 'error' in parsed)).toEqual([]);
    expect(warnings).toEqual([
      { code: 'TOTAL_ROW', message: 'Row 289 starts with "Total" and was skipped.', row: 289 },
    ]);
  },
);
