import { describe, expect, test } from 'vitest';
import { readWorkbook } from '#api/spreadsheets/reading/read-workbook.ts';
import { EMPTY, type Cell } from '#api/spreadsheets/sheet.ts';
import { makeWorkbook, workbookParts, type TestWorkbook } from '#testing/files/workbook.ts';
import { makeZip, type TestPart } from '#testing/files/zip.ts';

/** Returns the cells of the first row. */
async function firstRow(cells: string, workbook: TestWorkbook = {}): Promise<Cell[] | undefined> {
  return (
    await readWorkbook(await makeWorkbook({ ...workbook, rows: `<row r="1">${cells}</row>` }))
  ).rows[0]?.cells;
}
const text = (written: string): Cell => ({ kind: 'text', text: written });
/** Builds a workbook with the content of one part changed. */
const withPart = (
  workbook: TestWorkbook,
  name: string,
  change: (content: string) => TestPart['content'],
  extra: readonly TestPart[] = [],
) =>
  makeZip([
    ...workbookParts(workbook).map((part) =>
      part.name === name ? { name, content: change(String(part.content)) } : part,
    ),
    ...extra,
  ]);
const SHEET = 'xl/worksheets/sheet1.xml';
const TYPES = '[Content_Types].xml';

describe('text', () => {
  test('from shared strings: formatted runs joined, phonetic runs left out', async () => {
    const sharedStrings = [
      '<t>plain</t>',
      '<r><rPr><b/></rPr><t xml:space="preserve">bold </t></r><r><t>thin</t></r>',
      '<t>漢字</t><rPh sb="0" eb="2"><t>かんじ</t></rPh><phoneticPr fontId="1"/>',
    ];
    expect(
      await firstRow(
        '<c t="s"><v>2</v></c><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>0</v></c>',
        { sharedStrings },
      ),
    ).toEqual([text('漢字'), text('plain'), text('bold thin'), text('plain')]);
  });
  test('inline, from a formula, with escapes and CDATA', async () => {
    expect(
      await firstRow(
        '<c t="inlineStr"><is><r><t>a </t></r><r><t>b</t></r><rPh><t>x</t></rPh></is></c><c t="str"><f>CONCATENATE("x")</f><v>&lt;R&amp;D&gt; 📚</v></c><c t="inlineStr"><is><t>one_x000A_two _x005F_x0041_</t></is></c><c t="str"><v><![CDATA[a<b]]></v></c>',
      ),
    ).toEqual([text('a b'), text('<R&D> 📚'), text('one\ntwo _x0041_'), text('a<b')]);
  });
  test('in a file without shared strings', async () =>
    expect(await firstRow('<c t="inlineStr"><is><t>alone</t></is></c>')).toEqual([text('alone')]));
});

describe('numbers', () => {
  test('keep their digits', async () => {
    const cells = await firstRow(
      '<c><v>9780306406157</v></c><c><v>9.780306406157E12</v></c><c><v>8.9900000000000002</v></c><c><v>1E-7</v></c><c><v>-0</v></c><c><v>1.5E+3</v></c>',
    );
    expect(cells?.map((cell) => cell.kind === 'number' && cell.text)).toEqual([
      '9780306406157',
      '9780306406157',
      '8.99',
      '0.0000001',
      '0',
      '1500',
    ]);
  });
  test('know their format: percentages and zeros in front', async () => {
    const cells = await firstRow(
      '<c s="1"><v>0.0825</v></c><c s="2"><v>36000291452</v></c><c s="2"><v>1.5</v></c><c s="99"><v>5</v></c>',
      { styles: [0, 10, 164], formats: ['000000000000'] },
    );
    expect(cells).toEqual([
      { kind: 'number', number: 0.0825, text: '0.0825', percent: true },
      { kind: 'number', number: 36_000_291_452, text: '036000291452', percent: false },
      { kind: 'number', number: 1.5, text: '1.5', percent: false },
      { kind: 'number', number: 5, text: '5', percent: false },
    ]);
  });
});

