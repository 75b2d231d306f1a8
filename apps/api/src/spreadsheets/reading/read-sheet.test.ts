import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseDay } from '#api/spreadsheets/cells/day.ts';
import { parseIsbnOrSku } from '#api/spreadsheets/cells/isbn-or-sku.ts';
import type { Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { parseQuantity } from '#api/spreadsheets/cells/quantity.ts';
import { parseRatePpm } from '#api/spreadsheets/cells/rate.ts';
import { cellText } from '#api/spreadsheets/cells/text.ts';
import type { ColumnRule } from '#api/spreadsheets/header.ts';
import { readSheet } from '#api/spreadsheets/reading/read-sheet.ts';
import { readWorkbook } from '#api/spreadsheets/reading/read-workbook.ts';
import { SpreadsheetError } from '#api/spreadsheets/spreadsheet-error.ts';
import { readTable } from '#api/spreadsheets/table.ts';
import { makeWorkbook } from '#testing/workbook.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const outcome = (parsed: Parsed<unknown>) =>
  'error' in parsed ? parsed.error.message : parsed.value;

type FairColumn = 'school' | 'name' | 'start' | 'end' | 'rate' | 'package';
const fairColumns: ColumnRule<FairColumn>[] = [
  { name: 'school', header: 'School Identifier', required: true },
  { name: 'name', header: 'Fair Name', required: true },
  { name: 'start', header: 'Start Date', required: true },
  { name: 'end', header: 'End Date', required: true },
  { name: 'rate', header: 'Sales Tax Rate', required: true },
  { name: 'package', header: 'Package Option', required: true },
];

test('reads fairs written by LibreOffice with hidden, merged, formula and total rows', async () => {
  const sheet = await readSheet(fixture('fairs-by-libreoffice.xlsx'));
  expect(sheet.name).toBe('Fairs');
  const { header, rows, warnings } = readTable(sheet, fairColumns);
  expect([header.number, rows.map((row) => row.number), rows.map((row) => row.hidden)]).toEqual([
    3,
    [4, 5, 6],
    [false, true, false],
  ]);
  expect(rows.map((row) => cellText(row.cells.name))).toEqual([
    'Douglas “Autumn” Fair 📚',
    'Fair Two',
    '#N/A',
  ]);
  expect(rows.map((row) => outcome(parseDay(row.cells.start, 'Start Date')))).toEqual([
    '2025-09-05',
    '2025-09-05',
    '2025-09-05',
  ]);
  expect(rows.map((row) => outcome(parseDay(row.cells.end, 'End Date')))).toEqual([
    '2025-09-12',
    '2025-09-09',
    '2025-05-09',
  ]);
  expect(rows.map((row) => outcome(parseRatePpm(row.cells.rate, 'Sales Tax Rate')))).toEqual([
    82_500, 82_500, 825,
  ]);
  expect(rows.map((row) => cellText(row.cells.package))).toEqual(['25p400', '3', '6']);
  expect(warnings.map((warning) => warning.code)).toEqual([
    'UNKNOWN_COLUMN',
    'UNKNOWN_COLUMN',
    'HIDDEN_ROWS',
    'TOTAL_ROW',
  ]);
});

test('reads a 1904 workbook written by LibreOffice', async () => {
  const sheet = await readSheet(fixture('dates-of-1904-by-libreoffice.xlsx'));
  const table = readTable(sheet, [
    { name: 'carton', header: 'Carton' },
    { name: 'code', header: 'ISBN/SKU', required: true },
    { name: 'packed', header: 'Packed on' },
    { name: 'quantity', header: 'Quantity' },
  ]);
  expect(table.rows.map((row) => outcome(parseDay(row.cells.packed, 'Packed on', table)))).toEqual([
    '2025-09-05',
    '1904-01-02',
    '2025-07-02',
  ]);
  expect(table.rows.map((row) => outcome(parseIsbnOrSku(row.cells.code, 'ISBN/SKU')))).toEqual([
    { code: '9780306406157', kind: 'isbn' },
    { code: '012345678905', kind: 'sku' },
    'Number lost digits (9.78031E+12): format the column as Text.',
  ]);
  expect(table.rows.map((row) => cellText(row.cells.carton))).toEqual(['C1', 'C2', 'C2']);
  expect(table.rows.map((row) => outcome(parseQuantity(row.cells.quantity, 'Quantity')))).toEqual([
    5,
    12,
    'Quantity must be a whole number greater than 0.',
  ]);
});

describe('10,000 rows', () => {
  test('arrive whole and in order', async () => {
    const rows = Array.from(
      { length: 10_000 },
      (_, index) => `<row><c t="str"><v>Title ${index}</v></c><c><v>${index}</v></c></row>`,
    ).join('');
    const sheet = await readSheet(await makeWorkbook({ rows }));
    expect(sheet.rows).toHaveLength(10_000);
    for (const [index, row] of sheet.rows.entries())
      expect(row).toEqual({
        number: index + 1,
        hidden: false,
        cells: [
          { kind: 'text', text: `Title ${index}` },
          { kind: 'number', number: index, text: String(index), percent: false },
        ],
      });
  });
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
    const names = [
      'Carton',
      'ISBN/SKU',
      'Title',
      'Author',
      'Category',
      'Price',
      'Quantity',
      'Taxable',
    ] as const;
    const { header, rows, warnings } = readTable(
      await readSheet(readFileSync(packingList)),
      names.map((name) => ({ name, header: name, required: true })),
    );
    expect([header.number, rows[0]?.number, rows.at(-1)?.number]).toEqual([3, 4, 288]);
    expect(new Set(rows.map((row) => cellText(row.cells.Carton))).size).toBe(12);
    const units = rows.map((row) => outcome(parseQuantity(row.cells.Quantity, 'Quantity')));
    expect(units.reduce<number>((sum, quantity) => sum + Number(quantity), 0)).toBe(2161);
    expect(
      rows
        .map((row) => parseIsbnOrSku(row.cells['ISBN/SKU'], 'ISBN/SKU'))
        .filter((parsed) => 'error' in parsed),
    ).toEqual([]);
    expect(warnings).toEqual([
      { code: 'TOTAL_ROW', message: 'Row 289 starts with "Total" and was skipped.', row: 289 },
    ]);
  },
);
