import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cellText } from '#api/spreadsheets/cells/text.ts';
import { readWorkbook } from '#api/spreadsheets/reading/read-workbook.ts';
import { columnLetters, type Cell } from '#api/spreadsheets/sheet.ts';
import { readTable } from '#api/spreadsheets/table.ts';

/** A cell in the format of `expected_cells.py`. */
type Expected =
  | string
  | number
  | boolean
  | { day: string | null; time: string | null }
  | { error: string }
  | { formula: true };
interface ExpectedSheet {
  sheet: string;
  date1904: boolean;
  hidden: number[];
  percent: string[];
  cells: Record<string, Expected>;
}

const fixtures = new URL('../fixtures/', import.meta.url);
const workbooks = ['corpus', 'odd-cells'].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, fixtures))
    .filter((name) => name.endsWith('.xlsx'))
    .map((name) => `${folder}/${name}`),
);

/** Converts a cell to that format. Undefined for an empty one. */
function written(cell: Cell): Expected | undefined {
  if (cell.kind === 'text') return cell.text;
  if (cell.kind === 'number') return cell.number;
  if (cell.kind === 'boolean') return cell.boolean;
  if (cell.kind === 'date') return { day: cell.day, time: cell.time };
  if (cell.kind === 'empty') return undefined;
  return cell.error === '#FORMULA' ? { formula: true } : { error: cell.error };
}

/** Texts of the packing list that every program of the corpus wrote. */
const PACKING_LIST = [
  ['9780439023481', 'The Hunger Games', '8.99', '5', 'TRUE'],
  ['012345678905', 'Flowers & <tags> “quoted”', '0.01', '9999', 'FALSE'],
  ['9780156030304', '本を読む人 📚', '999.99', '1', 'TRUE'],
  ['PEN-RED', 'Ἀθῆναι Москва', '1234.5678', '-3', 'FALSE'],
  ['0000000123', 'x', '0.0000001', '123456789012', 'TRUE'],
];
const COLUMNS = ['ISBN/SKU', 'Title', 'Price', 'Quantity', 'Taxable'] as const;

test('the corpus holds a workbook of every program that staff use', () => {
  const applications = ['excel-mac', 'excel-windows', 'google-sheets', 'libreoffice', 'numbers'];
  for (const program of [...applications, 'exceljs', 'open-xml-sdk', 'openpyxl', 'sheetjs'])
    expect(workbooks.filter((name) => name.startsWith(`corpus/${program}`))).not.toEqual([]);
});

test.each(workbooks)(
  '%s is read cell by cell as openpyxl reads it, and as a packing list',
  async (name) => {
    const json = readFileSync(new URL(name.replace('.xlsx', '.json'), fixtures), 'utf8');
    const expected = JSON.parse(json) as ExpectedSheet;
    const sheet = await readWorkbook(readFileSync(new URL(name, fixtures)));
    const cells: Record<string, Expected> = {};
    const percent: string[] = [];
    for (const row of sheet.rows) {
      for (const [index, cell] of row.cells.entries()) {
        const value = written(cell);
        if (value === undefined) continue;
        const reference = `${columnLetters(index)}${row.number}`;
        cells[reference] = value;
        if (cell.kind === 'number' && cell.percent) percent.push(reference);
      }
    }
    expect(cells).toEqual(expected.cells);
    expect(percent).toEqual(expected.percent);
    expect(sheet.rows.filter(({ hidden }) => hidden).map(({ number }) => number)).toEqual(
      expected.hidden,
    );
    expect([sheet.name, sheet.date1904]).toEqual([expected.sheet, expected.date1904]);
    if (!name.startsWith('corpus/')) return;
    const rules = COLUMNS.map((column) => ({ name: column, header: column, required: true }));
    const table = readTable(sheet, rules).rows;
    expect(table.map((row) => COLUMNS.map((column) => cellText(row.cells[column])))).toEqual(
      PACKING_LIST,
    );
  },
);
