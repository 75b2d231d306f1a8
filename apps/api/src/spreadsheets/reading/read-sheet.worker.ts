import { parentPort, workerData } from 'node:worker_threads';
import { readWorkbook } from '#api/spreadsheets/reading/read-workbook.ts';
import type { ReadOrder, ReadReport } from '#api/spreadsheets/reading/read-sheet.ts';
import { SpreadsheetError } from '#api/spreadsheets/spreadsheet-error.ts';

/** One message holds about so many cells: taking it in stops the main loop for a few milliseconds only. */
const CELLS_A_MESSAGE = 4_000;

const port = parentPort;
if (!port) throw new Error('This file is the body of a worker thread.');
const { bytes, limits } = workerData as ReadOrder;
const report = (message: ReadReport) => port.postMessage(message);
/** The other side asks for each message once it has taken the last one in. */
const asked = () => new Promise<void>((resolve) => port.once('message', () => resolve()));

try {
  const { name, date1904, rows } = await readWorkbook(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits);
  let from = 0;
  while (from < rows.length) {
    let to = from;
    for (let cells = 0; to < rows.length && cells < CELLS_A_MESSAGE; to++) cells += rows[to]?.cells.length ?? 0;
    report({ kind: 'rows', rows: rows.slice(from, to) });
    from = to;
    await asked();
  }
  report({ kind: 'end', name, date1904 });
} catch (error) {
  if (!(error instanceof SpreadsheetError)) throw error;
  report({ kind: 'refused', code: error.code, sentence: error.sentence, detail: error.detail });
}
port.close();
