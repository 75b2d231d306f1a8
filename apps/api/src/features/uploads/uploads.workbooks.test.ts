import { readdirSync, readFileSync } from 'node:fs';
import type { UploadResult } from '@pos/contract/uploads';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { beforeAll, describe, expect, it } from 'vitest';
import { packingList, uploadFile, uploadInventory } from '#testing/inventory-file.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { OWNER, startTestApp, type TestApp } from '#testing/test-app.ts';
import {
  makeWorkbook,
  workbookOfRows,
  workbookParts,
  type TestWorkbook,
} from '#testing/workbook.ts';
import { makeZip } from '#testing/zip.ts';

const FAIR_HEADER = [
  'School Identifier',
  'School Name',
  'Fair Name',
  'Address',
  'Start Date',
  'End Date',
  'Sales Tax Rate',
  'Admin Email',
  'Package Option',
];
const NO_MACROS =
  'Only Xlsx file is allowed. This workbook contains macros. Save it as .xlsx without them.';

/** Wraps `content` in an extension list as Excel writes one. */
const extensions = (content: string) =>
  `<extLst><ext uri="{140A7094-0E35-4892-8432-C4D2E57EDEB5}"` +
  ` xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main">${content}</ext></extLst>`;

describe('workbooks from other programs', () => {
  let test: TestApp;
  let fairId: string;
  beforeAll(async () => {
    test = await startTestApp();
    fairId = (await plannedFair(test, 'BOOKS')).id;
  });

  const cell = (value: string | number, style = 0) =>
    typeof value === 'number'
      ? `<c s="${style}"><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  /** One fair from 2030-10-14 to 2030-10-18, with dates counted from 1904. */
  const fairOf1904 = (identifier: string): TestWorkbook => ({
    date1904: true,
    styles: [0, 14],
    rows: [
      FAIR_HEADER.map((header) => cell(header)),
      [
        cell(identifier),
        cell('A school'),
        cell('Fair of 1904'),
        cell('1 Oak St'),
        cell(46_308, 1),
        cell(46_312, 1),
        cell(8.25),
        cell(OWNER.email),
        cell('25P400'),
      ],
    ]
      .map((cells) => `<row>${cells.join('')}</row>`)
      .join(''),
  });
  /** Inserts `addition` before the end of one part of the workbook. */
  const withExtensions = (workbook: TestWorkbook, part: string, end: string, addition: string) =>
    makeZip(
      workbookParts(workbook).map((one) =>
        one.name === part
          ? { ...one, content: String(one.content).replace(end, `${addition}${end}`) }
          : one,
      ),
    );
  const datesAt = async (identifier: string) => {
    const { data } = await test.owner.fairs.list({ query: { search: identifier } });
    return data.results.map(({ startDate, endDate }) => [startDate, endDate]);
  };

  it.each([
    [
      'workbook',
      'xl/workbook.xml',
      '</workbook>',
      '<x15:workbookPr chartTrackingRefBase="1"/><x15:sheet name="Other" state="hidden" id="x"/>',
    ],
    [
      'worksheet',
      'xl/worksheets/sheet1.xml',
      '</worksheet>',
      '<x15:sheetData><x15:row r="2"><x15:c r="E2"><x15:v>1</x15:v></x15:c></x15:row></x15:sheetData><x15:mergeCell ref="A1:I2"/>',
    ],
    ['cell', 'xl/worksheets/sheet1.xml', '<v>46308</v>', '<x15:v>1</x15:v>'],
    ['styles', 'xl/styles.xml', '<xf numFmtId="14"/></cellXfs>', '<x15:xf numFmtId="9"/>'],
  ])(
    'an extension list in the %s changes no date of a workbook that counts from 1904',
    async (place, part, end, addition) => {
      const identifier = `EXT-${place}`;
      const file = await withExtensions(fairOf1904(identifier), part, end, extensions(addition));
      expect(await uploadFile(test.owner, 'fairs', file)).toMatchObject({ created: 1, errors: [] });
      expect(await datesAt(identifier)).toEqual([['2030-10-14', '2030-10-18']]);
    },
  );

  it('an extension list among shared strings and relationships changes no texts or parts', async () => {
    const strings = ['ISBN/SKU', 'Title', 'Price', 'Quantity', '9780439023481', 'The Hunger Games'];
    const shared = (index: number) => `<c t="s"><v>${index}</v></c>`;
    const workbook: TestWorkbook = {
      sharedStrings: strings.map((text) => `<t>${text}</t>`),
      rows: `<row>${[0, 1, 2, 3].map(shared).join('')}</row><row>${shared(4)}${shared(5)}${cell(8.99)}${cell(5)}</row>`,
    };
    const file = await withExtensions(
      workbook,
      'xl/sharedStrings.xml',
      '<si><t>Title</t></si>',
      extensions('<x15:si><x15:t>Not a string</x15:t></x15:si>'),
    );
    expect(await uploadInventory(test.owner, file, { fairId, mode: 'check' })).toMatchObject({
      created: 1,
      errors: [],
      preview: [{ values: { Title: 'The Hunger Games' } }],
    });
  });

  it('warns of a fair that is already over, and not of one that ends today', async () => {
    const yesterday = addDays(today('America/Los_Angeles'), -1);
    const row = (identifier: string, start: string, end: string) => [
      identifier,
      'A school',
      'Some fair',
      '1 Oak St',
      start,
      end,
      8.25,
      OWNER.email,
      '25P400',
      'America/Los_Angeles',
    ];
    const file = await workbookOfRows([
      [...FAIR_HEADER, 'Time Zone'],
      row('PAST-1', '2026-01-12', '2026-01-16'),
      row('PAST-2', addDays(yesterday, -3), yesterday),
      row('PAST-3', yesterday, addDays(yesterday, 1)),
      row('FAR-1', '03/01/2127', '03/05/2127'),
    ]);
    const { warnings, created } = await uploadFile(test.owner, 'fairs', file, { mode: 'check' });
    const past = warnings.filter(({ code }) => code === 'PAST_FAIR');
    const written = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
    expect(created).toBe(4);
    expect(warnings.find(({ code }) => code === 'FAR_FAIR')).toMatchObject({
      row: 5,
      message: 'This fair is more than 3 years ahead: it starts on 03/01/2127.',
    });
    expect(past.map(({ row: number, column, message }) => [number, column, message])).toEqual([
      [2, 'End Date', 'This fair is in the past: it ended on 01/16/2026.'],
      [3, 'End Date', `This fair is in the past: it ended on ${written(yesterday)}.`],
    ]);
  });

  const list: TestWorkbook = {
    rows: [
      ['ISBN/SKU', 'Title', 'Price', 'Quantity'],
      ['9780439023481', 'The Hunger Games', 8.99, 5],
    ]
      .map((values) => `<row>${values.map((value) => cell(value)).join('')}</row>`)
      .join(''),
  };
  /**
   * A packing list with additional content types, and optionally additional relationships and
   * parts.
   */
  const typed = (types: string, { relations = '', parts = [] as string[] } = {}) =>
    makeZip([
      ...workbookParts(list).map((part) => {
        const content = String(part.content);
        if (part.name === '[Content_Types].xml')
          return { ...part, content: content.replace('</Types>', `${types}</Types>`) };
        if (part.name !== 'xl/_rels/workbook.xml.rels') return part;
        return {
          ...part,
          content: content.replace('</Relationships>', `${relations}</Relationships>`),
        };
      }),
      ...parts.map((name) => ({ name, content: 'x' })),
    ]);
  const relation = (type: string, target: string) =>
    `<Relationship Id="m" Type="http://schemas.microsoft.com/office/2006/relationships/${type}" Target="${target}"/>`;
  const check = async (file: Buffer): Promise<UploadResult> =>
    uploadInventory(test.owner, file, { fairId, mode: 'check' });

  it.each([
    [
      'as SheetJS writes it',
      '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>',
      [],
    ],
    [
      'of macros, for printer settings alone',
      '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>',
      ['xl/printerSettings/printerSettings1.bin'],
    ],
    [
      'for a part that is not there',
      '<Override PartName="/xl/vbaProject.bin" ContentType="application/vnd.ms-office.vbaProject"/>',
      [],
    ],
  ])('a content type %s is no macro', async (_, types, parts) => {
    expect(await check(await typed(types, { parts }))).toMatchObject({ created: 1, errors: [] });
  });

  it.each([
    ['by its name', '', '', 'xl/vbaProject.bin'],
    [
      'by its content type',
      '<Override PartName="/xl/code.dat" ContentType="application/vnd.ms-office.vbaProject"/>',
      '',
      'xl/code.dat',
    ],
    ['by its relationship', '', relation('vbaProject', 'code.dat'), 'xl/code.dat'],
    ['of Excel 4, by its folder', '', '', 'xl/macrosheets/sheet1.xml'],
    [
      'of Excel 4, by its relationship',
      '',
      relation('xlMacrosheet', 'worksheets/other.xml'),
      'xl/worksheets/other.xml',
    ],
    [
      'of Excel 4, by its content type',
      '<Override PartName="/xl/worksheets/other.xml" ContentType="application/vnd.ms-excel.macrosheet+xml"/>',
      '',
      'xl/worksheets/other.xml',
    ],
  ])('a part with macros is found %s', async (_, types, relations, part) => {
    const refusal = await getRefusal(check(await typed(types, { relations, parts: [part] })));
    expect(refusal).toMatchObject({ status: 415, message: NO_MACROS });
  });

  it('a workbook declared macro-enabled is refused, by its own type or that of its extension', async () => {
    const type = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml';
    const byDefault = workbookParts(list).map((part) =>
      part.name === '[Content_Types].xml'
        ? { ...part, content: `<Types><Default Extension="xml" ContentType="${type}"/></Types>` }
        : part,
    );
    for (const file of [
      await makeWorkbook({ ...list, contentType: type }),
      await makeZip(byDefault),
    ]) {
      expect(await getRefusal(check(file))).toMatchObject({ status: 415, message: NO_MACROS });
    }
  });

  const corpus = new URL('../../spreadsheets/fixtures/corpus/', import.meta.url);
  const workbooks = readdirSync(corpus).filter((name) => name.endsWith('.xlsx'));
  it.each(workbooks)('%s is accepted as a packing list', async (name) => {
    const { preview, total } = await check(readFileSync(new URL(name, corpus)));
    expect(total).toBe(5);
    const values = preview
      .map((row) => row.values)
      .toSorted((one, other) => Number(other['Price']) - Number(one['Price']));
    expect(
      values.map((row) => [row['ISBN/SKU'], row['Price'], row['Quantity'], row['Taxable']]),
    ).toEqual([
      ['PEN-RED', '1234.5678', '-3', 'FALSE'],
      ['9780156030304', '999.99', '1', 'TRUE'],
      ['9780439023481', '8.99', '5', 'TRUE'],
      ['012345678905', '0.01', '9999', 'FALSE'],
      ['0000000123', '0.0000001', '123456789012', 'TRUE'],
    ]);
    expect(values.map((row) => row['Title'])).toEqual([
      'Ἀθῆναι Москва',
      '本を読む人 📚',
      'The Hunger Games',
      'Flowers & <tags> “quoted”',
      'x',
    ]);
  });

  it.each([
    'list.txt',
    'list.csv',
    'list.exe',
    'list.xlsx.exe',
    'list.xlsm',
    'list',
    '.xlsxx',
    'xlsx',
  ])('a workbook that is named %s is refused, whatever it holds', async (fileName) => {
    const file = await packingList(['A1', '9780439023481', 'A title', null, 'Teen', 8.99, 5, 'Y']);
    const upload = uploadInventory(test.owner, file, { fairId, mode: 'check', fileName });
    expect(await getRefusal(upload)).toMatchObject({
      status: 415,
      code: 'UNSUPPORTED_FILE',
      message: 'Only Xlsx file is allowed.',
    });
  });

  it('a workbook without a name is refused, and one named in uppercase is read', async () => {
    const file = await packingList(['A1', '9780439023481', 'A title', null, 'Teen', 8.99, 5, 'Y']);
    const fields = ['kind=inventory', 'mode=check', `fairId=${fairId}`].map((field) =>
      field.split('='),
    );
    const body = Buffer.concat([
      ...fields.map(([name, value]) =>
        Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
      ),
      Buffer.from(
        '--b\r\ncontent-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream\r\n\r\n',
      ),
      file,
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const response = await test.send(test.ownerToken)('/v1/fairs/bulk-upload', {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    expect([response.status, await response.json()]).toMatchObject([
      415,
      { message: 'Only Xlsx file is allowed.' },
    ]);
    const capitals = uploadInventory(test.owner, file, {
      fairId,
      mode: 'check',
      fileName: 'LIST.XLSX',
    });
    expect(await capitals).toMatchObject({ created: 1, errors: [] });
  });
});