describe('dates', () => {
  const styles = [0, 14, 164];
  const formats = ['[$-409]d\\-mmm\\-yy h:mm;@'];
  test('are days without a zone, with their time apart', async () => {
    expect(
      await firstRow(
        '<c s="1"><v>45905</v></c><c s="2"><v>45905.9993055556</v></c><c s="1"><v>60</v></c><c s="2"><v>0.5</v></c>',
        { styles, formats },
      ),
    ).toEqual([
      { kind: 'date', day: '2025-09-05', time: null },
      { kind: 'date', day: '2025-09-05', time: '23:59:00' },
      { kind: 'date', day: null, time: null },
      { kind: 'date', day: null, time: '12:00:00' },
    ]);
  });
  test('count from 1904 where the workbook says so', async () =>
    expect(
      await firstRow('<c s="1"><v>44443</v></c>', { styles, formats, date1904: true }),
    ).toEqual([{ kind: 'date', day: '2025-09-05', time: null }]));
  test('may be ISO text in strict files', async () =>
    expect(
      await firstRow('<c t="d"><v>2025-09-05T23:59:00Z</v></c><c t="d"><v>2025-09-05</v></c>'),
    ).toEqual([
      { kind: 'date', day: '2025-09-05', time: '23:59:00' },
      { kind: 'date', day: '2025-09-05', time: null },
    ]));
  test('below and beyond the calendar stay numbers', async () =>
    expect(
      (await firstRow('<c s="1"><v>-5</v></c><c s="1"><v>3000000</v></c>', { styles }))?.map(
        (cell) => cell.kind,
      ),
    ).toEqual(['number', 'number']));
});

test('booleans, errors, and formulas without a result', async () => {
  expect(
    await firstRow(
      '<c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><f>NA()</f><v>#N/A</v></c><c t="e"><v>#REF!</v></c><c><f>A1+1</f></c><c><f>A1+1</f><v>2</v></c><c t="str"><f>IF(TRUE,"")</f><v></v></c><c t="b"><v>1</v></c>',
    ),
  ).toEqual([
    { kind: 'boolean', boolean: true },
    { kind: 'boolean', boolean: false },
    { kind: 'error', error: '#N/A' },
    { kind: 'error', error: '#REF!' },
    { kind: 'error', error: '#FORMULA' },
    { kind: 'number', number: 2, text: '2', percent: false },
    EMPTY,
    { kind: 'boolean', boolean: true },
  ]);
});

describe('rows', () => {
  test('keep Excel’s numbers, with or without references, and leave out what is blank', async () => {
    const sheet = await readWorkbook(
      await makeWorkbook({
        rows: '<row r="3"><c r="C3"><v>1</v></c></row><row><c/><c><v>2</v></c></row><row r="9" hidden="1"><c r="A9" t="str"><v>x</v></c></row><row r="10"><c r="A10" s="1"/></row><row r="11"><c t="str"><v>  </v></c></row><row r="1048576"/>',
      }),
    );
    expect(
      sheet.rows.map(({ number, hidden, cells }) => [
        number,
        hidden,
        cells.map((cell) => cell.kind).join(' '),
      ]),
    ).toEqual([
      [3, false, 'empty empty number'],
      [4, false, 'empty number'],
      [9, true, 'text'],
    ]);
  });
  test('take one value of a cell: text in it for its type, else its value; several are an error', async () => {
    const inline = '<is><t>in</t></is>';
    const cells = [
      `<c t="inlineStr"><v>9</v>${inline}</c>`,
      `<c t="inlineStr">${inline}<v>9</v></c>`,
      `<c t="str"><v>out</v>${inline}</c>`,
      `<c><v>3</v>${inline}</c>`,
      `<c><v/>${inline}</c>`,
      '<c t="inlineStr"><v>only</v></c>',
      '<c><v>3</v><v>3</v></c>',
      '<c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>',
      '<c><v>3</v><v>4</v></c>',
      '<c r="J1"><v>1</v></c><c r="J1"><v>2</v></c>',
    ];
    const number = { kind: 'number', number: 3, text: '3', percent: false };
    const several = { kind: 'error', error: '#SEVERAL' };
    expect(await firstRow(cells.join(''))).toEqual([
      text('in'),
      text('in'),
      text('out'),
      number,
      text('in'),
      text('only'),
      number,
      text('ab'),
      several,
      several,
    ]);
  });
  test('of a merged range hold its value in the top left cell only', async () => {
    const rows =
      '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="C1"><v>3</v></c></row><row r="2"><c r="A2"><v>4</v></c><c r="B2"><v>5</v></c></row><row r="4"><c r="C4"><v>6</v></c></row>';
    const sheet = await readWorkbook(
      await makeWorkbook({
        rows,
        afterRows:
          '<mergeCells><mergeCell ref="A1:B2"/><mergeCell ref="C3:C1048576"/></mergeCells>',
      }),
    );
    expect(
      sheet.rows.map((row) =>
        row.cells.map((cell) => (cell.kind === 'number' ? cell.number : null)),
      ),
    ).toEqual([[1, null, 3]]);
    expect(sheet.merged).toMatchObject([
      { reference: 'A1:B2', top: 1, bottom: 2, left: 0, right: 1 },
      { reference: 'C3:C1048576', top: 3, left: 2, right: 2 },
    ]);
  });
});

