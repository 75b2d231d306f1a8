import { parentPort, workerData } from 'node:worker_threads';
import { readWorkbook } from '#api/spreadsheets/reading/read-workbook.ts';
import type { ReadOrder, ReadReport } from '#api/spreadsheets/reading/read-sheet.ts';
import type { SheetRow } from '#api/spreadsheets/sheet.ts';
import { SpreadsheetError } from '#api/spreadsheets/spreadsheet-error.ts';

/** Cells per message, so that receiving one blocks the main loop for a millisecond or two only. */
const CELLS_A_MESSAGE = 2_000;

const port = parentPort;
if (!port) throw new Error('This file is the body of a worker thread.');
const { bytes, limits } = workerData as ReadOrder;
const report = (message: ReadReport) => port.postMessage(message);
/** Resolves when the other side requests the next message, after processing the last one. */
const asked = () => new Promise<void>((resolve) => port.once('message', () => resolve()));

try {
  const { rows, ...sheet } = await readWorkbook(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    limits,
  );
  rows.reverse();
  while (rows.length > 0) {
    const portion: SheetRow[] = [];
    // Sent rows are released, so that they are not in memory twice.
    for (
      let row: SheetRow | undefined, cells = 0;
      cells < CELLS_A_MESSAGE && (row = rows.pop());
      cells += row.cells.length
    )
      portion.push(row);
    report({ kind: 'rows', rows: portion });
    await asked();
  }
  report({ kind: 'end', ...sheet });
} catch (error) {
  if (!(error instanceof SpreadsheetError)) throw error;
  report({ kind: 'refused', code: error.code, sentence: error.sentence, detail: error.detail });
}
port.close();
