import {
  MAX_DIRECT_LINES,
  MAX_PDF_LINES,
  type ReportQuery,
  type ReportType,
} from '@pos/contract/reports/report-query';
import { REPORTS } from '@pos/contract/reports/list';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { Readable } from 'node:stream';
import type { Db } from '#api/db/db.ts';
import { inSetSnapshot } from '#api/db/replica/replica-reads.ts';
import { Failure } from '#api/http/failure.ts';
import { FileAnswer } from '#api/http/feature.ts';
import type { SignedInAdmin } from '#api/http/access/identity.ts';
import { csvChunks } from '#api/spreadsheets/writing/write-csv.ts';
import { xlsxChunks } from '#api/spreadsheets/writing/write-xlsx.ts';
import type { Reader, ReportCode } from '../report-code.ts';
import { paperChunks } from './report-layout.ts';
import { REPORT_CODE } from '../report-list.ts';
import type { OnPart, ReportScope } from '../report-scope.ts';
import {
  type FileFormat,
  isLine,
  type ReportRow,
  type ReportTable,
  toSheet,
} from './report-table.ts';
import {
  lineTables,
  type ReportTables,
  reportTables,
  type TableOptions,
  toCsvTables,
} from './report-tables.ts';
import { reportFileName } from './report-texts.ts';
import {
  makeReport,
  phase,
  type Question,
  STATEMENT_TIMEOUT_MS,
  toScope,
  toReader,
  withHead,
} from '../reports.service.ts';

/** Time limit of a statement of a file of lines: one sorts the titles of all fairs, in ms. */
const LINES_TIMEOUT_MS = 600_000;

/**
 * A report as a file: its name, the number of rows in its first table, and its content in chunks.
 */
export type ReportFile = { name: string; lines: number; chunks: AsyncGenerator<Buffer | string> };

type FileQuery = ReportQuery & { format: FileFormat };

/** Content types of the files, by format. */
export const FILE_TYPES: Record<FileFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
};

/**
 * Settings of a file: who is told about its progress, from 0 to 1, the maximum lines of a PDF, and
 * the last row of a sheet, Excel's by default.
 */
export type FileOptions = {
  reached?: OnPart | undefined;
  maxPdfLines?: number;
  lastRow?: number;
};

/** Returns the report as a file download. Refuses more lines than the limits. */
export async function runReportAsFile(
  db: Db,
  admin: SignedInAdmin,
  query: ReportQuery,
  format: FileFormat,
  limits: LineLimits = { direct: MAX_DIRECT_LINES, pdf: MAX_PDF_LINES },
): Promise<FileAnswer> {
  const { name, chunks } = await inSetSnapshot(db, STATEMENT_TIMEOUT_MS, (snapshot) =>
    fileInMemory(snapshot, toReader(admin), { ...query, format }, limits),
  );
  return new FileAnswer(name, FILE_TYPES[format], Readable.from(chunks, { objectMode: false }));
}

/** Maximum lines of a file that a call answers with, and of a PDF. */
type LineLimits = { direct: number; pdf: number };

/**
 * Makes the report as a file and returns the result of `use`, which reads its chunks: a workbook or a
 * PDF with all its tables (SALES_SUMMARY also with the list that the school bills through FACTS), or
 * CSV with its rows, followed by the registers' days if requested. The lines of reports of single
 * orders or titles are read while `use` writes them (decision 70); a PDF of them is made in memory
 * and has a limit.
 */
export async function withReportFile<Result>(
  db: Db,
  reader: Reader,
  query: FileQuery,
  use: (file: ReportFile) => Promise<Result>,
  { maxPdfLines = MAX_PDF_LINES, ...options }: FileOptions = {},
): Promise<Result> {
  const { readLines }: ReportCode = REPORT_CODE[query.reportType];
  if (readLines && query.format !== 'pdf')
    return inSetSnapshot(db, LINES_TIMEOUT_MS, async (snapshot) =>
      use(await fileOfLines(snapshot, reader, query, readLines, options)),
    );
  const limits = { direct: Number.POSITIVE_INFINITY, pdf: maxPdfLines };
  const file = await inSetSnapshot(db, LINES_TIMEOUT_MS, (snapshot) =>
    fileInMemory(snapshot, reader, query, limits, options.reached),
  );
  return use(file);
}

/**
 * Refuses a PDF of more lines than anybody reads, before it is made. Reports whose rows take long to
 * count are left to the job.
 */
export async function requirePrintable(
  db: Db,
  scope: ReportScope,
  reportType: ReportType,
  maxLines = MAX_PDF_LINES,
): Promise<void> {
  const { countLines, countRows }: ReportCode = REPORT_CODE[reportType];
  if (countLines && !countRows) refuseLongPdf(reportType, await countLines(db, scope), maxLines);
}