describe('the workbook', () => {
  test('is read from its first visible worksheet', async () => {
    const sheets = [
      { name: 'First', state: 'hidden' },
      { name: 'Second', state: 'veryHidden' },
      { name: 'Chart', type: 'chartsheet' },
      { name: 'Prices' },
      { name: 'More' },
    ];
    const sheet = await readWorkbook(await makeWorkbook({ sheets }));
    expect([sheet.name, sheet.rows[0]?.cells]).toEqual(['Prices', [text('Prices')]]);
    expect(sheet.unread.map(({ name, isHidden }) => [name, isHidden])).toEqual([
      ['First', true],
      ['Second', true],
      ['Chart', false],
      ['More', false],
    ]);
  });
  test('may be written with namespace prefixes, strict, in other folders and in UTF-16', async () => {
    const main = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
    const office = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
    const utf16 = (xml: string) =>
      Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${xml}`, 'utf16le');
    const bytes = await makeZip([
      { name: '[Content_Types].xml', content: '<Types/>' },
      {
        name: '_rels/.rels',
        content: `<Relationships><Relationship Id="a" Type="${office}/officeDocument" Target="/Book/Main.xml"/></Relationships>`,
      },
      {
        name: 'Book\\main.xml',
        content: `<x:workbook xmlns:x="${main}" xmlns:q="${office}" conformance="strict"><x:sheets><x:sheet name="S" sheetId="1" q:id="k"/></x:sheets></x:workbook>`,
      },
      {
        name: 'Book/_rels/Main.xml.rels',
        content: `<Relationships><Relationship Id="k" Type="${office}/worksheet" Target="../Pages/One.xml"/><Relationship Id="w" Type="${office}/externalLink" Target="http://example.com/x" TargetMode="External"/></Relationships>`,
      },
      {
        name: 'Pages/one.XML',
        content: utf16(
          `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>Ünïcödé</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`,
        ),
      },
    ]);
    expect(await readWorkbook(bytes)).toEqual({
      name: 'S',
      date1904: false,
      rows: [{ number: 1, hidden: false, cells: [text('Ünïcödé')] }],
      merged: [],
      unread: [],
    });
  });
  test('may be in UTF-16 without a byte order mark, in either order', async () => {
    const xml = `<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData><row><c t="str"><v>Ünï</v></c></row></sheetData></worksheet>`;
    const little = Buffer.from(xml, 'utf16le');
    for (const content of [little, Buffer.from(little).swap16()]) {
      const bytes = await withPart({}, SHEET, () => content);
      expect((await readWorkbook(bytes)).rows[0]?.cells).toEqual([text('Ünï')]);
    }
  });
  test('names its encoding as the cause, if it is another one', async () => {
    const xml = `<?xml version="1.0" encoding="windows-1252"?><worksheet><sheetData><row><c t="str"><v>Ünï</v></c></row></sheetData></worksheet>`;
    const bytes = await withPart({}, SHEET, () => Buffer.from(xml, 'latin1'));
    await expect(readWorkbook(bytes)).rejects.toMatchObject({ code: 'OTHER_ENCODING' });
  });
  test('does not need styles or a content types entry for them', async () => {
    const parts = workbookParts({ rows: '<row><c s="3"><v>45905</v></c></row>' }).filter(
      (part) => part.name !== 'xl/styles.xml',
    );
    expect((await readWorkbook(await makeZip(parts))).rows[0]?.cells).toEqual([
      { kind: 'number', number: 45_905, text: '45905', percent: false },
    ]);
  });
  test('text in pieces of the stream stays whole', async () => {
    const long = 'Ä漢📚'.repeat(7000);
    expect(await firstRow(`<c t="str"><v>${long}</v></c>`)).toEqual([text(long)]);
  });

  /** Wraps `content` in an extension list as Excel writes one. */
  const extensions = (content: string) =>
    `<extLst><ext uri="{140A7094-0E35-4892-8432-C4D2E57EDEB5}"` +
    ` xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main">${content}</ext></extLst>`;
  test.each([
    [
      'xl/workbook.xml',
      '</workbook>',
      '<x15:workbookPr chartTrackingRefBase="1"/><x15:sheet name="Other" state="hidden" id="x"/>',
    ],
    [
      SHEET,
      '</worksheet>',
      '<x15:sheetData><x15:row r="2"><x15:c r="E2"><x15:v>1</x15:v></x15:c></x15:row></x15:sheetData><x15:mergeCell ref="A1:I2"/>',
    ],
    [SHEET, '<v>46308</v>', '<x15:v>1</x15:v>'],
    ['xl/styles.xml', '<xf numFmtId="14"/></cellXfs>', '<x15:xf numFmtId="9"/>'],
    [
      'xl/sharedStrings.xml',
      '<si><t>Title</t></si>',
      '<x15:si><x15:t>Not a string</x15:t></x15:si>',
    ],
  ])('is the same with an extension list in %s before %s', async (part, end, addition) => {
    const workbook: TestWorkbook = {
      date1904: true,
      styles: [0, 14],
      sharedStrings: ['<t>ISBN/SKU</t>', '<t>Title</t>', '<t>The Hunger Games</t>'],
      rows: '<row><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c s="1"><v>46308</v></c></row>',
    };
    const extended = await withPart(workbook, part, (content) => {
      expect(content).toContain(end);
      return content.replace(end, `${extensions(addition)}${end}`);
    });
    const sheet = await readWorkbook(extended);
    expect(sheet).toEqual(await readWorkbook(await makeWorkbook(workbook)));
    expect(sheet.rows[0]?.cells).toEqual([
      text('Title'),
      text('The Hunger Games'),
      { kind: 'date', day: '2030-10-14', time: null },
    ]);
  });
});

describe('macros', () => {
  const list: TestWorkbook = { rows: '<row><c><v>1</v></c></row>' };
  const MAIN = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml';
  const relation = (type: string, target: string) =>
    `<Relationship Id="m" Type="http://schemas.microsoft.com/office/2006/relationships/${type}" Target="${target}"/>`;
  /** Builds a workbook with more content types, relationships and parts. */
  const typed = (types: string, part?: string, relations = '') =>
    makeZip([
      ...workbookParts(list).map(({ name, content }) => ({
        name,
        content: String(content)
          .replace('</Types>', `${types}</Types>`)
          .replace('</Relationships>', `${relations}</Relationships>`),
      })),
      ...(part ? [{ name: part, content: 'x' }] : []),
    ]);
  const override = (part: string, type: string) =>
    `<Override PartName="${part}" ContentType="application/vnd.${type}"/>`;
  const byDefault = (type: string) =>
    `<Default Extension="bin" ContentType="application/vnd.${type}"/>`;

  test.each([
    ['as SheetJS writes it', byDefault('ms-excel.sheet.binary.macroEnabled.main')],
    [
      'of macros, for printer settings alone',
      byDefault('ms-office.vbaProject'),
      'xl/printerSettings/printerSettings1.bin',
    ],
    ['for a part that is not there', override('/xl/vbaProject.bin', 'ms-office.vbaProject')],
  ])('are not found by a content type %s', async (_, types, part?: string) => {
    expect((await readWorkbook(await typed(types, part))).rows).toHaveLength(1);
  });

  const otherSheet = 'xl/worksheets/other.xml';
  test.each([
    ['its name', () => typed('', 'xl/vbaProject.bin')],
    [
      'its content type',
      () => typed(override('/xl/code.dat', 'ms-office.vbaProject'), 'xl/code.dat'),
    ],
    ['its relationship', () => typed('', 'xl/code.dat', relation('vbaProject', 'code.dat'))],
    ['the folder of Excel 4', () => typed('', 'xl/macrosheets/sheet1.xml')],
    [
      'the relationship of Excel 4',
      () => typed('', otherSheet, relation('xlMacrosheet', 'worksheets/other.xml')),
    ],
    [
      'the content type of Excel 4',
      () => typed(override(`/${otherSheet}`, 'ms-excel.macrosheet+xml'), otherSheet),
    ],
    ['the type of the workbook', () => makeWorkbook({ ...list, contentType: MAIN })],
    [
      'the type of its extension',
      () =>
        withPart(
          list,
          TYPES,
          () => `<Types><Default Extension="xml" ContentType="${MAIN}"/></Types>`,
        ),
    ],
  ])('are refused by %s', async (_, file) => {
    await expect(readWorkbook(await file())).rejects.toMatchObject({ code: 'MACROS' });
  });
});
