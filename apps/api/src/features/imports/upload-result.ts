import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { RowMessage, UploadResult } from '@pos/contract/imports';
import type { JobFile } from '#api/jobs/job-queue.ts';
import type { FoundHeader, TableWarning } from '#api/spreadsheets/header.ts';
import type { Sheet } from '#api/spreadsheets/sheet.ts';
import { writeErrorWorkbook } from '#api/spreadsheets/writing/write-error-workbook.ts';

/** A row of any kind of upload once it is judged. */
export type UploadRow = {
  number: number;
  values: Readonly<Record<string, string>>;
  outcome: UploadResult['preview'][number]['outcome'];
  errors: readonly RowMessage[];
  warnings: readonly RowMessage[];
};

const PREVIEW_ROWS = 200;

/** Counts and messages of an upload. `written` false: a commit that wrote nothing because rows have errors. */
export function uploadResult(
  mode: UploadResult['mode'],
  rows: readonly UploadRow[],
  { headers, warnings, titles, units, cartons, written }: { headers: readonly FoundHeader<string>[]; warnings: readonly RowMessage[]; titles: number; units: number; cartons: number; written: boolean },
): UploadResult {
  const count = (outcome: UploadRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  const rejected = count('reject');
  const created = written ? count('create') : 0;
  const updated = written ? count('update') : 0;
  const skipped = rows.length - created - updated;
  const worth = (row: UploadRow) => (row.errors.length > 0 ? 0 : row.warnings.length > 0 ? 1 : 2);
  return {
    mode, total: rows.length, created, updated, skipped, unchanged: skipped - rejected, rejected, titles, units, cartons,
    warnings: [...warnings, ...rows.flatMap((row) => row.warnings)],
    errors: rows.flatMap((row) => row.errors),
    columns: headers.map(({ text, column }) => ({ header: text, column })),
    preview: rows
      .toSorted((one, other) => worth(one) - worth(other))
      .slice(0, PREVIEW_ROWS)
      .map(({ number, values, outcome }) => ({ row: number, values: { ...values }, outcome })),
  };
}

/** A warning of the table reader in the form of the answer. */
export function tableMessage({ code, message, row = 0, column = '' }: TableWarning): RowMessage {
  return { row, column, value: '', code, message };
}

/** The file again with an Error column, ready to be corrected and sent again (domain 10.1). */
export async function errorFile(fileName: string, sheet: Sheet, headerRow: number, errors: readonly RowMessage[]): Promise<JobFile> {
  const sentences = new Map<number, string[]>();
  for (const { row, message } of errors) sentences.set(row, [...(sentences.get(row) ?? []), message]);
  const out = new PassThrough();
  const [bytes] = await Promise.all([buffer(out), writeErrorWorkbook(out, sheet, headerRow, sentences)]);
  return { name: `${fileName.replace(/\.xlsx$/i, '').slice(0, 100)} - errors.xlsx`, bytes };
}
