import { CellBuilder } from '#api/spreadsheets/reading/cell-builder.ts';
import { openPackage, type Package } from '#api/spreadsheets/reading/package.ts';
import { SheetData } from '#api/spreadsheets/reading/sheet-data.ts';
import {
  findParts,
  readSharedStrings,
  readStyles,
} from '#api/spreadsheets/reading/workbook-parts.ts';
import { readXml } from '#api/spreadsheets/reading/xml.ts';
import {
  READ_LIMITS,
  type ReadLimits,
  type Sheet,
  type SheetRow,
} from '#api/spreadsheets/sheet.ts';
import { fileRefused } from '#api/spreadsheets/spreadsheet-error.ts';

/**
 * Reads the first visible sheet of a workbook on the calling thread. Limits its bytes, rows,
 * columns and text, but not time and memory: servers call `readSheet`, which runs this in a worker.
 */
export async function readWorkbook(
  bytes: Buffer,
  limits: ReadLimits = READ_LIMITS,
): Promise<Sheet> {
  refuseByFirstBytes(bytes, limits);
  const zip = await openPackage(bytes, limits);
  try {
    return await readFirstVisibleSheet(zip, limits);
  } finally {
    zip.close();
  }
}

/** Refuses a file by what can be detected without unpacking it. */
export function refuseByFirstBytes(bytes: Uint8Array, limits: ReadLimits): void {
  if (bytes.length > limits.fileBytes) throw fileRefused('FILE_TOO_LARGE');
  if (bytes.length === 0) throw fileRefused('EMPTY_FILE');
  const magic = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  if (magic === 'd0cf11e0') throw fileRefused('LEGACY_OR_LOCKED');
  if (magic !== '504b0304') throw fileRefused('NOT_XLSX');
}

async function readFirstVisibleSheet(zip: Package, limits: ReadLimits): Promise<Sheet> {
  const parts = await findParts(zip);
  const cells = new CellBuilder(await readStyles(zip, parts.styles), parts.date1904, limits);
  const data = new SheetData(limits, cells);
  await readXml(zip.open(parts.sheet), data);
  await fillSharedStrings(zip, parts.sharedStrings, cells);
  const merged = data.clearMerged();
  return {
    name: parts.sheetName,
    date1904: parts.date1904,
    rows: data.rows.filter(hasValue),
    merged,
    unread: parts.unread,
  };
}

/** Stores only strings that the sheet uses. Strings of other sheets are never kept. */
async function fillSharedStrings(
  zip: Package,
  part: string | undefined,
  cells: CellBuilder,
): Promise<void> {
  if (cells.shared.size === 0) return;
  if (part === undefined) throw fileRefused('DAMAGED', 'The shared strings are missing.');
  await readSharedStrings(zip, part, new Set(cells.shared.keys()), (index, text) =>
    cells.resolve(index, text),
  );
  if (cells.shared.size > 0) throw fileRefused('DAMAGED', 'A shared string is missing.');
}

function hasValue(row: SheetRow): boolean {
  return row.cells.some(
    (cell) => cell.kind !== 'empty' && (cell.kind !== 'text' || cell.text.trim() !== ''),
  );
}