/** Refuses a report of more lines than can be made in memory. */
async function refuseLong(
  snapshot: Db,
  scope: ReportScope,
  { reportType, format }: FileQuery,
  limits: LineLimits,
): Promise<void> {
  const { countLines, countRows }: ReportCode = REPORT_CODE[reportType];
  const lines = (await countLines?.(snapshot, scope)) ?? 0;
  if (lines > limits.direct && format !== 'pdf')
    throw tooLong(
      reportType,
      lines,
      `a file made at once holds at most ${formatCount(limits.direct)}. Make it in the background`,
    );
  if (format !== 'pdf' || lines <= limits.pdf) return;
  const isTooMuchToCount = lines > limits.direct;
  const rows = countRows && !isTooMuchToCount ? await countRows(snapshot, scope) : lines;
  refuseLongPdf(reportType, rows, limits.pdf);
}

function refuseLongPdf(reportType: ReportType, lines: number, maxLines: number): void {
  if (lines <= maxLines) return;
  throw tooLong(
    reportType,
    lines,
    `a PDF holds at most ${formatCount(maxLines)}. Choose Excel or CSV`,
  );
}

function tooLong(reportType: ReportType, lines: number, advice: string): Failure {
  return new Failure(
    'REPORT_TOO_LONG',
    `${REPORTS[reportType].title} has ${pluralize(lines, 'line')} for this selection, and ${advice}, or select fewer days or fairs.`,
  );
}

/** Prepares a file whose lines are read from the snapshot with its chunks. */
async function fileOfLines(
  db: Db,
  reader: Reader,
  query: FileQuery,
  readLines: NonNullable<ReportCode['readLines']>,
  { reached, lastRow }: FileOptions,
): Promise<ReportFile> {
  const question = await toScope(db, query);
  const making = { db, reader, query, question, ...phase(reached, 0, 0.35) };
  const [head, lines] = await withHead(making, readLines, ({ totalCents }) => totalCents);
  const report = { ...head, reportType: query.reportType, ...lines.facts };
  const tables = lineTables(report, lines, tableOptions(question, reader));
  return {
    name: reportFileName(report, query.format),
    lines: lines.lines,
    chunks: sheetChunks(query.format, tables, phase(reached, 0.35, 1).reached, lastRow),
  };
}

/** Makes the report in memory. Its chunks need no snapshot. */
async function fileInMemory(
  db: Db,
  reader: Reader,
  query: FileQuery,
  limits: LineLimits,
  reached?: OnPart,
): Promise<ReportFile> {
  const code: ReportCode = REPORT_CODE[query.reportType];
  const question = await toScope(db, query);
  await refuseLong(db, question.scope, query, limits);
  const made = await makeReport(db, reader, query, question, phase(reached, 0, 0.6).reached);
  const report = code.sortedForFiles?.(made) ?? made;
  const further = (await code.furtherTables?.(report, db, question.scope, reader)) ?? [];
  const options = tableOptions(question, reader);
  const tables = reportTables(report, further, options);
  const writing = phase(reached, 0.6, 1).reached;
  return {
    name: reportFileName(report, query.format),
    lines: toCsvTables(tables)[0].lines ?? 0,
    chunks:
      query.format === 'pdf'
        ? paperChunks(report, tables, options, writing)
        : sheetChunks(query.format, tables, writing),
  };
}

function tableOptions({ school, scope }: Question, { isOutside = false }: Reader): TableOptions {
  return { timeZone: scope.fairs[0]?.timeZone ?? school.timeZone, isOutside };
}

function sheetChunks(
  format: FileFormat,
  tables: ReportTables,
  reached: OnPart | undefined,
  lastRow?: number,
): ReportFile['chunks'] {
  if (format === 'csv')
    return csvChunks(
      ...watched(toCsvTables(tables), reached).map((table) => toSheet('csv', table)),
    );
  return xlsxChunks(
    watched(tables, reached).map((table) => toSheet('xlsx', table)),
    lastRow,
  );
}

/** Rows between two reports of progress. */
const STEP = 100;

/** Says while the rows are written how much of all lines was. */
function watched(
  tables: readonly ReportTable[],
  reached: OnPart | undefined,
): readonly ReportTable[] {
  if (!reached) return tables;
  const total = tables.reduce((sum, { lines = 0 }) => sum + lines, 0) || 1;
  let written = 0;
  async function* counted({ rows }: ReportTable): AsyncGenerator<ReportRow> {
    for await (const row of rows) {
      yield row;
      if (isLine(row) && ++written % STEP === 0) await reached?.(Math.min(1, written / total));
    }
    await reached?.(Math.min(1, written / total));
  }
  return tables.map((table) => ({ ...table, rows: counted(table) }));
}
