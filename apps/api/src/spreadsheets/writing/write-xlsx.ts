import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatCount } from '@pos/contract/values/counts';
import { columnLetters } from '#api/spreadsheets/sheet.ts';
import { textCell, valueCell } from '#api/spreadsheets/writing/cell-xml.ts';
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
  WrittenRow,
} from '#api/spreadsheets/writing/written.ts';
import { zipChunks, type ZipPart } from '#api/spreadsheets/writing/zip-chunks.ts';

/**
 * Iterates over rows with one row of lookahead, to decide about a further sheet before taking the
 * next row.
 */
class RowCursor {
  readonly #iterator: Iterator<WrittenRow, unknown> | AsyncIterator<WrittenRow, unknown>;
  #next: WrittenRow | undefined;
  #ended = false;

  constructor(rows: Iterable<WrittenRow> | AsyncIterable<WrittenRow>) {
    this.#iterator =
      Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  }

  /**
   * Returns the next row without taking it; undefined at the end. Returns a promise only for
   * asynchronous sources.
   */
  peek(): WrittenRow | undefined | Promise<WrittenRow | undefined> {
    if (this.#next !== undefined || this.#ended) return this.#next;
    const result = this.#iterator.next();
    return result instanceof Promise
      ? result.then((later) => this.#keep(later))
      : this.#keep(result);
  }

  /** Skips the row returned by `peek`. */
  advance(): void {
    this.#next = undefined;
  }

  #keep(result: IteratorResult<WrittenRow, unknown>): WrittenRow | undefined {
    if (result.done) this.#ended = true;
    else this.#next = result.value;
    return this.#next;
  }

  /** Closes the source, even if not all rows were taken. */
  async close(): Promise<void> {
    if (!this.#ended) await this.#iterator.return?.();
    this.#ended = true;
  }
}

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
 * `lastRow` is the last row of a sheet, Excel's by default.
 */
export function xlsxChunks(
  sheets: readonly WrittenSheet[],
  lastRow = LAST_ROW,
): AsyncGenerator<Buffer> {
  return zipChunks(parts(sheets, lastRow));
}

async function* parts(sheets: readonly WrittenSheet[], lastRow: number): AsyncGenerator<ZipPart> {
  const names = new SheetNames();
  const written: string[] = [];
  for (const sheet of sheets) {
    const rows = new RowCursor(sheet.rows);
    const expected = sheetsNeeded(sheet, lastRow);
    let number = 0;
    try {
      do {
        written.push(names.take(sheet.name));
        number++;
        const part = expected > 1 ? withPlace(sheet, number, expected) : sheet;
        const headerRow = (part.titleLines?.length ?? 0) + 1;
        yield {
          name: worksheetPart(written.length),
          chunks: worksheetXml(
            sheet.columns.map(getWidth),
            headerRow,
            sheetRows(part, rows, lastRow),
          ),
        };
      } while ((await rows.peek()) !== undefined);
    } finally {
      await rows.close();
    }
  }
  yield* workbookParts(written);
}

/** Returns the number of sheets that the rows need; 1 if their number is not known. */
function sheetsNeeded({ titleLines = [], rowCount = 0, totals }: WrittenSheet, lastRow: number) {
  const headerRow = titleLines.length + 1;
  const last = lastDataRow(totals, lastRow);
  // Several sheets have one more line above the header.
  return rowCount <= last - headerRow ? 1 : Math.ceil(rowCount / (last - headerRow - 1));
}

/** Row of the last data, above the totals. */
function lastDataRow(totals: WrittenSheet['totals'], lastRow: number): number {
  return totals ? lastRow - 1 : lastRow;
}

/** Adds a line that says which of several sheets it is. */
function withPlace(sheet: WrittenSheet, number: number, count: number): WrittenSheet {
  const rows = `${formatCount(sheet.rowCount ?? 0)} rows`;
  const place = `Sheet ${number} of ${count}, with ${rows} in all`;
  return {
    ...sheet,
    titleLines: [
      ...(sheet.titleLines ?? []),
      number < count ? `${place}; they continue on the next sheet` : place,
    ],
  };
}

/**
 * Yields title lines, header and as many rows as fit the sheet in chunks, then the totals after the
 * last row.
 */
async function* sheetRows(
  sheet: WrittenSheet,
  rows: RowCursor,
  last: number,
): AsyncGenerator<string> {
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

  const lastRow = lastDataRow(sheet.totals, last);
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

function getWidth({ header, kind, width }: WrittenColumn): number {
  return width ?? Math.max(WIDTHS[kind], header.length + 2);
}
