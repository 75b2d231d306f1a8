import { escapeXml } from '#api/spreadsheets/writing/cell-xml.ts';
import { stylesXml } from '#api/spreadsheets/writing/styles-xml.ts';
import { XML_START } from '#api/spreadsheets/writing/worksheet-xml.ts';
import type { ZipPart } from '#api/spreadsheets/writing/zip-chunks.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Returns the part name of the n-th worksheet, from 1. */
export function worksheetPart(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

/**
 * Returns the parts around the worksheets. They come last, when the number of worksheets is known.
 */
export function workbookParts(sheetNames: readonly string[]): ZipPart[] {
  const part = (name: string, xml: string): ZipPart => ({ name, chunks: [XML_START + xml] });
  const numbers = sheetNames.map((_, index) => index + 1);
  const relationship = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`;
  const override = (name: string, type: string) =>
    `<Override PartName="/${name}" ContentType="${SPREADSHEET_TYPE}.${type}+xml"/>`;

  const sheets = sheetNames
    .map(
      (name, index) =>
        `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
    )
    .join('');
  const related = numbers
    .map((number) => relationship(number, 'worksheet', `worksheets/sheet${number}.xml`))
    .join('');
  const types = numbers.map((number) => override(worksheetPart(number), 'worksheet')).join('');
  return [
    part('xl/styles.xml', stylesXml()),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${sheets}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${related}${relationship(numbers.length + 1, 'styles', 'styles.xml')}</Relationships>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${relationship(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ),
    part(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
        `${override('xl/workbook.xml', 'sheet.main')}${override('xl/styles.xml', 'styles')}${types}</Types>`,
    ),
  ];
}

/** Gives each sheet a unique name that Excel accepts. */
export class SheetNames {
  readonly #taken = new Set<string>();

  take(wanted: string): string {
    const clean = [...wanted.toWellFormed()]
      .map((character) => (/[[\]:*?/\\\p{Cc}]/u.test(character) ? ' ' : character))
      .join('');
    const base = clean.replace(/\s+/g, ' ').replace(/^[' ]+|[' ]+$/g, '') || 'Sheet';
    for (let number = 1; ; number++) {
      const suffix = number === 1 && base.toLowerCase() !== 'history' ? '' : ` (${number})`;
      const name = cut(base, 31 - suffix.length) + suffix;
      if (this.#taken.has(name.toLowerCase())) continue;
      this.#taken.add(name.toLowerCase());
      return name;
    }
  }
}

/** Cuts a text to `length` UTF-16 units, as Excel counts, without splitting a character. */
function cut(text: string, length: number): string {
  let cached = '';
  for (const character of text) {
    if (cached.length + character.length > length) break;
    cached += character;
  }
  return cached.replace(/[' ]+$/, '');
}
