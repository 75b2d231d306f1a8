import { describe, expect, test } from 'vitest';
import type { ColumnRule } from '#api/spreadsheets/header.ts';
import { columnLetters, EMPTY, type Cell, type Sheet } from '#api/spreadsheets/sheet.ts';
import { SpreadsheetError } from '#api/spreadsheets/spreadsheet-error.ts';
import { readTable } from '#api/spreadsheets/table.ts';

type Name = 'code' | 'title' | 'price' | 'quantity';
const columns: ColumnRule<Name>[] = [
  { name: 'code', header: 'ISBN/SKU', aliases: ['ISBN', 'SKU', 'UPC'], required: true },
  { name: 'title', header: 'Title' },
  { name: 'price', header: 'Price', aliases: ['Retail'], required: true },
  { name: 'quantity', header: 'Quantity', aliases: ['Qty'], required: true },
];

/**
 * Builds a sheet of text cells. The first row is row 1; null leaves a row out as the reader does.
 */
function toSheet(
  rows: readonly (readonly string[] | null)[],
  hidden: readonly number[] = [],
): Sheet {
  const cells = (values: readonly string[]): Cell[] =>
    values.map((text) => (text === '' ? EMPTY : { kind: 'text', text }));
  return {
    name: 'Sheet1',
    date1904: false,
    merged: [],
    unread: [],
    rows: rows.flatMap((values, index) =>
      values
        ? [{ number: index + 1, hidden: hidden.includes(index + 1), cells: cells(values) }]
        : [],
    ),
  };
}
const HEADER = ['ISBN/SKU', 'Title', 'Price', 'Quantity'];
const BOOK = ['9780306406157', 'A', '8.99', '5'];

function refusal(sheet: Sheet): string {
  try {
    readTable(sheet, columns);
  } catch (error) {
    if (error instanceof SpreadsheetError) return error.sentence;
    throw error;
  }
  throw new Error('The sheet was accepted.');
}

const read = (...rows: (readonly string[] | null)[]) => readTable(toSheet(rows), columns);
const toNumbers = ({ rows }: ReturnType<typeof read>) => rows.map((row) => row.number);

describe('the header', () => {
  test('is found under title lines, and rows keep their Excel numbers', () => {
    const table = read(['Packing list'], null, HEADER, BOOK, null, BOOK);
    expect(table.header.number).toBe(3);
    expect(toNumbers(table)).toEqual([4, 6]);
    expect(table.rows[0]?.cells).toEqual({
      code: { kind: 'text', text: '9780306406157' },
      title: { kind: 'text', text: 'A' },
      price: { kind: 'text', text: '8.99' },
      quantity: { kind: 'text', text: '5' },
    });
    expect(table.warnings).toEqual([]);
  });
  test('is read in any order, case and punctuation, by its aliases too', () => {
    const table = read(['qty *', ' RETAIL:', 'i.s.b.n.'], ['5', '8.99', 'PEN-1']);
    expect(table.rows[0]?.cells).toMatchObject({
      code: { text: 'PEN-1' },
      price: { text: '8.99' },
      quantity: { text: '5' },
      title: EMPTY,
    });
  });
  test('is the first row with all required headers', () => {
    const table = read(['Title', 'Price'], HEADER, HEADER);
    expect([table.header.number, toNumbers(table)]).toEqual([2, [3]]);
  });
  test('must be in the top 10 rows', () => {
    const lines = Array.from({ length: 9 }, (_, index) => [`Line ${index}`]);
    expect(read(...lines, HEADER, BOOK).header.number).toBe(10);
    expect(refusal(toSheet([...lines, ['Line 9'], HEADER, BOOK]))).toBe(
      'No header row was found in the top 10 rows. It must contain: ISBN/SKU, Price, Quantity.',
    );
  });
  test('names missing columns', () => {
    const findRefusal = (...header: string[]) => refusal(toSheet([header, BOOK]));
    expect(findRefusal('ISBN', 'Title', 'Quantity')).toBe('The column "Price" is missing.');
    expect(findRefusal('ISBN', 'Title')).toBe('The columns "Price", "Quantity" are missing.');
  });
  test('warns of unknown and duplicate columns, and prefers the exact name', () => {
    const table = read(['SKU', 'Shelf', ...HEADER, 'Error'], ['OTHER', 'B7', ...BOOK, 'Wrong.']);
    expect(table.rows[0]?.cells.code).toEqual({ kind: 'text', text: '9780306406157' });
    expect(table.warnings.map(({ code, column }) => [code, column])).toEqual([
      ['DOUBLE_COLUMN', 'SKU'],
      ['UNKNOWN_COLUMN', 'Shelf'],
    ]);
  });
  test('can be mapped by hand', () => {
    const sheet = toSheet([
      ['Number', 'Title', 'What it costs', 'Price', 'Quantity'],
      ['PEN-1', 'Pen', '1.50', '9.99', '5'],
    ]);
    const mapping = { Number: 'code', 'what it costs': 'price', Price: null } as const;
    const table = readTable(sheet, columns, mapping);
    const [code, price] = [{ text: 'PEN-1' }, { text: '1.50' }];
    expect(table.rows[0]?.cells).toMatchObject({ code, price });
    expect(table.warnings).toEqual([]);
  });
  test('ignores a mapping to an unknown column', () => {
    const mapping: Record<string, Name> = JSON.parse('{"__proto__":"code","Title":"constructor"}');
    const [row] = readTable(toSheet([HEADER, BOOK]), columns, mapping).rows;
    expect(row?.cells.title).toEqual({ kind: 'text', text: 'A' });
  });
});

