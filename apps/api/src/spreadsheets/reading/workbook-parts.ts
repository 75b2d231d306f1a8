import { posix } from 'node:path';
import { MAX_WRITTEN_TEXT } from '#api/spreadsheets/reading/cell-builder.ts';
import {
  builtInFormat,
  parseFormat,
  type NumberFormat,
} from '#api/spreadsheets/reading/number-format.ts';
import type { Package } from '#api/spreadsheets/reading/package.ts';
import { attribute, isTrue, readXml } from '#api/spreadsheets/reading/xml.ts';
import type { UnreadSheet } from '#api/spreadsheets/sheet.ts';
import { fileRefused } from '#api/spreadsheets/spreadsheet-error.ts';

/** Relationships to VBA and to Excel 4 macro sheets ([MS-OFFMACRO2], [MS-XLSX] 2.1). */
const MACRO_RELATIONSHIPS = new Set(['vbaProject', 'xlMacrosheet', 'xlIntlMacrosheet']);
/** Content types of parts with macros. */
const MACRO_PART = /vbaProject|macrosheet/i;

/**
 * Refuses a package that contains a macro part (by name, type or relationship) or is a workbook of
 * a macro-enabled type (.xlsm, .xltm). A declared type without such a part does not count as a
 * macro: SheetJS declares `Default Extension="bin"` macro-enabled in every workbook. Refuses a
 * package without content types as not xlsx.
 */
async function refuseMacros(
  zip: Package,
  workbook: string,
  related: Iterable<{ type: string; target: string }>,
): Promise<void> {
  for (const name of zip.names) {
    if (name.endsWith('vbaproject.bin') || name.includes('/macrosheets/')) {
      throw fileRefused('MACROS', `The part ${name} contains macros.`);
    }
  }
  for (const { type, target } of related) {
    if (MACRO_RELATIONSHIPS.has(type) && zip.names.has(target)) {
      throw fileRefused('MACROS', `The part ${target} is related as ${type}.`);
    }
  }
  const { byPart, byEnding } = await readContentTypes(zip);
  for (const [part, type] of byPart) {
    if (MACRO_PART.test(type) && zip.names.has(part)) {
      throw fileRefused('MACROS', `The part ${part} is of type ${type}.`);
    }
  }
  const own = byPart.get(workbook) ?? byEnding.get(workbook.slice(workbook.lastIndexOf('.') + 1));
  if (/macroEnabled/i.test(own ?? ''))
    throw fileRefused('MACROS', `The workbook is of type ${own}.`);
}

/**
 * Returns content types by part name and by file extension, both in lowercase without a leading
 * slash or dot.
 */
