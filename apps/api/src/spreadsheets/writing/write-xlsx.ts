import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { columnLetters } from '#api/spreadsheets/sheet.ts';
import { textCell, valueCell } from '#api/spreadsheets/writing/cell-xml.ts';
import { RowCursor } from '#api/spreadsheets/writing/row-cursor.ts';
import { isRightAligned, style } from '#api/spreadsheets/writing/styles-xml.ts';
import {
  SheetNames,
  workbookParts,
  worksheetPart,
} from '#api/spreadsheets/writing/workbook-xml.ts';
import { PIECE, rowXml, worksheetXml } from '#api/spreadsheets/writing/worksheet-xml.ts';
import type {
  ColumnKind,
  WrittenColumn,
  WrittenSheet,
  WrittenValue,
} from '#api/spreadsheets/writing/written.ts';
import { zipChunks, type ZipPart } from '#api/spreadsheets/writing/zip-chunks.ts';

/** Last row of a sheet in Excel. */
const LAST_ROW = 1_048_576;
const WIDTHS: Record<ColumnKind, number> = {
  text: 24,
  integer: 10,
  money: 13,
  percent: 10,
  date: 12,
  datetime: 20,
  isbn: 16,
};

/**
 * Writes a workbook to `out` and ends it, with memory use independent of the number of rows. Rows
 * beyond Excel's last one continue on a further sheet with the same header. Deterministic: the same
 * rows give the same bytes.
 */
export async function writeXlsx(out: Writable, sheets: readonly WrittenSheet[]): Promise<void> {
  await pipeline(Readable.from(xlsxChunks(sheets), { objectMode: false }), out);
}

/**
 * Yields the same workbook as chunks, for streamed answers: `Readable.from(xlsxChunks(sheets))`.
 */
export function xlsxChunks(sheets: readonly WrittenSheet[]): AsyncGenerator<Buffer> {
  return zipChunks(parts(sheets));
}

async function* parts(sheets: readonly WrittenSheet[]): AsyncGenerator<ZipPart> {
  const names = new SheetNames();
  const written: string[] = [];
  for (const sheet of sheets) {
    const rows = new RowCursor(sheet.rows);
    try {
      do {
        written.push(names.take(sheet.name));
        const headerRow = (sheet.titleLines?.length ?? 0) + 1;
        yield {
          name: worksheetPart(written.length),
          chunks: worksheetXml(sheet.columns.map(widthOf), headerRow, sheetRows(sheet, rows)),
        };
      } while ((await rows.peek()) !== undefined);
    } finally {
      await rows.close();
    }
  }
  yield* workbookParts(written);
}

/**
 * Yields title lines, header and as many rows as fit the sheet in chunks, then the totals after the
 * last row.
 */
async function* sheetRows(sheet: WrittenSheet, rows: RowCursor): AsyncGenerator<string> {
  let number = 1;
  let piece = '';
  for (const line of sheet.titleLines ?? []) {
    piece += rowXml(
      number,
      textCell(`A${number}`, style(number === 1 ? 'title' : 'general'), line),
    );
    number++;
  }
  piece += rowXml(
    number,
    sheet.columns
      .map((column, index) =>
        textCell(
          columnLetters(index) + number,
          style(isRightAligned(column.kind) ? 'headerRight' : 'header'),
          column.header,
        ),
      )
      .join(''),
  );

  const lastRow = sheet.totals ? LAST_ROW - 1 : LAST_ROW;
  const cells = rowWriter(sheet.columns);
  while (number < lastRow) {
    const next = rows.peek();
    const row = next instanceof Promise ? await next : next;
    if (row === undefined) break;
    rows.advance();
    number++;
    piece += rowXml(
      number,
      'cells' in row ? cells(number, row.cells, row.bold ?? false) : cells(number, row, false),
    );
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (sheet.totals && (await rows.peek()) === undefined) {
    piece += rowXml(
      number + 1,
      cells(number + 1, typeof sheet.totals === 'function' ? sheet.totals() : sheet.totals, true),
    );
  }
  yield piece;
}

/** Writes the cells of a row. Values beyond the columns are left out. */
function rowWriter(columns: readonly WrittenColumn[]) {
  const places = columns.map(({ kind }, index) => ({ kind, letters: columnLetters(index) }));
  return (number: number, values: readonly WrittenValue[], bold: boolean): string => {
    let xml = '';
    for (const [index, { kind, letters }] of places.entries())
      xml += valueCell(letters + number, kind, values[index], bold);
    return xml;
  };
}

function widthOf({ header, kind, width }: WrittenColumn): number {
  return width ?? Math.max(WIDTHS[kind], header.length + 2);
}