describe('the rows', () => {
  test('skip blank ones and a last one that starts with Total', () => {
    const table = read(HEADER, BOOK, ['', ' ', ''], BOOK, ['', 'Total:', '', '10'], ['']);
    expect(toNumbers(table)).toEqual([2, 4]);
    expect(table.warnings).toEqual([
      { code: 'TOTAL_ROW', message: 'Row 5 starts with "Total" and was skipped.', row: 5 },
    ]);
  });
  test('keep a Total that is not the last, and titles that begin like it', () => {
    expect(toNumbers(read(HEADER, ['Total', '', '', '5'], BOOK))).toEqual([2, 3]);
    const recall = ['9780306406157', 'Total Recall', '8.99', '5'];
    expect(toNumbers(read(HEADER, recall))).toEqual([2]);
    expect(toNumbers(read(HEADER, ['TOTALLY-1', 'Pen', '1', '5']))).toEqual([2]);
  });
  test('are read when hidden, with a warning', () => {
    const table = readTable(toSheet([HEADER, BOOK, BOOK, BOOK], [3, 4]), columns);
    expect(table.rows.map((row) => row.hidden)).toEqual([false, true, true]);
    const message = '2 rows are hidden in the file but still imported: 3, 4.';
    expect(table.warnings).toEqual([{ code: 'HIDDEN_ROWS', message }]);
  });
  test('of other sheets are not read, which a warning says', () => {
    const unread = [
      { name: 'Cartons', isHidden: true },
      { name: 'Notes', isHidden: false },
    ];
    const table = readTable({ ...toSheet([HEADER, BOOK]), unread }, columns);
    const message = 'Only the sheet "Sheet1" was read, not "Cartons" (hidden), "Notes".';
    expect(table.warnings).toEqual([{ code: 'UNREAD_SHEETS', message }]);
  });
  test('a file of only a header has none', () => expect(read(HEADER).rows).toEqual([]));
  test('an empty sheet is refused', () =>
    expect(refusal(toSheet([]))).toBe('The first visible sheet is empty.'));
  test('10,000 are read, one more is refused', () => {
    const rows = Array.from({ length: 10_000 }, () => BOOK);
    expect(read(['Title line'], HEADER, ...rows, ['Total']).rows).toHaveLength(10_000);
    expect(refusal(toSheet([HEADER, ...rows, BOOK]))).toBe(
      'The sheet has more than 10,000 rows. Split it into several files.',
    );
  });
});

test('columns are named as Excel names them', () =>
  expect([0, 25, 26, 51, 701, 702, 16_383].map(columnLetters)).toEqual([
    'A',
    'Z',
    'AA',
    'AZ',
    'ZZ',
    'AAA',
    'XFD',
  ]));

describe('merged cells', () => {
  const merged = (reference: string, left: number, top: number, right: number, bottom: number) => ({
    reference,
    left,
    top,
    right,
    bottom,
  });
  const rows = [
    ['Packing list', '', '', ''],
    HEADER,
    ['9780306406157', 'A', '8.99', '5'],
    ['PEN', '', '', ''],
    ['CUP', '', '2.00', '1'],
  ];
  const readMerged = (...ranges: ReturnType<typeof merged>[]) =>
    readTable(
      { ...toSheet(rows), merged: ranges },
      columns.map((column) => ({ ...column, isCount: column.name === 'quantity' })),
    );
  const texts = (table: ReturnType<typeof readMerged>, column: Name) =>
    table.rows.map(({ cells }) => (cells[column].kind === 'text' ? cells[column].text : null));

  test('hold their value in each row, below lines above the header, and a note names them', () => {
    const table = readMerged(merged('A1:D1', 0, 1, 3, 1), merged('B3:B5', 1, 3, 1, 5));
    expect(texts(table, 'title')).toEqual(['A', 'A', 'A']);
    expect(table.sheet.rows.at(-1)?.cells[1]).toEqual({ kind: 'text', text: 'A' });
    const message = 'title: B3:B5 are merged; the value counts for each of their rows.';
    expect(table.warnings).toEqual([{ code: 'MERGED_VALUE', message, column: 'title' }]);
  });
  test('of a count and across columns are read as blank, with their rows', () => {
    const table = readMerged(merged('D3:D4', 3, 3, 3, 4), merged('A4:C4', 0, 4, 2, 4));
    expect(texts(table, 'quantity')).toEqual(['5', null, '1']);
    expect(table.warnings.map(({ row, message }) => [row, message])).toEqual([
      [4, 'D3:D4 are merged; quantity of row 4 is read as blank.'],
      [4, 'A4:C4 are merged; title of row 4 is read as blank.'],
      [4, 'A4:C4 are merged; price of row 4 is read as blank.'],
    ]);
  });
  test('with the header do not make it a value', () => {
    const table = readMerged(merged('B2:B3', 1, 2, 1, 3));
    expect(texts(table, 'title')).toEqual(['A', null, null]);
    expect(table.warnings.map(({ message }) => message)).toEqual([
      'B2:B3 are merged; title of row 3 is read as blank.',
    ]);
  });
});