async function readContentTypes(zip: Package) {
  if (!zip.names.has('[content_types].xml')) throw fileRefused('NOT_XLSX');
  const byPart = new Map<string, string>();
  const byEnding = new Map<string, string>();
  await readXml(zip.open('[content_types].xml'), {
    open(name, { PartName: part, Extension: ending, ContentType: type }) {
      if (type === undefined) return;
      if (name === 'Override' && part) byPart.set(part.replace(/^\//, '').toLowerCase(), type);
      else if (name === 'Default' && ending) byEnding.set(ending.toLowerCase(), type);
    },
  });
  return { byPart, byEnding };
}

/** Parts to read, by name in the package. */
export interface WorkbookParts {
  sheetName: string;
  sheet: string;
  styles: string | undefined;
  sharedStrings: string | undefined;
  date1904: boolean;
  unread: UnreadSheet[];
}

export interface Relationship {
  /**
   * Last word of its type, the same in transitional and strict files: `worksheet`, `sharedStrings`.
   */
  type: string;
  target: string;
}

/**
 * Finds the workbook and its first visible sheet. Refuses files that are not xlsx or contain
 * macros.
 */
export async function findParts(zip: Package): Promise<WorkbookParts> {
  const workbook = await workbookName(zip);
  const related = await relationships(zip, workbook);
  await refuseMacros(zip, workbook, related.values());
  const { sheets, date1904, isWorkbook } = await readSheetList(zip, workbook);
  if (!isWorkbook) throw fileRefused('NOT_XLSX');
  for (const sheet of sheets) {
    const part = related.get(sheet.id);
    if (!part) throw fileRefused('DAMAGED', `The sheet ${sheet.name} has no part.`);
    if (sheet.visible && part.type === 'worksheet') {
      if (!zip.names.has(part.target))
        throw fileRefused('DAMAGED', `The part ${part.target} is missing.`);
      return {
        sheetName: sheet.name,
        sheet: part.target,
        styles: only(related, 'styles', zip),
        sharedStrings: only(related, 'sharedStrings', zip),
        date1904,
        unread: sheets
          .filter((other) => other !== sheet)
          .map(({ name, visible }) => ({ name, isHidden: !visible })),
      };
    }
  }
  throw fileRefused('NO_VISIBLE_SHEET');
}

async function workbookName(zip: Package): Promise<string> {
  const fromPackage = zip.names.has('_rels/.rels')
    ? await relationships(zip, '')
    : new Map<string, Relationship>();
  const name = only(fromPackage, 'officeDocument', zip) ?? 'xl/workbook.xml';
  if (!zip.names.has(name) || !name.endsWith('.xml')) throw fileRefused('NOT_XLSX');
  return name;
}

async function relationships(zip: Package, source: string): Promise<Map<string, Relationship>> {
  const folder = posix.dirname(source);
  const part = posix.join(folder, '_rels', `${posix.basename(source)}.rels`);
  const found = new Map<string, Relationship>();
  if (!zip.names.has(part)) return found;
  await readXml(zip.open(part), {
    open(name, attributes) {
      const { Id: id, Type: type, Target: target } = attributes;
      if (
        name !== 'Relationship' ||
        !id ||
        !type ||
        !target ||
        attributes['TargetMode'] === 'External'
      )
        return;
      const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      found.set(id, { type: type.slice(type.lastIndexOf('/') + 1), target: path.toLowerCase() });
    },
  });
  return found;
}

function only(
  related: ReadonlyMap<string, Relationship>,
  type: string,
  zip: Package,
): string | undefined {
  return [...related.values()].find((one) => one.type === type && zip.names.has(one.target))
    ?.target;
}

async function readSheetList(zip: Package, part: string) {
  const sheets: { name: string; id: string; visible: boolean }[] = [];
  let date1904 = false;
  let root = '';
  await readXml(zip.open(part), {
    open(name, attributes) {
      root ||= name;
      if (name === 'workbookPr') date1904 = isTrue(attributes['date1904']);
      if (name === 'sheet') {
        const state = attributes['state'] ?? 'visible';
        sheets.push({
          name: attributes['name'] ?? '',
          id: attribute(attributes, 'id') ?? '',
          visible: state === 'visible',
        });
      }
    },
  });
  return { sheets, date1904, isWorkbook: root === 'workbook' };
}

/** Returns the number format of each cell style, by the index used in cells. */
export async function readStyles(zip: Package, part: string | undefined): Promise<NumberFormat[]> {
  const custom = new Map<number, NumberFormat>();
  const styles: NumberFormat[] = [];
  let inCellStyles = false;
  if (part === undefined) return styles;
  await readXml(zip.open(part), {
    open(name, attributes) {
      if (name === 'cellXfs') inCellStyles = true;
      else if (name === 'numFmt')
        custom.set(Number(attributes['numFmtId']), parseFormat(attributes['formatCode'] ?? ''));
      else if (name === 'xf' && inCellStyles) {
        const id = Number(attributes['numFmtId'] ?? 0);
        styles.push(custom.get(id) ?? builtInFormat(id));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCellStyles = false;
    },
  });
  return styles;
}

/**
 * Reports the `wanted` shared strings (index → text). Joins formatted runs; skips phonetic runs.
 */
export async function readSharedStrings(
  zip: Package,
  part: string,
  wanted: ReadonlySet<number>,
  found: (index: number, text: string) => void,
): Promise<void> {
  let index = -1;
  let text = '';
  let inText = false;
  let phonetic = 0;
  await readXml(zip.open(part), {
    open(name) {
      if (name === 'si') {
        index++;
        text = '';
      } else if (name === 't') inText = true;
      else if (name === 'rPh') phonetic++;
    },
    text(piece) {
      if (!inText || phonetic > 0 || !wanted.has(index)) return;
      text += piece;
      if (text.length > MAX_WRITTEN_TEXT)
        throw fileRefused('DAMAGED', 'A shared string is too long.');
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') phonetic--;
      else if (name === 'si' && wanted.has(index)) found(index, text);
    },
  });
}
