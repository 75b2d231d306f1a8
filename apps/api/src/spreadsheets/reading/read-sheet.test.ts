import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSheet } from '#api/spreadsheets/reading/read-sheet.ts';
import { readWorkbook } from '#api/spreadsheets/reading/read-workbook.ts';
import { SpreadsheetError } from '#api/spreadsheets/spreadsheet-error.ts';
import { makeWorkbook } from '#testing/files/workbook.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));

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
