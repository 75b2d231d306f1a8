import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  UploadCounts,
  type UploadJobResult,
  type RowMessage,
  type UploadResult,
} from '@pos/contract/imports/uploads';
import type { JobFile } from '#api/jobs/job-queue.ts';
import type { FoundHeader, TableWarning } from '#api/spreadsheets/header.ts';
import type { Sheet } from '#api/spreadsheets/sheet.ts';
import type { Table } from '#api/spreadsheets/table.ts';
import { writeErrorWorkbook } from '#api/spreadsheets/writing/write-error-workbook.ts';
import type { JudgedUpload, Outcome, UploadRow } from './upload.ts';

const PREVIEW_ROWS = 200;

/**
 * Counts and messages of an upload. `written` is false for a commit that wrote nothing because rows
 * have errors.
 */
export function uploadResult(
  mode: UploadResult['mode'],
  { rows, warnings = [], titles = 0, units = 0, cartons = 0, schools = 0 }: JudgedUpload,
  {
    headers,
    tableWarnings,
    written,
  }: {
    headers: readonly (FoundHeader<string> & { sample?: string })[];
    tableWarnings: readonly RowMessage[];
    written: boolean;
  },
): UploadResult {
  const count = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome).length;
  const rejected = count('reject');
  const created = written ? count('create') : 0;
  const updated = written ? count('update') : 0;
  const skipped = rows.length - created - updated;
  return {
    mode,
    state: 'done',
    total: rows.length,
    created,
    updated,
    skipped,
    unchanged: skipped - rejected,
    rejected,
    titles,
    units,
    cartons,
    schools,
    warnings: [...tableWarnings, ...warnings, ...rows.flatMap((row) => row.warnings)],
    errors: rows.flatMap((row) => row.errors),
    notes: rows.flatMap((row) => row.notes ?? []),
    columns: headers.map(({ text, column, sample }) => ({
      header: text,
      column,
      ...(sample && { sample }),
    })),
    preview: toPreview(rows).map(({ number, values, outcome, found }) => ({
      row: number,
      values: { ...values },
      outcome,
      ...(found !== undefined && { found }),
    })),
  };
}

/**
 * Returns the first rows with errors, then the first with only warnings, then the first of the
 * others.
 */
function toPreview(rows: readonly UploadRow[]): UploadRow[] {
  const first: [UploadRow[], UploadRow[], UploadRow[]] = [[], [], []];
  for (const row of rows) {
    const alike = first[row.errors.length > 0 ? 0 : row.warnings.length > 0 ? 1 : 2];
    if (alike.length < PREVIEW_ROWS) alike.push(row);
  }
  return first.flat().slice(0, PREVIEW_ROWS);
}

/** Result of a commit that will run as a job: the number of rows. */
export function queuedResult({ header: { headers }, rows, warnings }: Table<string>): UploadResult {
  const nothing = { rows: [], apply: () => Promise.resolve({}) };
  const tableWarnings = warnings.map(tableMessage);
  return {
    ...uploadResult('commit', nothing, { headers, tableWarnings, written: false }),
    state: 'queued',
    total: rows.length,
  };
}

/** Returns only the counts, for the log and the job. */
export function toUploadCounts(
  result: UploadResult,
): Omit<UploadJobResult, 'upload' | 'fairId' | 'fileName'> {
  return { ...UploadCounts.parse(result), warnings: result.warnings.length };
}

/** Converts a warning of the table reader for the answer. */
export function tableMessage({ code, message, row = 0, column = '' }: TableWarning): RowMessage {
  return { row, column, value: '', code, message };
}

/**
 * Returns the uploaded file with an added Error column, to correct and upload again (domain 10.1).
 */
export async function errorFile(
  fileName: string,
  sheet: Sheet,
  headerRow: number,
  errors: readonly RowMessage[],
): Promise<JobFile> {
  const sentences = new Map<number, string[]>();
  for (const { row, message } of errors)
    sentences.set(row, [...(sentences.get(row) ?? []), message]);
  const out = new PassThrough();
  const [bytes] = await Promise.all([
    buffer(out),
    writeErrorWorkbook(out, sheet, headerRow, sentences),
  ]);
  return { name: `${fileName.replace(/\.xlsx$/i, '').slice(0, 100)} - errors.xlsx`, bytes };
}
