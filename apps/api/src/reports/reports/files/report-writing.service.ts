import type { Report } from '@pos/contract/reports/reports';
import {
  MAX_DIRECT_LINES,
  MAX_PDF_LINES,
  type ReportQuery,
  type ReportType,
} from '@pos/contract/reports/report-query';
import { REPORTS } from '@pos/contract/reports/list';
import { plainCount, plainPlural } from '@pos/contract/values/counts';
import { Readable } from 'node:stream';
import type { Db } from '#api/db/db.ts';
import { inSetSnapshot } from '#api/db/replica/replica-reads.ts';
import { Failure } from '#api/http/failure.ts';
import { FileAnswer } from '#api/http/feature.ts';
import type { SignedInAdmin } from '#api/http/access/identity.ts';
import { tablePaperChunks } from '#api/pdf/table-paper.ts';
import { csvChunks } from '#api/spreadsheets/writing/write-csv.ts';
import { xlsxChunks } from '#api/spreadsheets/writing/write-xlsx.ts';
import type { WrittenRow, WrittenSheet } from '#api/spreadsheets/writing/written.ts';
import type { Reader, ReportCode } from '../report-code.ts';
import { reportHead } from './report-head.ts';
import { layOutReport } from './report-layout.ts';
import { lineRows, lineSheets, type LineSheetOptions } from './report-line-sheets.ts';
import { REPORT_CODE } from '../report-list.ts';
import type { Reached, ReportScope } from '../report-scope.ts';
import { type ReportTable, toPlainRows, toSheet } from './report-table.ts';
import { reportTables, toCsvTables } from './report-tables.ts';
import { reportFileName } from './report-texts.ts';
import { reportSettingsRow } from '../reports.queries.ts';
import {
  makeReport,
  phase,
  STATEMENT_TIMEOUT_MS,
  toCachedScope,
  toReader,
  isPartOfFair,
} from '../reports.service.ts';

/** Time limit of a statement of a file of lines: one sorts the titles of all fairs, in ms. */
const LINES_TIMEOUT_MS = 600_000;

export type FileFormat = 'xlsx' | 'csv' | 'pdf';
/**
 * A report as a file: its name, the number of rows in its first table, and its content in chunks.
 */
export type ReportFile = { name: string; lines: number; chunks: AsyncGenerator<Buffer | string> };

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
  reached?: Reached | undefined;
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
  const { name, chunks } = await fileInMemory(db, toReader(admin), query, format, { limits });
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
export function withReportFile<Result>(
  db: Db,
  reader: Reader,
  query: ReportQuery & { format: FileFormat },
  use: (file: ReportFile) => Promise<Result>,
  options: FileOptions = {},
): Promise<Result> {
  const { format, ...question } = query;
  const { readLines }: ReportCode = REPORT_CODE[query.reportType];
  if (readLines && format !== 'pdf')
    return inSetSnapshot(db, LINES_TIMEOUT_MS, async (snapshot) =>
      use(await fileOfLines(snapshot, reader, { ...question, format }, readLines, options)),
    );
  const { reached, maxPdfLines = MAX_PDF_LINES } = options;
  const limits = { direct: Number.POSITIVE_INFINITY, pdf: maxPdfLines };
  return fileInMemory(db, reader, question, format, {
    reached,
    limits,
    timeoutMs: LINES_TIMEOUT_MS,
  }).then(use);
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
  reportType: ReportType,
  { format, limits }: { format: FileFormat; limits: LineLimits },
): Promise<void> {
  const { countLines, countRows }: ReportCode = REPORT_CODE[reportType];
  const lines = (await countLines?.(snapshot, scope)) ?? 0;
  if (lines > limits.direct && format !== 'pdf')
    throw tooLong(
      reportType,
      lines,
      `a file made at once holds at most ${plainCount(limits.direct)}. Make it in the background`,
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
    `a PDF holds at most ${plainCount(maxLines)}. Choose Excel or CSV`,
  );
}

function tooLong(reportType: ReportType, lines: number, advice: string): Failure {
  return new Failure(
    'REPORT_TOO_LONG',
    `${REPORTS[reportType].title} has ${plainPlural(lines, 'line')} for this selection, and ${advice}, or select fewer days or fairs.`,
  );
}

type LineFormat = Exclude<FileFormat, 'pdf'>;

