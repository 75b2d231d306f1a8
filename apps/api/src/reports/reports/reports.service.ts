import { holds } from '@pos/contract/permissions';
import type { Report, ReportHead } from '@pos/contract/reports/reports';
import {
  ALL_SCHOOLS,
  MAX_COMPUTED_FAIRS,
  MAX_SHOWN_LINES,
  type ReportQuery,
  type ReportType,
} from '@pos/contract/reports/report-query';
import { REPORTS } from '@pos/contract/reports/list';
import type { ReportDescription } from '@pos/contract/reports/description';
import type { School } from '@pos/contract/fairs/schools';
import { formatCount } from '@pos/contract/values/counts';
import type { Db } from '#api/db/db.ts';
import { inSnapshot, planOnce } from '#api/db/snapshot.ts';
import { requireSchool } from '#api/fairs/schools/schools.service.ts';
import { Failure, invalid } from '#api/http/failure.ts';
import type { SignedInAdmin } from '#api/http/access/identity.ts';
import type { ReportContext, Reader, ReportBody, ReportCode } from './report-code.ts';
import { reportHead } from './files/report-head.ts';
import type { Figures } from './figures/figures.ts';
import { fullRange } from './figures/fair-range.ts';
import { REPORT_CODE } from './report-list.ts';
import {
  NO_FILTERS,
  type OnPart,
  type ReportFilters,
  type ReportScope,
  type ScopeFair,
} from './report-scope.ts';
import { adminRow, fairRow, fairRows, regionRow, reportSettingsRow } from './reports.queries.ts';

/** Time limit of a statement of a report, longer than for a list (trust.md, rule 7), in ms. */
export const STATEMENT_TIMEOUT_MS = 60_000;

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
    if (query.fairIdentifier !== undefined) await planOnce(snapshot);
    const { school, scope } = await toScope(snapshot, query);
    const counted = scope.method === null ? 0 : scope.fairs.length;
    if (scope.schoolId === null && counted > MAX_COMPUTED_FAIRS)
      throw tooLong(query.reportType, `${formatCount(counted)} fairs to add up`);
    const code: ReportCode = REPORT_CODE[query.reportType];
    const lines = (await code.countLines?.(snapshot, scope)) ?? 0;
    if (lines > maxLines) throw tooLong(query.reportType, `${formatCount(lines)} lines`);
    const report = await makeReport(snapshot, toReader(admin), query, { school, scope });
    return code.shortened?.(report) ?? report;
  });
}

function tooLong(reportType: ReportType, what: string): Failure {
  return new Failure(
    'REPORT_TOO_LONG',
    `${REPORTS[reportType].title} has ${what} for this selection, which is too many to show here. Create it as a file, or select fewer days.`,
  );
}

export function toReader({ name, rights }: SignedInAdmin): Reader {
  return { name, readsStudents: holds(rights, 'Students', 'read_only') };
}

/** Computes a report of the scope, with its head. Tells `reached` about its progress. */
export async function makeReport(
  db: Db,
  reader: Reader,
  query: ReportQuery,
  question: Question,
  reached?: OnPart,
): Promise<Report> {
  const code: ReportCode = REPORT_CODE[query.reportType];
  const making = { db, reader, query, question, reached };
  const [head, body] = await withHead(making, (asked) => code.compute(asked), getTotal);
  return { ...head, ...body };
}

/** A report to be made in a snapshot, and who is told about its progress. */
type Making = {
  db: Db;
  reader: Reader;
  query: ReportQuery;
  question: Question;
  reached?: OnPart | undefined;
};

/** Computes a report or its lines, and its head. `toTotal` returns the total for the tie-out check. */
export async function withHead<Computed>(
  { db, reader, query, question: { school, scope }, reached }: Making,
  compute: (asked: ReportContext) => Promise<Computed>,
  toTotal: (computed: Computed) => number | null,
): Promise<[head: ReportHead, computed: Computed]> {
  const settings = await reportSettingsRow(db);
  const { profitCashPpm } = settings;
  const computing = { ...scope, ...phase(reached, 0, 0.8) };
  const told: { parts?: Figures } = {};
  const computed = await compute({
    db,
    scope: computing,
    query,
    profitCashPpm,
    ...reader,
    tellParts: (parts) => (told.parts = parts),
  });
  await reached?.(0.8);
  const heading = { ...scope, ...phase(reached, 0.8, 1) };
  const head = await reportHead(db, heading, {
    school,
    generatedBy: reader.name,
    settings,
    totalCents: toTotal(computed),
    ...told,
    isPartOfFair: isPartOfFair(query),
  });
  await reached?.(1);
  return [head, computed];
}

/** Part of the work, from 0 to 1, as the progress of the whole. */
export function phase(reached: OnPart | undefined, from: number, to: number): { reached?: OnPart } {
  return reached ? { reached: (part) => reached(from + (to - from) * part) } : {};
}

/** Returns the report's total over all sales of the scope, if it has one. */
function getTotal(body: ReportBody): number | null {
  const { tiesOut }: ReportDescription = REPORTS[body.reportType];
  return tiesOut && 'totalCents' in body.totals ? body.totals.totalCents : null;
}

/** Returns true for a report of sales over some days of one fair, which may leave out others. */
function isPartOfFair({ fairIdentifier, wholeFair, reportType }: ReportQuery): boolean {
  return fairIdentifier !== undefined && !wholeFair && !isOfStock(reportType);
}

/** Reports of stock cannot be filtered by method of payment. */
function isOfStock(reportType: ReportType): boolean {
  const { isOfStock: ofStock }: ReportDescription = REPORTS[reportType];
  return ofStock === true;
}

/** School of a report. */
type ReportSchool = Pick<School, 'identifier' | 'name' | 'timeZone'>;
/** Requested school, fairs and days. */
export type Question = { school: ReportSchool; scope: ReportScope };

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
export async function toScope(db: Db, query: ReportQuery): Promise<Question> {
  if (query.schoolIdentifier === ALL_SCHOOLS) return scopeOfAll(db, query);
  const { schoolIdentifier, fairIdentifier, method = null } = query;
  const school = await requireSchool(db, schoolIdentifier);
  const fair =
    fairIdentifier === undefined ? undefined : await requireFair(db, school.id, fairIdentifier);
  const { startDate, endDate } = fair && query.wholeFair ? await fullRange(db, fair) : query;
  const fairs = fair
    ? [fair]
    : await fairRows(db, { schoolId: school.id, filters: NO_FILTERS, startDate, endDate });
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

async function scopeOfAll(db: Db, query: ReportQuery): Promise<Question> {
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
