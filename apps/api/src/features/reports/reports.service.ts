import { holds } from '@pos/contract/permissions';
import type { Report } from '@pos/contract/reports';
import {
  ALL_SCHOOLS,
  MAX_FILE_LINES,
  MAX_COMPUTED_FAIRS,
  MAX_SHOWN_LINES,
  type ReportQuery,
  type ReportType,
} from '@pos/contract/report-query';
import { REPORTS } from '@pos/contract/reports/list';
import type { ReportDescription } from '@pos/contract/reports/description';
import type { School } from '@pos/contract/schools';
import { plainCount, plainPlural } from '@pos/contract/values/counts';
import { Readable } from 'node:stream';
import type { Db } from '#api/db/db.ts';
import { inSetSnapshot } from '#api/db/replica-reads.ts';
import { inSnapshot } from '#api/db/snapshot.ts';
import { requireSchool } from '#api/features/schools/schools.service.ts';
import { tablePaperChunks } from '#api/pdf/table-paper.ts';
import { Failure, invalid } from '#api/http/failure.ts';
import { FileAnswer } from '#api/http/feature.ts';
import type { SignedInAdmin } from '#api/http/identity.ts';
import { csvChunks } from '#api/spreadsheets/writing/write-csv.ts';
import { xlsxChunks } from '#api/spreadsheets/writing/write-xlsx.ts';
import type { Reader, ReportBody, ReportCode } from './report-code.ts';
import { reportHead } from './report-head.ts';
import { withCached } from './cached/cached-figures.service.ts';
import { REPORT_CODE } from './report-list.ts';
import { layOutReport } from './report-layout.ts';
import {
  NO_FILTERS,
  withoutCached,
  type ReportFilters,
  type ReportScope,
  type ScopeFair,
} from './report-scope.ts';
import { toPlainRows, toSheet } from './report-table.ts';
import { reportTables, toCsvTables } from './report-tables.ts';
import { reportFileName } from './report-texts.ts';
import { adminRow, fairRow, fairRows, regionRow, reportSettingsRow } from './reports.queries.ts';

/** Time limit of a statement of a report, longer than for a list (trust.md, rule 7), in ms. */
const STATEMENT_TIMEOUT_MS = 60_000;

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
 * Runs a report in one database snapshot, so that all its figures are from the same time. Refuses
 * more than `maxLines` order lines.
 */
export function runReport(
  db: Db,
  admin: SignedInAdmin,
  query: ReportQuery,
  maxLines = MAX_SHOWN_LINES,
): Promise<Report> {
  return inSnapshot(db, STATEMENT_TIMEOUT_MS, async (snapshot) => {
    const { school, scope } = await toCachedScope(snapshot, query);
    const computed = withoutCached(scope).fairs.length;
    if (scope.schoolId === null && computed > MAX_COMPUTED_FAIRS)
      throw tooLong(query.reportType, `${plainCount(computed)} fairs to add up`);
    const code: ReportCode = REPORT_CODE[query.reportType];
    const lines = (await code.countLines?.(snapshot, scope)) ?? 0;
    if (lines > maxLines) throw tooLong(query.reportType, `${plainCount(lines)} lines`);
    const report = await makeReport(snapshot, toReader(admin), query, school, scope);
    return code.shortened?.(report) ?? report;
  });
}

function tooLong(reportType: ReportType, what: string): Failure {
  return new Failure(
    'REPORT_TOO_LONG',
    `${REPORTS[reportType].title} has ${what} for this selection, which is too many to show here. Create it as a file, or select fewer days.`,
  );
}

function tooLongForFile(reportType: ReportType, lines: number, maxLines: number): Failure {
  return new Failure(
    'REPORT_TOO_LONG',
    `${REPORTS[reportType].title} has ${plainPlural(lines, 'line')} for this selection, and a file holds at most ${plainCount(maxLines)}. Select fewer days or fairs.`,
  );
}

/** Returns the report as a file download. */
export async function runReportAsFile(
  db: Db,
  admin: SignedInAdmin,
  query: ReportQuery,
  format: FileFormat,
): Promise<FileAnswer> {
  const { name, chunks } = await reportFile(db, toReader(admin), query, format);
  return new FileAnswer(name, FILE_TYPES[format], Readable.from(chunks, { objectMode: false }));
}

/**
 * Returns the report as a file: a workbook or a PDF with all its tables (SALES_SUMMARY also with
 * the list that the school bills through FACTS), or CSV with its rows, followed by the registers'
 * days if requested. Refuses more than `maxLines` lines of single orders or titles, which would not
 * fit into the memory of the process.
 */
