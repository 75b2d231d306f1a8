import { expect, test, describe, afterAll } from 'vitest';
import { readSheet } from '#api/spreadsheets/reading/read-sheet.ts';
import { makeWorkbook } from '#testing/workbook.ts';
import { makeZip } from '#testing/zip.ts';
import {
  MEGABYTE,
  ONE_CELL,
  refusal,
  repeated,
  SHEET,
  SHEET_START,
  SHEET_END,
  withPart,
  ONLY_XLSX,
  TOO_LARGE_INSIDE,
  DAMAGED,
  DOCUMENT_TYPE,
} from '#testing/hostile-sheets.ts';

/** Peak memory of the process while the files are read. */
let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 10);
afterAll(() => {
  clearInterval(watch);
  expect(peak).toBeLessThan(400 * MEGABYTE);
});

describe('what is no xlsx file', () => {
  const legacy = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)]);
  const locked =
    'Only Xlsx file is allowed. This is an .xls workbook or a password-protected one. Save it as .xlsx without a password.';
  const macros =
    'Only Xlsx file is allowed. This workbook contains macros. Save it as .xlsx without them.';

  test('an .xls or a workbook with a password, renamed', async () =>
    expect(await refusal(legacy)).toEqual(['UNSUPPORTED_FILE', locked]));
  test('a csv file, renamed', async () =>
    expect(await refusal(Buffer.from('ISBN,Title,Price\n9780306406157,A,8.99\n'))).toEqual([
      'UNSUPPORTED_FILE',
      ONLY_XLSX,
    ]));
  test('an empty file', async () =>
    expect(await refusal(Buffer.alloc(0))).toEqual(['VALIDATION_FAILED', 'The file is empty.']));
  test('another zip', async () =>
    expect(await refusal(await makeZip([{ name: 'readme.txt', content: 'hello' }]))).toEqual([
      'UNSUPPORTED_FILE',
      ONLY_XLSX,
    ]));
  test('a Word document', async () => {
    const rels =
      '<Relationships><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';
    const document = await makeZip([
      { name: '[Content_Types].xml', content: '<Types/>' },
      { name: '_rels/.rels', content: rels },
      { name: 'word/document.xml', content: '<document><body/></document>' },
    ]);
    expect(await refusal(document)).toEqual(['UNSUPPORTED_FILE', ONLY_XLSX]);
  });
  test('a binary workbook (.xlsb)', async () => {
    const rels =
      '<Relationships><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.bin"/></Relationships>';
    const binary = await makeZip([
      { name: '[Content_Types].xml', content: '<Types/>' },
      { name: '_rels/.rels', content: rels },
      { name: 'xl/workbook.bin', content: 'x' },
    ]);
    expect(await refusal(binary)).toEqual(['UNSUPPORTED_FILE', ONLY_XLSX]);
  });
  test('a workbook with VBA', async () =>
    expect(
      await refusal(
        await makeWorkbook({
          rows: ONE_CELL,
          extra: [{ name: 'xl/vbaProject.bin', content: 'x' }],
        }),
      ),
    ).toEqual(['UNSUPPORTED_FILE', macros]));
  test('an .xlsm without VBA', async () =>
    expect(
      await refusal(
        await makeWorkbook({
          rows: ONE_CELL,
          contentType: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
        }),
      ),
    ).toEqual(['UNSUPPORTED_FILE', macros]));
  test('a zip with an encrypted entry', async () =>
    expect(await refusal(await withPart(SHEET, 'secret', { flags: 1 }))).toEqual([
      'UNSUPPORTED_FILE',
      locked,
    ]));
});

