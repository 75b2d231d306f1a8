import { afterAll, describe, expect, test } from 'vitest';
import { readSheet } from '#api/spreadsheets/reading/read-sheet.ts';
import {
  DAMAGED,
  DOCUMENT_TYPE,
  invalid,
  LOCKED,
  MEGABYTE,
  NOT_XLSX,
  ONE_CELL,
  refusal,
  repeated,
  SHEET,
  SHEET_END,
  SHEET_START,
  TOO_LARGE_INSIDE,
  withPart,
} from '#testing/calls/hostile-sheets.ts';
import { makeWorkbook, type TestWorkbook } from '#testing/files/workbook.ts';
import { makeZip, type TestPart } from '#testing/files/zip.ts';

/** Peak memory of the process while the files are read. */
let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 10);
afterAll(() => {
  clearInterval(watch);
  expect(peak).toBeLessThan(400 * MEGABYTE);
});

type Row = [what: string, make: () => Buffer | Promise<Buffer>, refused: [string, string]];
/** Tests that each file is refused with its sentence. */
const refuses = (rows: readonly Row[]) =>
  test.each(rows)('%s', async (_, make, refused) =>
    expect(await refusal(await make())).toEqual(refused),
  );
/** Builds a workbook of one cell with more parts, or with other XML. */
const book = (workbook: TestWorkbook) => makeWorkbook({ rows: ONE_CELL, ...workbook });
const withRows = (rows: string) => book({ rows });
const withCell = (cell: string) => withRows(`<row>${cell}</row>`);
const inSheet = (start: string, text: string, megabytes: number, end: string) =>
  repeated(`${SHEET_START}${start}`, text, megabytes, `${end}${SHEET_END}`);

/** Builds a package of another program, whose main part is `target`. */
const otherPackage = (target: string, content: string) =>
  makeZip([
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: '_rels/.rels',
      content: `<Relationships><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${target}"/></Relationships>`,
    },
    { name: target, content },
  ]);

describe('what is no xlsx file', () => {
  const legacy = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)]);
  refuses([
    ['an .xls or a workbook with a password, renamed', () => legacy, LOCKED],
    ['a csv file, renamed', () => Buffer.from('ISBN,Title\n9780306406157,A\n'), NOT_XLSX],
    ['an empty file', () => Buffer.alloc(0), invalid('The file is empty.')],
    ['another zip', () => makeZip([{ name: 'readme.txt', content: 'hello' }]), NOT_XLSX],
    [
      'a Word document',
      () => otherPackage('word/document.xml', '<document><body/></document>'),
      NOT_XLSX,
    ],
    ['a binary workbook (.xlsb)', () => otherPackage('xl/workbook.bin', 'x'), NOT_XLSX],
    ['a zip with an encrypted entry', () => withPart(SHEET, 'secret', { flags: 1 }), LOCKED],
  ]);
});

describe('files that are too large', () => {
  const picture = 'xl/media/picture.png';
  const padded = async (bytes: number) => {
    const withPicture = (content: Buffer) =>
      book({ extra: [{ name: picture, content, stored: true }] });
    const empty = await withPicture(Buffer.alloc(0));
    return withPicture(Buffer.alloc(bytes - empty.length, 7));
  };
  const media = (count: number, content: () => TestPart['content']) =>
    book({
      extra: Array.from({ length: count }, (_, at) => ({
        name: `xl/media/${at}.png`,
        content: content(),
      })),
    });
  const honestBomb = () => withPart(SHEET, inSheet('', ' ', 400, ''));

  test('5,242,880 bytes are read, one more is refused', async () => {
    const largest = await padded(5_242_880);
    expect(largest.length).toBe(5_242_880);
    expect((await readSheet(largest)).rows).toHaveLength(1);
    expect(await refusal(await padded(5_242_881))).toEqual([
      'FILE_TOO_LARGE',
      'File exceed the maximum size of 5 MB.',
    ]);
  });
  test('a bomb of 400 MB in a file below 1 MB, with honest sizes', async () => {
    const bomb = await honestBomb();
    expect(bomb.length).toBeLessThan(MEGABYTE);
    expect(await refusal(bomb)).toEqual(TOO_LARGE_INSIDE);
  });
  refuses([
    [
      'a bomb that claims to be small',
      () => withPart(SHEET, inSheet('', '<c/>', 400, ''), { claimedSize: 1000 }),
      DAMAGED,
    ],
    [
      'many parts that are too large together',
      () => media(30, () => repeated('', 'x', 4, '')),
      TOO_LARGE_INSIDE,
    ],
    ['more parts than a workbook has', () => media(2100, () => ''), TOO_LARGE_INSIDE],
    [
      'a text of 99 MB in one cell',
      () => withPart(SHEET, inSheet('<row><c t="str"><v>', 'x', 99, '</v></c></row>')),
      TOO_LARGE_INSIDE,
    ],
    [
      'an attribute of 99 MB',
      () => withPart(SHEET, inSheet('<row r="', '1', 99, '"/>')),
      TOO_LARGE_INSIDE,
    ],
    [
      'one long text that 500,000 cells share',
      () =>
        book({
          rows: `<row>${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`.repeat(10_000),
          sharedStrings: [`<t>${'x'.repeat(32_000)}</t>`],
        }),
      TOO_LARGE_INSIDE,
    ],
  ]);
  test('skips 40 MB of shared strings that no cell uses', async () => {
    const unused = '<si><t>unused text</t></si>';
    const strings = repeated('<sst><si><t>used</t></si>', unused, 40, '</sst>');
    const rows = '<row><c t="s"><v>0</v></c></row>';
    const bytes = await withPart('xl/sharedStrings.xml', strings, {}, { rows });
    expect((await readSheet(bytes, { milliseconds: 60_000 })).rows[0]?.cells).toEqual([
      { kind: 'text', text: 'used' },
    ]);
  });
  test('40 MB of cells without a value cost time and no memory', async () => {
    const bytes = await withPart(SHEET, inSheet('<row>', '<c r="A1" s="1"/>', 40, '</row>'));
    expect((await readSheet(bytes, { milliseconds: 60_000 })).rows).toEqual([]);
  });
});

