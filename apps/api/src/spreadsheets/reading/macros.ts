import type { Package } from '#api/spreadsheets/reading/package.ts';
import { readXml } from '#api/spreadsheets/reading/xml.ts';
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
export async function refuseMacros(
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
