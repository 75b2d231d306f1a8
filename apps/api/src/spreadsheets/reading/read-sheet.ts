import { Worker } from 'node:worker_threads';
import { ReadGate } from '#api/spreadsheets/reading/read-gate.ts';
import { refuseByFirstBytes } from '#api/spreadsheets/reading/read-workbook.ts';
import {
  READ_LIMITS,
  type ReadLimits,
  type Sheet,
  type SheetRow,
} from '#api/spreadsheets/sheet.ts';
import {
  fileRefused,
  SpreadsheetError,
  type SpreadsheetErrorCode,
} from '#api/spreadsheets/spreadsheet-error.ts';

/** Input of the worker. */
export interface ReadOrder {
  bytes: Uint8Array;
  limits: ReadLimits;
}
/** Output of the worker: rows in portions on request, then the end, or a refusal. */
export type ReadReport =
  | { kind: 'rows'; rows: SheetRow[] }
  | ({ kind: 'end' } & Omit<Sheet, 'rows'>)
  | { kind: 'refused'; code: SpreadsheetErrorCode; sentence: string; detail: string | undefined };

/** Reads one file at a time, so that memory stays within the limit for one. Others wait. */
const gate = new ReadGate(1);

/**
 * Reads the first visible sheet of an .xlsx file in a worker thread with a memory cap and a time
 * limit. Throws `SpreadsheetError` for a refused file. `bytes` remain the caller's.
 */
export async function readSheet(
  bytes: Uint8Array,
  limits: Partial<ReadLimits> = {},
): Promise<Sheet> {
  const all = { ...READ_LIMITS, ...limits };
  refuseByFirstBytes(bytes, all);
  return gate.pass(() => readInWorker({ bytes, limits: all }));
}

function readInWorker(order: ReadOrder): Promise<Sheet> {
  const worker = new Worker(new URL('./read-sheet.worker.ts', import.meta.url), {
    workerData: order,
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: order.limits.memoryMegabytes,
      maxYoungGenerationSizeMb: 16,
      stackSizeMb: 4,
    },
  });
  const rows: SheetRow[] = [];
  return new Promise<Sheet>((resolve, reject) => {
    const timer = setTimeout(() => reject(fileRefused('TOO_SLOW')), order.limits.milliseconds);
    worker.on('message', (report: ReadReport) => {
      if (report.kind === 'rows') {
        for (const row of report.rows) rows.push(row);
        // Lets other work of the main loop run first.
        setImmediate(() => worker.postMessage('next'));
      } else if (report.kind === 'end') {
        const { kind: _, ...sheet } = report;
        resolve({ ...sheet, rows });
      } else reject(new SpreadsheetError(report.code, report.sentence, { detail: report.detail }));
    });
    worker.on('error', (error) =>
      reject(isOutOfMemory(error) ? fileRefused('TOO_MUCH_MEMORY') : error),
    );
    worker.on('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The reading worker exited with code ${code} and without a result.`));
    });
  }).finally(() => worker.terminate());
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