export async function reportFile(
  db: Db,
  reader: Reader,
  query: ReportQuery,
  format: FileFormat,
  maxLines = MAX_FILE_LINES,
): Promise<ReportFile> {
  const code: ReportCode = REPORT_CODE[query.reportType];
  const { report, tables, timeZone } = await inSetSnapshot(
    db,
    STATEMENT_TIMEOUT_MS,
    async (snapshot) => {
      const { school, scope } = await toCachedScope(snapshot, query);
      const lines = (await code.countLines?.(snapshot, scope)) ?? 0;
      if (lines > maxLines) throw tooLongForFile(query.reportType, lines, maxLines);
      const made = await makeReport(snapshot, reader, query, school, scope);
      const sorted = code.sortedForFiles?.(made) ?? made;
      const further = await code.furtherTables?.(sorted, snapshot, scope, reader);
      const zone = scope.fairs[0]?.timeZone ?? school.timeZone;
      const madeTables = reportTables(sorted, zone, further ?? [], reader.isOutside);
      return { report: sorted, tables: madeTables, timeZone: zone };
    },
  );
  const csvTables = toCsvTables(tables);
  const lines = csvTables[0].groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return { name: reportFileName(report, format), lines, chunks: chunksOf(format) };

  function chunksOf(asked: FileFormat): ReportFile['chunks'] {
    switch (asked) {
      case 'csv':
        return csvChunks(...csvTables.map(toPlainRows));
      case 'xlsx':
        return xlsxChunks(tables.map(toSheet));
      case 'pdf':
        return tablePaperChunks(layOutReport(report, tables, timeZone, reader.isOutside));
    }
  }
}

export function toReader({ name, rights }: SignedInAdmin): Reader {
  return { name, readsStudents: holds(rights, 'Students', 'read_only') };
}

async function makeReport(
  db: Db,
  reader: Reader,
  query: ReportQuery,
  school: ReportSchool,
  scope: ReportScope,
): Promise<Report> {
  const settings = await reportSettingsRow(db);
  const code: ReportCode = REPORT_CODE[query.reportType];
  const { profitCashPpm } = settings;
  const body = await code.compute({ db, scope, query, profitCashPpm, ...reader });
  return {
    ...(await reportHead(db, scope, {
      school,
      generatedBy: reader.name,
      settings,
      totalCents: totalOf(body),
    })),
    ...body,
  };
}

/** Returns the report's total over all sales of the scope, if it has one. */
function totalOf(body: ReportBody): number | null {
  const { tiesOut }: ReportDescription = REPORTS[body.reportType];
  return tiesOut && 'totalCents' in body.totals ? body.totals.totalCents : null;
}

/** Reports of stock cannot be filtered by method of payment. */
function isOfStock(reportType: ReportType): boolean {
  const { isOfStock: ofStock }: ReportDescription = REPORTS[reportType];
  return ofStock === true;
}

/** School of a report. */
type ReportSchool = Pick<School, 'identifier' | 'name' | 'timeZone'>;

/** Refuses an unknown school, fair, region or admin of a query on its field. */
export async function requireQuestion(db: Db, query: ReportQuery): Promise<void> {
  if (query.schoolIdentifier === ALL_SCHOOLS) {
    await toFilters(db, query);
    return;
  }
  const { id } = await requireSchool(db, query.schoolIdentifier);
  if (query.fairIdentifier !== undefined) await requireFair(db, id, query.fairIdentifier);
}

/** Returns the requested fairs and days. Refuses an unknown school or fair on its field. */
export async function toScope(
  db: Db,
  query: ReportQuery,
): Promise<{ school: ReportSchool; scope: ReportScope }> {
  if (query.schoolIdentifier === ALL_SCHOOLS) return scopeOfAll(db, query);
  const { schoolIdentifier, fairIdentifier, startDate, endDate, method = null } = query;
  const school = await requireSchool(db, schoolIdentifier);
  const fairs =
    fairIdentifier === undefined
      ? await fairRows(db, { schoolId: school.id, filters: NO_FILTERS, startDate, endDate })
      : [await requireFair(db, school.id, fairIdentifier)];
  return {
    school,
    scope: {
      schoolId: school.id,
      filters: NO_FILTERS,
      fairs,
      startDate,
      endDate,
      method: isOfStock(query.reportType) ? null : method,
    },
  };
}

/** Returns the scope with the cached figures that are true of it. */
async function toCachedScope(
  db: Db,
  query: ReportQuery,
): Promise<{ school: ReportSchool; scope: ReportScope }> {
  const { school, scope } = await toScope(db, query);
  const { addsUpDays }: ReportCode = REPORT_CODE[query.reportType];
  return { school, scope: await withCached(db, scope, addsUpDays === true) };
}

async function scopeOfAll(
  db: Db,
  query: ReportQuery,
): Promise<{ school: ReportSchool; scope: ReportScope }> {
  const { startDate, endDate, method = null } = query;
  const filters = await toFilters(db, query);
  const fairs = await fairRows(db, { schoolId: null, filters, startDate, endDate });
  return {
    school: { identifier: ALL_SCHOOLS, name: 'All schools', timeZone: 'UTC' },
    scope: {
      schoolId: null,
      filters,
      fairs,
      startDate,
      endDate,
      method: isOfStock(query.reportType) ? null : method,
    },
  };
}

/** Returns the filters with the spelling of their records. Refuses unknown ones on their field. */
async function toFilters(db: Db, { region, adminId, season }: ReportQuery): Promise<ReportFilters> {
  const known = region === undefined ? undefined : await regionRow(db, region);
  const admin = adminId === undefined ? undefined : await adminRow(db, adminId);
  if (region !== undefined && known === undefined)
    throw invalid({ region: `No school has the region "${region}".` });
  if (adminId !== undefined && admin === undefined) throw invalid({ adminId: 'Admin not found.' });
  return { region: known ?? null, admin: admin ?? null, season: season ?? null };
}

async function requireFair(db: Db, schoolId: string, identifier: string): Promise<ScopeFair> {
  const fair = await fairRow(db, schoolId, identifier);
  if (!fair) throw invalid({ fairIdentifier: `Fair "${identifier}" not found.` });
  return fair;
}
