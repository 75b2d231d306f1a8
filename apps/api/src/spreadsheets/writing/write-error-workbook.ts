import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { cellText } from '#api/spreadsheets/cells/text.ts';
import { ERROR_HEADER, headerKey } from '#api/spreadsheets/header.ts';
import { toSerial } from '#api/spreadsheets/serials.ts';
import {
  columnLetters,
  EMPTY,
  FILE_ERRORS,
  type Cell,
  type Sheet,
} from '#api/spreadsheets/sheet.ts';
import { escapeXml, numberCell, textCell } from '#api/spreadsheets/writing/cell-xml.ts';
import { kindStyle, style } from '#api/spreadsheets/writing/styles-xml.ts';
import {
  SheetNames,
  workbookParts,
  worksheetPart,
} from '#api/spreadsheets/writing/workbook-xml.ts';
import { rowXml, worksheetXml } from '#api/spreadsheets/writing/worksheet-xml.ts';
import { zipChunks, type ZipPart } from '#api/spreadsheets/writing/zip-chunks.ts';

const WIDEST = 60;

/**
 * Writes the sheet again, with every value in its old row and an "Error" column after the last one
 * (or the existing "Error" column), to correct and upload again (domain 10.1). `headerRow` is the
 * header's Excel row number; `errors` are sentences by Excel row number.
 */
export async function writeErrorWorkbook(
  out: Writable,
  sheet: Sheet,
  headerRow: number,
  errors: ReadonlyMap<number, readonly string[]>,
): Promise<void> {
  const column = errorColumn(sheet, headerRow);
  async function* workbook(): AsyncGenerator<ZipPart> {
    yield {
      name: worksheetPart(1),
      chunks: worksheetXml(
        widths(sheet, column),
        headerRow,
        rowsWithErrors(sheet, headerRow, column, errors),
      ),
    };
    yield* workbookParts([new SheetNames().take(sheet.name)]);
  }
  await pipeline(Readable.from(zipChunks(workbook()), { objectMode: false }), out);
}

/** Returns the index of an existing error column, or of the first free column. */
function errorColumn(sheet: Sheet, headerRow: number): number {
  const header = sheet.rows.find((row) => row.number === headerRow);
  const known =
    header?.cells.findIndex((cell) => headerKey(cellText(cell)) === headerKey(ERROR_HEADER)) ?? -1;
  return known >= 0 ? known : Math.max(0, ...sheet.rows.map((row) => row.cells.length));
}

function* rowsWithErrors(
  sheet: Sheet,
  headerRow: number,
  column: number,
  errors: ReadonlyMap<number, readonly string[]>,
): Generator<string> {
  for (const { number, hidden, cells } of sheet.rows) {
    const sentences = errors.get(number) ?? [];
    let xml = '';
    for (let index = 0; index < Math.max(cells.length, column + 1); index++) {
      const reference = `${columnLetters(index)}${number}`;
      if (index !== column || number < headerRow)
        xml += cellXml(reference, cells[index] ?? EMPTY, number === headerRow);
      else if (number === headerRow) xml += textCell(reference, style('header'), ERROR_HEADER);
      else if (sentences.length > 0)
        xml += textCell(reference, style('problem'), sentences.join(' '));
    }
    // A row with an error must be visible to be corrected.
    yield rowXml(number, xml, hidden && sentences.length === 0);
  }
}

/** Writes the cell as it was read: numbers and dates as such, text that never becomes a formula. */
function cellXml(reference: string, cell: Cell, isHeader: boolean): string {
  const plain = style(isHeader ? 'header' : 'general');
  switch (cell.kind) {
    case 'empty':
      return '';
    case 'text':
      return textCell(reference, plain, cell.text);
    case 'number':
      // Leading zeros added only by the format would be lost with it.
      if (/^0\d/.test(cell.text)) return textCell(reference, kindStyle('isbn', false), cell.text);
      return numberCell(reference, cell.percent ? kindStyle('percent', false) : plain, cell.number);
    case 'boolean':
      return `<c r="${reference}" s="${plain}" t="b"><v>${cell.boolean ? 1 : 0}</v></c>`;
    case 'error':
      return FILE_ERRORS.includes(cell.error)
        ? ''
        : `<c r="${reference}" s="${plain}" t="e"><v>${escapeXml(cell.error)}</v></c>`;
    case 'date':
      if (cell.day === null) return textCell(reference, plain, cellText(cell));
      return numberCell(
        reference,
        kindStyle(cell.time === null ? 'date' : 'datetime', false),
        toSerial(cell.day, cell.time ?? undefined),
      );
  }
}

/** Widths that fit the content, within limits. Ignores lines above the header. */
function widths(sheet: Sheet, column: number): number[] {
  const widest: number[] = [];
  for (const { number, cells } of sheet.rows) {
    if (number > 1)
      cells.forEach(
        (cell, index) => (widest[index] = Math.max(widest[index] ?? 8, cellText(cell).length + 2)),
      );
  }
  widest[column] = WIDEST;
  return Array.from(widest, (width) => Math.min(width ?? 8, WIDEST));
}
