import { createClient, type Send } from '@pos/contract/client';
import { type DailySalesReport, reportsApi } from '@pos/contract/reports';
import { ReportType } from '@pos/contract/report-query';
import { addDays, daysBetween } from '@pos/contract/values/days';
import { checkAgreement, checkDevices, checkMemos, checkTenders } from './report-agreement.ts';
import { checkSum } from './report-ranges.ts';
import { reportFile } from './report-file.ts';
import { csvDifferences, registerDifferences, sheetDifferences } from './report-sheets.ts';
import {
  type Complaints,
  type ReportQuestion,
  runSalesReports,
  type SalesReports,
} from './sales-reports.ts';

/**
 * Requests the sales reports through HTTP, for the whole range and in two parts, and all reports as
 * files, and throws with every difference that domain 9.9 forbids: 1 (the reports agree), 2
 * (tenders and uncollected make up the total), 4 (the eWallet memo closes), 7 (adjacent ranges add
 * up), 9 (screen = xlsx = csv). `send` carries the token of someone who may read Reports. Nothing
 * may be booked meanwhile. Returns the reports of the whole range. Rules 3, 4 and 5 over every
 * order, wallet and line of the database are in src/invariants/invariants.ts, 6 is
 * `checkWholeLife`, 8 `checkSnapshots`, 10 `checkTopUp`.
 */
export async function checkReportInvariants(
  send: Send,
  question: ReportQuestion,
): Promise<SalesReports> {
  const lines: string[] = [];
  const complaints: Complaints = {
    expectEqual: (what, actual, expected) =>
      void (
        JSON.stringify(actual) === JSON.stringify(expected) ||
        lines.push(`${what}: ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`)
      ),
    add: (more) => void lines.push(...more),
  };
  const whole = await runSalesReports(send, question);
  checkAgreement(whole, complaints);
  checkTenders(whole, complaints);
  checkMemos(whole.summary, complaints);
  for (const report of [whole.summary, whole.daily, whole.items, whole.orders])
    complaints.expectEqual(`${report.reportType} tie-out`, report.tieOut, {
      ok: true,
      differenceCents: 0,
      orderNumbers: [],
    });
  await checkParts(send, question, whole, complaints);
  await checkFiles(send, question, whole, complaints);
  if (lines.length > 0)
    throw new Error(
      `Reports of ${JSON.stringify(question)} break their invariants:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    );
  return whole;
}

/** Domain 9.9, 7: cuts the range in two places and adds the parts up. */
async function checkParts(
  send: Send,
  question: ReportQuestion,
  whole: SalesReports,
  complaints: Complaints,
): Promise<void> {
  const days = daysBetween(question.startDate, question.endDate);
  for (const cut of new Set(
    [Math.floor(days / 3), Math.floor(days / 2)].filter((place) => place >= 0 && place < days),
  )) {
    const lastOfFirst = addDays(question.startDate, cut);
    const first = await runSalesReports(send, { ...question, endDate: lastOfFirst });
    const second = await runSalesReports(send, { ...question, startDate: addDays(lastOfFirst, 1) });
    checkSum(whole, first, second, `${lastOfFirst} | next day`, complaints);
  }
}

/** Checks domain 9.9, 9: every report's files match the screen. */
async function checkFiles(
  send: Send,
  question: ReportQuestion,
  whole: SalesReports,
  complaints: Complaints,
): Promise<void> {
  const { reports } = createClient({ reports: reportsApi }, send);
  const fileOf = (query: { reportType: ReportType; format: 'xlsx' | 'csv'; byDevice?: boolean }) =>
    reportFile(send, { ...question, ...query });
  const byRegister = (
    await reports.run({ query: { ...question, reportType: 'DAILY_SALES', byDevice: true } })
  ).data as DailySalesReport;
  checkDevices(whole.daily, byRegister, complaints);
  complaints.add(
    registerDifferences(
      byRegister,
      (await fileOf({ reportType: 'DAILY_SALES', format: 'csv', byDevice: true })).toString('utf8'),
    ).map((line) => `DAILY_SALES.csv by register: ${line}`),
  );
  for (const reportType of ReportType.options) {
    const { data } = await reports.run({ query: { ...question, reportType } });
    complaints.add(
      (await sheetDifferences(data, await fileOf({ reportType, format: 'xlsx' }))).map(
        (line) => `${reportType}.xlsx: ${line}`,
      ),
    );
    complaints.add(
      csvDifferences(data, (await fileOf({ reportType, format: 'csv' })).toString('utf8')).map(
        (line) => `${reportType}.csv: ${line}`,
      ),
    );
  }
}
