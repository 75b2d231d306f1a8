import { PassThrough, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { readTable } from '#api/spreadsheets/table.ts';
import { openPackage } from '#api/spreadsheets/reading/package.ts';
import { readSheet } from '#api/spreadsheets/reading/read-sheet.ts';
import { readWorkbook } from '#api/spreadsheets/reading/read-workbook.ts';
import { EMPTY, READ_LIMITS, type Cell } from '#api/spreadsheets/sheet.ts';
import { writeXlsx } from '#api/spreadsheets/writing/write-xlsx.ts';
import type { WrittenColumn, WrittenRow, WrittenSheet } from '#api/spreadsheets/writing/written.ts';

async function written(...sheets: WrittenSheet[]): Promise<Buffer> {
  const out = new PassThrough();
  const [bytes] = await Promise.all([buffer(out), writeXlsx(out, sheets)]);
  return bytes;
}

/** Returns a part of the file as text. */
async function part(bytes: Buffer, name: string): Promise<string> {
  const zip = await openPackage(bytes, { ...READ_LIMITS, unpackedBytes: 1e9 });
  const chunks: Buffer[] = [];
  for await (const chunk of zip.open(name)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Writes one column of values of this kind. */
const column = (kind: WrittenColumn['kind'], rows: WrittenSheet['rows']) =>
  written({ name: 'A', columns: [{ header: 'Value', kind }], rows });
/** Returns the cells of the first column, below its header. */
const toColumn = async (bytes: Buffer) =>
  (await readWorkbook(bytes, { ...READ_LIMITS, rows: 20_000 })).rows
    .slice(1)
    .map(({ cells }) => cells[0]);

const text = (value: string): Cell => ({ kind: 'text', text: value });
const number = (value: number, shown: string, percent = false): Cell => ({
  kind: 'number',
  number: value,
  text: shown,
  percent,
});
const COLUMNS: WrittenColumn[] = [
  { header: 'Title', kind: 'text' },
  { header: 'ISBN/SKU', kind: 'isbn' },
  { header: 'Quantity', kind: 'integer' },
  { header: 'Price', kind: 'money' },
  { header: 'Tax rate', kind: 'percent' },
  { header: 'Day', kind: 'date' },
  { header: 'Sold at', kind: 'datetime' },
];

test('header and title lines stay visible; dates, times and dollars look as specified', async () => {
  const bytes = await written({
    name: 'A',
    titleLines: ['One', 'Two'],
    columns: COLUMNS,
    rows: [],
  });
  expect(await part(bytes, 'xl/worksheets/sheet1.xml')).toContain(
    '<pane ySplit="3" topLeftCell="A4" activePane="bottomLeft" state="frozen"/>',
  );
  const styles = await part(bytes, 'xl/styles.xml');
  for (const format of [
    'mm/dd/yyyy',
    'mm/dd/yyyy hh:mm AM/PM',
    '&quot;$&quot;#,##0.00;-&quot;$&quot;#,##0.00',
  ])
    expect(styles).toContain(`formatCode="${format}"`);
});

test('what is written is read back equal', async () => {
  const bytes = await written({
    name: 'Item sales',
    titleLines: ['Item sales', 'Douglas Elementary School'],
    columns: COLUMNS,
    rows: [
      [
        'The “Big” Café 📚',
        '9780306406157',
        1200,
        -123_456,
        82_500,
        '2025-09-05',
        '2025-09-05T23:59',
      ],
      ['=1+1', '0306406152', 0, 5, 0, '1900-02-28', '2025-01-01T00:00:30'],
      [null, null, null, null, null, null, null],
      { cells: ['Subtotal', null, -3, 99_999, 1, null, '2024-02-29T12:00:00'], bold: true },
    ],
    totals: () => ['Total', null, 1197],
  });
  const sheet = await readSheet(bytes);
  expect(sheet.name).toBe('Item sales');
  expect(sheet.rows.some(({ hidden }) => hidden)).toBe(false);
  const date = (day: string, time: string | null = null): Cell => ({ kind: 'date', day, time });
  expect(sheet.rows.map((row) => [row.number, ...row.cells])).toEqual([
    [1, text('Item sales')],
    [2, text('Douglas Elementary School')],
    [3, ...COLUMNS.map(({ header }) => text(header))],
    [
      4,
      text('The “Big” Café 📚'),
      text('9780306406157'),
      number(1200, '1200'),
      number(-1234.56, '-1234.56'),
      number(0.0825, '0.0825', true),
      date('2025-09-05'),
      date('2025-09-05', '23:59:00'),
    ],
    [
      5,
      text('=1+1'),
      text('0306406152'),
      number(0, '0'),
      number(0.05, '0.05'),
      number(0, '0', true),
      date('1900-02-28'),
      date('2025-01-01', '00:00:30'),
    ],
    [
      7,
      text('Subtotal'),
      EMPTY,
      number(-3, '-3'),
      number(999.99, '999.99'),
      number(0.000001, '0.000001', true),
      EMPTY,
      date('2024-02-29', '12:00:00'),
    ],
    [8, text('Total'), EMPTY, number(1197, '1197')],
  ]);
});

test('every amount of cents from -10.00 to 100.00 comes back to the cent', async () => {
  const cents = Array.from({ length: 11_001 }, (_, index) => index - 1000);
  const cells = await toColumn(
    await column(
      'money',
      cents.map((amount) => [amount]),
    ),
  );
  const amounts = cells.flatMap((cell) => (cell?.kind === 'number' ? [cell] : []));
  expect(amounts.map((cell) => Math.round(cell.number * 100) / 1)).toEqual(
    cents.map((amount) => amount + 0),
  );
  expect(amounts.filter((cell) => !/^-?\d+(\.\d{1,2})?$/.test(cell.text))).toEqual([]);
});

describe('text', () => {
  const odd = [
    '=HYPERLINK("http://example.com")',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tTab',
    'two\nlines',
    ' spaces ',
    '<b>&amp;"\'',
    '_x0041_',
    'emoji 📚',
    '#N/A',
    'TRUE',
    '1e5',
  ];
  test('is never a formula and stays what it was', async () => {
    const rows = odd.map((value) => [value]);
    const bytes = await column('text', rows);
    expect(await toColumn(bytes)).toEqual(odd.map(text));
    expect(await part(bytes, 'xl/worksheets/sheet1.xml')).not.toContain('<f');
  });
  test('loses only what XML cannot contain', async () => {
    const values = ['a\u0000b\u000bc\u001fd\uffffe', 'half \ud83d of a pair', 'line\r\nend\rs'];
    const rows = [...values, 'x'.repeat(40_000)].map((value) => [value]);
    const kept = ['abcde', 'half \ufffd of a pair', 'line\nend\ns', 'x'.repeat(32_767)];
    expect(await toColumn(await column('text', rows))).toEqual(kept.map(text));
  });
  test('may be in a column of numbers, and a value may have its own kind', async () => {
    const rows: WrittenRow[] = [
      ['-'],
      [{ kind: 'integer', value: 7 }],
      [{ kind: 'percent', value: 82_500 }],
      [899],
    ];
    expect(await toColumn(await column('money', rows))).toEqual([
      text('-'),
      number(7, '7'),
      number(0.0825, '0.0825', true),
      number(8.99, '8.99'),
    ]);
  });
});

test('the same rows give the same bytes', async () => {
  const sheet: WrittenSheet = {
    name: 'A',
    columns: COLUMNS,
    rows: [['x', '1', 1, 1, 1, '2025-01-01', '2025-01-01T10:00']],
  };
  expect((await written(sheet)).equals(await written(sheet))).toBe(true);
});

test('sheet names fit Excel’s rules and differ', async () => {
  const names = [
    'Sales: [May] 1/2?',
    'sales   may 1 2',
    '',
    "'quoted'",
    'History',
    'x'.repeat(40),
    'X'.repeat(40),
    `${'y'.repeat(30)}📚`,
  ];
  const bytes = await written(...names.map((name) => ({ name, columns: [], rows: [] })));
  const found = [...(await part(bytes, 'xl/workbook.xml')).matchAll(/<sheet name="([^"]*)"/g)].map(
    (match) => match[1],
  );
  expect(found).toEqual([
    'Sales May 1 2',
    'sales may 1 2 (2)',
    'Sheet',
    'quoted',
    'History (1)',
    'x'.repeat(31),
    `${'X'.repeat(27)} (2)`,
    'y'.repeat(30),
  ]);
});

describe('rows that are too many for one sheet', () => {
  const columns: WrittenColumn[] = [{ header: 'Number', kind: 'integer' }];
  function* numbers(count: number): Generator<WrittenRow> {
    for (let value = 1; value <= count; value++) yield [value];
  }
  test('continue on a second sheet under the same header, with the totals last', async () => {
    const bytes = await written({
      name: 'Orders',
      columns,
      rows: numbers(1_048_576),
      totals: [{ kind: 'integer', value: -1 }],
    });
    const [first, second] = await Promise.all([
      part(bytes, 'xl/worksheets/sheet1.xml'),
      part(bytes, 'xl/worksheets/sheet2.xml'),
    ]);
    expect(first.slice(-140)).toMatch(
      /<row r="1048575"><c r="A1048575" s="\d+"><v>1048574<\/v><\/c><\/row><\/sheetData><\/worksheet>$/,
    );
    expect(second.replace(/ s="\d+"/g, '')).toContain(
      '<row r="1"><c r="A1" t="inlineStr"><is><t xml:space="preserve">Number</t></is></c></row><row r="2"><c r="A2"><v>1048575</v></c></row><row r="3"><c r="A3"><v>1048576</v></c></row><row r="4"><c r="A4"><v>-1</v></c></row></sheetData>',
    );
    expect(await part(bytes, 'xl/workbook.xml')).toContain(
      '<sheet name="Orders" sheetId="1" r:id="rId1"/><sheet name="Orders (2)" sheetId="2" r:id="rId2"/>',
    );
  });
  test('are not kept in memory: one at a time is enough', async () => {
    let taken = 0;
    let sent = 0;
    const rows = (async function* () {
      for (let row = 0; row < 300_000; row++) {
        taken++;
        yield [
          `A title that compresses badly ${(row * 2_654_435_761) % 4_294_967_296} ${(row * 40_503) % 65_537}`,
        ];
      }
    })();
    let furthest = 0;
    const slow = new Writable({
      highWaterMark: 1024,
      write(chunk: Buffer, _, done) {
        sent += chunk.length;
        if (sent < 500_000) furthest = taken;
        setImmediate(done);
      },
    });
    await writeXlsx(slow, [{ name: 'A', columns: [{ header: 'Title', kind: 'text' }], rows }]);
    expect(taken).toBe(300_000);
    expect(furthest).toBeLessThan(100_000);
  });
});

describe('an export that ends early', () => {
  test('tells its source when the reader is gone', async () => {
    let released = false;
    const rows = (async function* (): AsyncGenerator<WrittenRow> {
      try {
        for (let value = 0; ; value++) yield [value];
      } finally {
        released = true;
      }
    })();
    const out = new Writable({
      write: (_chunk, _encoding, done) => done(new Error('The browser is gone.')),
    });
    const sheet: WrittenSheet = { name: 'A', columns: [{ header: 'N', kind: 'integer' }], rows };
    await expect(writeXlsx(out, [sheet])).rejects.toThrow('The browser is gone.');
    await expect.poll(() => released).toBe(true);
  });
  test('fails with the error of its source, or of a value that is not an amount', async () => {
    const failing = (async function* (): AsyncGenerator<WrittenRow> {
      yield [1];
      throw new Error('The connection was lost.');
    })();
    await expect(column('integer', failing)).rejects.toThrow('The connection was lost.');
    await expect(column('money', [[8.99]])).rejects.toThrow(
      '8.99 is not a whole number of its unit.',
    );
  });
});

test('a written table is one that an import reads', async () => {
  const bytes = await written({
    name: 'Template',
    titleLines: ['Packing list'],
    columns: COLUMNS,
    rows: [['A', '9780306406157', 5, 899]],
    totals: ['Total', null, 5],
  });
  const table = readTable(await readSheet(bytes), [
    { name: 'code', header: 'ISBN/SKU', required: true },
    { name: 'price', header: 'Price', required: true },
  ]);
  expect(table.rows).toEqual([
    {
      number: 3,
      hidden: false,
      cells: { code: text('9780306406157'), price: number(8.99, '8.99') },
    },
  ]);
});
