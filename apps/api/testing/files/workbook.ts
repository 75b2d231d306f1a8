import { makeZip, type TestPart } from './zip.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook described by a test: XML if the test is about XML, defaults for the rest. */
export interface TestWorkbook {
  /** Content of `<sheetData>` in the first sheet. */
  rows?: string;
  /** Content after the data of the first sheet: merged ranges. */
  afterRows?: string;
  /** Content of each `<si>`. An empty list leaves the part out. */
  sharedStrings?: readonly string[];
  /** Format codes of custom formats, numbered from 164. */
  formats?: readonly string[];
  /** Format number of each cell style. */
  styles?: readonly number[];
  date1904?: boolean;
  /** Names and states of the sheets. All but the first have one cell with their name. */
  sheets?: readonly { name: string; state?: string; type?: string }[];
  contentType?: string;
  extra?: readonly TestPart[];
}

/** Returns the parts of that workbook. A test may replace some before packing them. */
export function workbookParts(workbook: TestWorkbook): TestPart[] {
  const sheets = workbook.sheets ?? [{ name: 'Sheet1' }];
  const sheetXml = (index: number) =>
    index === 0
      ? (workbook.rows ?? '')
      : `<row r="1"><c r="A1" t="inlineStr"><is><t>${sheets[index]?.name}</t></is></c></row>`;
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`;
  const formats = (workbook.formats ?? []).map(
    (code, index) =>
      `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"/>`,
  );
  const type =
    workbook.contentType ??
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
  return [
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('r', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><workbookPr date1904="${workbook.date1904 ? 1 : 0}"/><sheets>${sheets.map(({ name, state = 'visible' }, index) => `<sheet name="${name}" sheetId="${index + 1}" state="${state}" r:id="s${index}"/>`).join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets.map((sheet, index) => relation(`s${index}`, sheet.type ?? 'worksheet', `worksheets/sheet${index + 1}.xml`)).join('')}${relation('styles', 'styles', 'styles.xml')}${relation('strings', 'sharedStrings', '/xl/sharedStrings.xml')}</Relationships>`,
    },
    ...sheets.map((_, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: `<worksheet xmlns="${MAIN}"><sheetData>${sheetXml(index)}</sheetData>${index === 0 ? (workbook.afterRows ?? '') : ''}</worksheet>`,
    })),
    {
      name: 'xl/styles.xml',
      content: `<styleSheet xmlns="${MAIN}"><numFmts>${formats.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${(workbook.styles ?? [0]).map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
    },
    ...(workbook.sharedStrings
      ? [
          {
            name: 'xl/sharedStrings.xml',
            content: `<sst xmlns="${MAIN}">${workbook.sharedStrings.map((item) => `<si>${item}</si>`).join('')}</sst>`,
          },
        ]
      : []),
    ...(workbook.extra ?? []),
  ];
}

/** Returns the .xlsx file of that workbook. */
export function makeWorkbook(workbook: TestWorkbook): Promise<Buffer> {
  return makeZip(workbookParts(workbook));
}

/**
 * Returns the .xlsx file of plain rows: strings become text cells, numbers number cells, null stays
 * blank. The first is row 1.
 */
export function workbookOfRows(
  rows: readonly (readonly (string | number | boolean | null)[])[],
): Promise<Buffer> {
  return makeWorkbook({
    rows: rows.map((cells) => `<row>${cells.map(toCell).join('')}</row>`).join(''),
  });
}

function toCell(value: string | number | boolean | null): string {
  if (value === null) return '<c/>';
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`;
}
