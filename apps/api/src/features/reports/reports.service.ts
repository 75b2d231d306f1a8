import { holds } from '@pos/contract/permissions';
import type { DailySalesReport, FairReturnReport, ItemSalesReport, LastCopyReport, Report, ReportHead, ReportQuery, ReportType, SalesSummaryReport } from '@pos/contract/reports';
import type { School } from '@pos/contract/schools';
import { Readable } from 'node:stream';
import type { Db } from '#api/db/db.ts';
import { inSnapshot } from '#api/db/snapshot.ts';
import { requireSchool } from '#api/features/schools/schools.service.ts';
import { invalid } from '#api/http/failure.ts';
import { FileAnswer } from '#api/http/feature.ts';
import type { SignedInAdmin } from '#api/http/identity.ts';
import { xlsxChunks } from '#api/spreadsheets/writing/write-xlsx.ts';
import type { WrittenSheet } from '#api/spreadsheets/writing/written.ts';
import { dailySales } from './daily-sales.ts';
import { factsChargeRows } from './facts-billing.queries.ts';
import { factsBillingSheet } from './facts-billing.sheet.ts';
import { fairReturn } from './fair-return.ts';
import { cartonsSheet } from './fair-return.sheet.ts';
import { itemSales } from './item-sales.ts';
import { lastCopy } from './last-copy.ts';
import { reportHead } from './report-head.ts';
import type { ReportScope, ScopeFair } from './report-scope.ts';
import { reportFileName } from './report-texts.ts';
import { reportWorkbook } from './report-workbook.ts';
import { fairRow, fairRows, reportSettingsRow } from './reports.queries.ts';
import { salesSummary } from './sales-summary.ts';

/** A report may take longer than a list (trust.md, rule 7). */
const STATEMENT_TIMEOUT_MS = 60_000;
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Runs a report in one snapshot of the database: all its figures are of the same moment. */
export function runReport(db: Db, admin: SignedInAdmin, query: ReportQuery): Promise<Report> {
  return inSnapshot(db, STATEMENT_TIMEOUT_MS, async (snapshot) => {
    const { school, scope } = await scopeOf(snapshot, query);
    return makeReport(snapshot, admin, query, school, scope);
  });
}

/** The same report as a workbook; for SALES_SUMMARY with the list that the school bills through FACTS. */
export async function runReportAsXlsx(db: Db, admin: SignedInAdmin, query: ReportQuery): Promise<FileAnswer> {
  const { report, timeZone, further } = await inSnapshot(db, STATEMENT_TIMEOUT_MS, async (snapshot) => {
    const { school, scope } = await scopeOf(snapshot, query);
    const made = await makeReport(snapshot, admin, query, school, scope);
    return { report: made, timeZone: scope.fairs[0]?.timeZone ?? school.timeZone, further: await furtherSheets(snapshot, admin, made, scope) };
  });
  return new FileAnswer(reportFileName(report, 'xlsx'), XLSX_TYPE, Readable.from(xlsxChunks(reportWorkbook(report, timeZone, further)), { objectMode: false }));
}

async function makeReport(db: Db, admin: SignedInAdmin, query: ReportQuery, school: School, scope: ReportScope): Promise<Report> {
  const settings = await reportSettingsRow(db);
  const body = await bodyOf(db, query, scope, settings.profitCashPpm);
  return { ...(await reportHead(db, scope, school, admin.name, settings, 'totalCents' in body.totals ? body.totals.totalCents : null)), ...body };
}

/** Reports of stock, which a method of payment cannot narrow. */
const OF_STOCK: readonly ReportType[] = ['LAST_COPY', 'FAIR_RETURN_REPORT'];

type Body<Made extends Report> = Omit<Made, keyof ReportHead>;

function bodyOf(db: Db, { reportType }: ReportQuery, scope: ReportScope, profitCashPpm: number): Promise<Body<SalesSummaryReport> | Body<DailySalesReport> | Body<ItemSalesReport> | Body<LastCopyReport> | Body<FairReturnReport>> {
  switch (reportType) {
    case 'SALES_SUMMARY':
      return salesSummary(db, scope, profitCashPpm);
    case 'DAILY_SALES':
      return dailySales(db, scope);
    case 'ITEM_SALES':
      return itemSales(db, scope);
    case 'LAST_COPY':
      return lastCopy(db, scope);
    case 'FAIR_RETURN_REPORT':
      return fairReturn(db, scope);
  }
}

/** Which fairs and days are asked for; refuses an unknown school or fair on its field. */
async function scopeOf(db: Db, query: ReportQuery): Promise<{ school: School; scope: ReportScope }> {
  const { schoolIdentifier, fairIdentifier, startDate, endDate, method = null } = query;
  const school = await requireSchool(db, schoolIdentifier);
  const fairs = fairIdentifier === undefined ? await fairRows(db, school.id, startDate, endDate) : [await requireFair(db, school.id, fairIdentifier)];
  return { school, scope: { schoolId: school.id, fairs, startDate, endDate, method: OF_STOCK.includes(query.reportType) ? null : method } };
}

async function requireFair(db: Db, schoolId: string, identifier: string): Promise<ScopeFair> {
  const fair = await fairRow(db, schoolId, identifier);
  if (!fair) throw invalid({ fairIdentifier: `Fair "${identifier}" not found.` });
  return fair;
}

async function furtherSheets(db: Db, admin: SignedInAdmin, report: Report, scope: ReportScope): Promise<WrittenSheet[]> {
  if (report.reportType === 'FAIR_RETURN_REPORT') return [cartonsSheet(report, scope.fairs)];
  if (report.reportType !== 'SALES_SUMMARY') return [];
  const withStudents = holds(admin.rights, 'Students', 'read_only');
  return [factsBillingSheet(report, await factsChargeRows(db, scope, withStudents), withStudents)];
}