describe('limits of the sheet', () => {
  const rows = (count: number) =>
    withRows(
      Array.from(
        { length: count },
        (_, index) => `<row r="${index + 1}"><c t="inlineStr"><is><t>${index}</t></is></c></row>`,
      ).join(''),
    );
  const tooWide = invalid(
    'The sheet has more than 50 columns. Remove the ones that are not needed.',
  );
  test('10,001 rows of data and 50 columns are read', async () => {
    expect((await readSheet(await rows(10_001))).rows).toHaveLength(10_001);
    const wide = await withCell('<c r="AX1"><v>1</v></c><c r="XFD1" s="1"/>');
    expect((await readSheet(wide)).rows[0]?.cells).toHaveLength(50);
  });
  refuses([
    [
      'more than 10,000 rows of data',
      () => rows(10_020),
      invalid('The sheet has more than 10,000 rows. Split it into several files.'),
    ],
    ['a value in column 51', () => withCell('<c r="AY1"><v>1</v></c>'), tooWide],
    ['a value in column 1,000,000', () => withCell('<c r="BDWGN1"><v>1</v></c>'), tooWide],
    [
      'a thousand merged ranges over the whole sheet',
      () =>
        book({
          rows: '<row r="1048576"><c><v>1</v></c></row>',
          afterRows: `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(1000)}</mergeCells>`,
        }),
      DAMAGED,
    ],
  ]);
});

describe('XML that attacks its reader', () => {
  const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
  const external = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
  const entity = (type: string, name: string) =>
    `${type}<worksheet><sheetData><row><c t="str"><v>&${name};</v></c></row></sheetData></worksheet>`;
  const parts = [SHEET, 'xl/workbook.xml', 'xl/styles.xml', '[Content_Types].xml', '_rels/.rels'];
  refuses([
    ...parts.map((name): Row => {
      const make = () => withPart(name, entity(laughs, 'b'));
      return [`a document type definition in ${name}`, make, DOCUMENT_TYPE];
    }),
    ['an external entity', () => withPart(SHEET, entity(external, 'e')), DOCUMENT_TYPE],
    [
      'an entity that nobody defined',
      () => withCell('<c t="str"><v>&constructor;</v></c>'),
      DAMAGED,
    ],
    ['elements nested without end', () => withPart(SHEET, repeated('', '<a>', 90, '')), DAMAGED],
    [
      'bytes that are no UTF-8',
      () =>
        withPart(
          SHEET,
          Buffer.concat([
            Buffer.from(`${SHEET_START}<row><c t="str"><v>`),
            Buffer.from([0xc3, 0x28]),
            Buffer.from(`</v></c></row>${SHEET_END}`),
          ]),
        ),
      DAMAGED,
    ],
  ]);
});

describe('damaged files', () => {
  const added = (name: string, content = 'x') => book({ extra: [{ name, content }] });
  const cut = async (length: number) => (await book({})).subarray(0, length);
  refuses([
    ['a file that ends too early', () => cut(-100), DAMAGED],
    ['a file that ends at once', () => cut(30), DAMAGED],
    [
      'a sheet that ends too early',
      () => withPart(SHEET, `${SHEET_START}<row><c><v>1</v>`),
      DAMAGED,
    ],
    [
      'a wrong check sum',
      () => withPart(SHEET, `${SHEET_START}${ONE_CELL}${SHEET_END}`, { claimedCrc: 1 }),
      DAMAGED,
    ],
    [
      'entries that share their bytes',
      () =>
        book({
          extra: Array.from({ length: 50 }, (_, at) => ({
            name: `xl/media/${at}.xml`,
            content: '',
            sharesDataWith: SHEET,
          })),
        }),
      DAMAGED,
    ],
    [
      'two entries of one name, but for its case',
      () => added('XL/Worksheets/SHEET1.xml', '<worksheet/>'),
      DAMAGED,
    ],
    ['a name that leads out of the package', () => added('../../etc/passwd'), DAMAGED],
    ['rows out of order', () => withRows(`<row r="7"/>${ONE_CELL}`), DAMAGED],
    [
      'a shared string that is missing',
      () => book({ rows: '<row><c t="s"><v>7</v></c></row>', sharedStrings: ['<t>a</t>'] }),
      DAMAGED,
    ],
    [
      'only hidden sheets',
      () =>
        book({
          sheets: [
            { name: 'A', state: 'hidden' },
            { name: 'B', state: 'veryHidden' },
          ],
        }),
      invalid('The workbook has no visible sheet.'),
    ],
  ]);
});

describe('the worker', () => {
  test('is stopped when its time is over', async () => {
    const long = await withPart(SHEET, inSheet('<row>', '<c r="A1"/>', 90, '</row>'));
    expect(await refusal(long, { milliseconds: 5 })).toEqual(
      invalid('The workbook takes too long to read. Split it into several files.'),
    );
  });
  test('is stopped when it needs too much memory, and the next file is read', async () => {
    const cells = `<row>${'<c t="inlineStr"><is><t>some text or other</t></is></c>'.repeat(50)}</row>`;
    expect(await refusal(await withRows(cells.repeat(9_000)), { memoryMegabytes: 10 })).toEqual(
      invalid('The workbook needs too much memory to read. Split it into several files.'),
    );
    expect((await readSheet(await book({}))).rows).toHaveLength(1);
  });
});