describe('files that are too large', { timeout: 120_000 }, () => {
  const padded = async (bytes: number) => {
    const empty = await makeWorkbook({
      rows: ONE_CELL,
      extra: [{ name: 'xl/media/picture.png', content: '', stored: true }],
    });
    return makeWorkbook({
      rows: ONE_CELL,
      extra: [
        {
          name: 'xl/media/picture.png',
          content: Buffer.alloc(bytes - empty.length, 7),
          stored: true,
        },
      ],
    });
  };
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
    const bomb = await withPart(SHEET, repeated(SHEET_START, ' ', 400, SHEET_END));
    expect(bomb.length).toBeLessThan(MEGABYTE);
    expect(await refusal(bomb)).toEqual(TOO_LARGE_INSIDE);
  });
  test('a bomb that claims to be small', async () =>
    expect(
      await refusal(
        await withPart(SHEET, repeated(SHEET_START, '<c/>', 400, SHEET_END), { claimedSize: 1000 }),
      ),
    ).toEqual(DAMAGED));
  test('many parts that are too large together', async () => {
    const media = Array.from({ length: 30 }, (_, index) => ({
      name: `xl/media/${index}.png`,
      content: repeated('', 'x', 4, ''),
    }));
    expect(await refusal(await makeWorkbook({ rows: ONE_CELL, extra: media }))).toEqual(
      TOO_LARGE_INSIDE,
    );
  });
  test('more parts than a workbook has', async () => {
    const media = Array.from({ length: 2100 }, (_, index) => ({
      name: `xl/media/${index}.png`,
      content: '',
    }));
    expect(await refusal(await makeWorkbook({ rows: ONE_CELL, extra: media }))).toEqual(
      TOO_LARGE_INSIDE,
    );
  });
  test('a text of 99 MB in one cell', async () =>
    expect(
      await refusal(
        await withPart(
          SHEET,
          repeated(`${SHEET_START}<row><c t="str"><v>`, 'x', 99, `</v></c></row>${SHEET_END}`),
        ),
      ),
    ).toEqual(TOO_LARGE_INSIDE));
  test('an attribute of 99 MB', async () =>
    expect(
      await refusal(
        await withPart(SHEET, repeated(`${SHEET_START}<row r="`, '1', 99, `"/>${SHEET_END}`)),
      ),
    ).toEqual(TOO_LARGE_INSIDE));
  test('one long text that 500,000 cells share', async () => {
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`;
    expect(
      await refusal(
        await makeWorkbook({
          rows: row.repeat(10_000),
          sharedStrings: [`<t>${'x'.repeat(32_000)}</t>`],
        }),
      ),
    ).toEqual(TOO_LARGE_INSIDE);
  });
  test('skips 40 MB of shared strings that no cell uses', async () => {
    const strings = repeated(
      '<sst><si><t>used</t></si>',
      '<si><t>unused text</t></si>',
      40,
      '</sst>',
    );
    const bytes = await withPart(
      'xl/sharedStrings.xml',
      strings,
      {},
      { rows: '<row><c t="s"><v>0</v></c></row>' },
    );
    expect((await readSheet(bytes, { milliseconds: 60_000 })).rows[0]?.cells).toEqual([
      { kind: 'text', text: 'used' },
    ]);
  });
  test('40 MB of cells without a value cost time and no memory', async () => {
    const outcome = await readSheet(
      await withPart(
        SHEET,
        repeated(`${SHEET_START}<row>`, '<c r="A1" s="1"/>', 40, `</row>${SHEET_END}`),
      ),
      { milliseconds: 60_000 },
    );
    expect(outcome.rows).toEqual([]);
  });
});

describe('limits of the sheet', () => {
  const rows = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => `<row r="${index + 1}"><c t="inlineStr"><is><t>${index}</t></is></c></row>`,
    ).join('');
  test('more than 10,000 rows of data', async () => {
    expect((await readSheet(await makeWorkbook({ rows: rows(10_001) }))).rows).toHaveLength(10_001);
    expect(await refusal(await makeWorkbook({ rows: rows(10_020) }))).toEqual([
      'VALIDATION_FAILED',
      'The sheet has more than 10,000 rows. Split it into several files.',
    ]);
  });
  test('a value in column 51, and one in column 1,000,000', async () => {
    const tooWide = [
      'VALIDATION_FAILED',
      'The sheet has more than 50 columns. Remove the ones that are not needed.',
    ];
    expect(
      (
        await readSheet(
          await makeWorkbook({ rows: '<row><c r="AX1"><v>1</v></c><c r="XFD1" s="1"/></row>' }),
        )
      ).rows[0]?.cells,
    ).toHaveLength(50);
    expect(
      await refusal(await makeWorkbook({ rows: '<row><c r="AY1"><v>1</v></c></row>' })),
    ).toEqual(tooWide);
    expect(
      await refusal(await makeWorkbook({ rows: '<row><c r="BDWGN1"><v>1</v></c></row>' })),
    ).toEqual(tooWide);
  });
  test('a thousand merged ranges over the whole sheet', async () => {
    const merged = `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(1000)}</mergeCells>`;
    expect(
      await refusal(
        await makeWorkbook({ rows: '<row r="1048576"><c><v>1</v></c></row>', afterRows: merged }),
      ),
    ).toEqual(DAMAGED);
  });
});

describe('XML that attacks its reader', () => {
  const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
  test.each([SHEET, 'xl/workbook.xml', 'xl/styles.xml', '[Content_Types].xml', '_rels/.rels'])(
    'a document type definition in %s',
    async (name) => {
      expect(
        await refusal(
          await withPart(
            name,
            `${laughs}<worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`,
          ),
        ),
      ).toEqual(DOCUMENT_TYPE);
    },
  );
  test('an external entity', async () =>
    expect(
      await refusal(
        await withPart(
          SHEET,
          '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="str"><v>&e;</v></c></row></sheetData></worksheet>',
        ),
      ),
    ).toEqual(DOCUMENT_TYPE));
  test('an entity that nobody defined', async () =>
    expect(
      await refusal(await makeWorkbook({ rows: '<row><c t="str"><v>&constructor;</v></c></row>' })),
    ).toEqual(DAMAGED));
  test('elements nested without end', async () =>
    expect(await refusal(await withPart(SHEET, repeated('', '<a>', 90, '')))).toEqual(DAMAGED));
  test('bytes that are no UTF-8', async () =>
    expect(
      await refusal(
        await withPart(
          SHEET,
          Buffer.concat([
            Buffer.from(`${SHEET_START}<row><c t="str"><v>`),
            Buffer.from([0xc3, 0x28]),
            Buffer.from(`</v></c></row>${SHEET_END}`),
          ]),
        ),
      ),
    ).toEqual(DAMAGED));
});

describe('damaged files', () => {
  test('a file that ends too early', async () => {
    const whole = await makeWorkbook({ rows: ONE_CELL });
    expect(await refusal(whole.subarray(0, whole.length - 100))).toEqual(DAMAGED);
    expect(await refusal(whole.subarray(0, 30))).toEqual(DAMAGED);
  });
  test('a sheet that ends too early', async () =>
    expect(await refusal(await withPart(SHEET, `${SHEET_START}<row><c><v>1</v>`))).toEqual(
      DAMAGED,
    ));
  test('a wrong check sum', async () =>
    expect(
      await refusal(
        await withPart(SHEET, `${SHEET_START}${ONE_CELL}${SHEET_END}`, { claimedCrc: 1 }),
      ),
    ).toEqual(DAMAGED));
  test('entries that share their bytes', async () => {
    const copies = Array.from({ length: 50 }, (_, index) => ({
      name: `xl/media/${index}.xml`,
      content: '',
      sharesDataOf: SHEET,
    }));
    expect(await refusal(await makeWorkbook({ rows: ONE_CELL, extra: copies }))).toEqual(DAMAGED);
  });
  test('two entries of one name, but for its case', async () =>
    expect(
      await refusal(
        await makeWorkbook({
          rows: ONE_CELL,
          extra: [{ name: 'XL/Worksheets/SHEET1.xml', content: '<worksheet/>' }],
        }),
      ),
    ).toEqual(DAMAGED));
  test('a name that leads out of the package', async () =>
    expect(
      await refusal(
        await makeWorkbook({ rows: ONE_CELL, extra: [{ name: '../../etc/passwd', content: 'x' }] }),
      ),
    ).toEqual(DAMAGED));
  test('rows out of order', async () =>
    expect(await refusal(await makeWorkbook({ rows: `<row r="7"/>${ONE_CELL}` }))).toEqual(
      DAMAGED,
    ));
  test('a shared string that is missing', async () =>
    expect(
      await refusal(
        await makeWorkbook({
          rows: '<row><c t="s"><v>7</v></c></row>',
          sharedStrings: ['<t>a</t>'],
        }),
      ),
    ).toEqual(DAMAGED));
  test('only hidden sheets', async () =>
    expect(
      await refusal(
        await makeWorkbook({
          sheets: [
            { name: 'A', state: 'hidden' },
            { name: 'B', state: 'veryHidden' },
          ],
        }),
      ),
    ).toEqual(['VALIDATION_FAILED', 'The workbook has no visible sheet.']));
});

describe('the worker', () => {
  test('is stopped when its time is over', async () => {
    expect(
      await refusal(
        await withPart(
          SHEET,
          repeated(`${SHEET_START}<row>`, '<c r="A1"/>', 90, `</row>${SHEET_END}`),
        ),
        { milliseconds: 5 },
      ),
    ).toEqual([
      'VALIDATION_FAILED',
      'The workbook takes too long to read. Split it into several files.',
    ]);
  });
  test('is stopped when it needs too much memory, and the next file is read', async () => {
    const cells = `<row>${'<c t="inlineStr"><is><t>some text or other</t></is></c>'.repeat(50)}</row>`;
    expect(
      await refusal(await makeWorkbook({ rows: cells.repeat(9_000) }), { memoryMegabytes: 10 }),
    ).toEqual([
      'VALIDATION_FAILED',
      'The workbook needs too much memory to read. Split it into several files.',
    ]);
    expect((await readSheet(await makeWorkbook({ rows: ONE_CELL }))).rows).toHaveLength(1);
  });
});