/** Prepares a file whose lines are read from the snapshot with its chunks. */
async function fileOfLines(
  snapshot: Db,
  reader: Reader,
  { format, ...query }: ReportQuery & { format: LineFormat },
  readLines: NonNullable<ReportCode['readLines']>,
  { reached, lastRow }: FileOptions,
): Promise<ReportFile> {
  const { school, scope } = await toCachedScope(snapshot, query);
  const settings = await reportSettingsRow(snapshot);
  const lines = await readLines({
    db: snapshot,
    scope: { ...scope, ...phase(reached, 0, 0.25) },
    query,
    profitCashPpm: settings.profitCashPpm,
    ...reader,
  });
  const head = await reportHead(
    snapshot,
    { ...scope, ...phase(reached, 0.25, 0.35) },
    {
      school,
      generatedBy: reader.name,
      settings,
      totalCents: lines.totalCents,
      isPartOfFair: isPartOfFair(query),
    },
  );
  await reached?.(0.35);
  const report = { ...head, reportType: query.reportType, ...lines.facts };
  const options: LineSheetOptions = {
    timeZone: scope.fairs[0]?.timeZone ?? school.timeZone,
    isOutside: reader.isOutside === true,
    ...phase(reached, 0.35, 1),
  };
  return {
    name: reportFileName(report, format),
    lines: lines.lines,
    chunks:
      format === 'csv'
        ? csvChunks(lineRows(report, lines, options))
        : xlsxChunks(lineSheets(report, lines, options), lastRow),
  };
}

/** `timeoutMs` is the time limit of a statement. */
type MemoryOptions = { reached?: Reached | undefined; limits: LineLimits; timeoutMs?: number };

/** Makes the report in memory. */
async function fileInMemory(
  db: Db,
  reader: Reader,
  query: ReportQuery,
  format: FileFormat,
  { reached, limits, timeoutMs = STATEMENT_TIMEOUT_MS }: MemoryOptions,
): Promise<ReportFile> {
  const code: ReportCode = REPORT_CODE[query.reportType];
  const { report, tables, timeZone } = await inSetSnapshot(db, timeoutMs, async (snapshot) => {
    const question = await toCachedScope(snapshot, query);
    const { school, scope } = question;
    await refuseLong(snapshot, scope, query.reportType, { format, limits });
    const computing = phase(reached, 0, 0.6).reached;
    const made = await makeReport(snapshot, reader, query, question, computing);
    const sorted = code.sortedForFiles?.(made) ?? made;
    const further = await code.furtherTables?.(sorted, snapshot, scope, reader);
    const zone = scope.fairs[0]?.timeZone ?? school.timeZone;
    const madeTables = reportTables(sorted, zone, further ?? [], reader.isOutside);
    return { report: sorted, tables: madeTables, timeZone: zone };
  });
  const lines = rowCount(toCsvTables(tables)[0]);
  const writing = phase(reached, 0.6, 1).reached;
  const chunks = chunksOf(
    { report, tables, timeZone, isOutside: reader.isOutside },
    format,
    writing,
  );
  return { name: reportFileName(report, format), lines, chunks };
}

type MadeReport = {
  report: Report;
  tables: [ReportTable, ...ReportTable[]];
  timeZone: string;
  isOutside: boolean | undefined;
};

function chunksOf(
  { report, tables, timeZone, isOutside }: MadeReport,
  format: FileFormat,
  reached: Reached | undefined,
): ReportFile['chunks'] {
  switch (format) {
    case 'csv':
      return csvChunks(...watched(toCsvTables(tables), toPlainRows, reached));
    case 'xlsx':
      return xlsxChunks(watched(tables, toSheet, reached));
    case 'pdf':
      return tablePaperChunks(layOutReport(report, tables, timeZone, isOutside), reached);
  }
}

function rowCount({ groups }: ReportTable): number {
  return groups.reduce((sum, { rows }) => sum + rows.length, 0);
}

/** Rows between two reports of progress. */
const STEP = 1_000;

/** Makes the sheets, and says while their rows are written how much of all was. */
function watched<Sheet extends Pick<WrittenSheet, 'rows'>>(
  tables: readonly ReportTable[],
  toRows: (table: ReportTable) => Sheet,
  reached: Reached | undefined,
): readonly Sheet[] {
  if (!reached) return tables.map(toRows);
  const total = Math.max(
    1,
    tables.reduce((sum, table) => sum + rowCount(table), 0),
  );
  let done = 0;
  async function* counted(table: ReportTable): AsyncGenerator<WrittenRow> {
    let written = done;
    for await (const row of toRows(table).rows) {
      yield row;
      if (++written % STEP === 0) await reached?.(Math.min(1, written / total));
    }
    done += rowCount(table);
    await reached?.(done / total);
  }
  return tables.map((table) => ({ ...toRows(table), rows: counted(table) }));
}
