import { createClient, type Send } from '@pos/contract/client';
import { type DailySalesReport, reportsApi } from '@pos/contract/reports/reports';
import { ReportType } from '@pos/contract/reports/report-query';
import { addDays, daysBetween } from '@pos/contract/values/days';
import { checkAgreement, checkDevices, checkMemos, checkTenders } from './report-agreement.ts';
import { shownDifferences } from './shown-sums.ts';
import { checkSum } from '../files/report-ranges.ts';
import { reportFile } from '../files/report-file.ts';
import { csvDifferences, registerDifferences, sheetDifferences } from '../files/report-sheets.ts';
import {
  type Compare,
  type ReportQuestion,
  runSalesReports,
  type SalesReports,
} from './sales-reports.ts';

/**
 * Requests the sales reports through HTTP, for the whole range and in two parts, and all reports as
 * files, and throws with every difference that domain 9.9 forbids: 1 (the reports agree), 2
 * (tenders and uncollected make up the total), 4 (the eWallet memo closes), 7 (adjacent ranges add
 * up), 9 (screen = xlsx = csv), 11 (rows add up as shown). `send` carries the token of someone who
 * may read Reports. Nothing may be booked meanwhile. Returns the reports of the whole range. Rules
 * 3, 4 and 5 over every order, wallet and line of the database are in
 * src/invariants/invariants.ts, 6 is `checkWholeLife`, 8 `checkSnapshots`, 10 `checkTopUp`.
 */
export async function checkReportInvariants(
  send: Send,
  question: ReportQuestion,
): Promise<SalesReports> {
  const lines: string[] = [];
  const compare: Compare = (at, pairs) => {
    for (const [what, values] of Object.entries(pairs)) {
      const [actual, expected] = values.map((value) => JSON.stringify(value));
      if (actual !== expected) lines.push(`${at}, ${what}: ${actual}, expected ${expected}`);
    }
  };
  const whole = await runSalesReports(send, question);
  checkAgreement(whole, compare);
  checkTenders(whole, compare);
  checkMemos(whole.summary, compare);
  const ok = { ok: true, differenceCents: 0, orderNumbers: [] };
  for (const { reportType, tieOut } of [whole.summary, whole.daily, whole.items, whole.orders])
    compare(reportType, { 'tie-out': [tieOut, ok] });
  await checkParts(send, question, whole, compare);
  lines.push(...(await fileDifferences(send, question, whole, compare)));
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
  compare: Compare,
): Promise<void> {
  const days = daysBetween(question.startDate, question.endDate);
  for (const cut of new Set(
    [Math.floor(days / 3), Math.floor(days / 2)].filter((place) => place >= 0 && place < days),
  )) {
    const lastOfFirst = addDays(question.startDate, cut);
    const first = await runSalesReports(send, { ...question, endDate: lastOfFirst });
    const second = await runSalesReports(send, { ...question, startDate: addDays(lastOfFirst, 1) });
    checkSum(whole, first, second, `${lastOfFirst} | next day`, compare);
  }
}

/** Domain 9.9, 9: every report's files match the screen. */
async function fileDifferences(
  send: Send,
  question: ReportQuestion,
  whole: SalesReports,
  compare: Compare,
): Promise<string[]> {
  const { reports } = createClient({ reports: reportsApi }, send);
  const readCsv = async (query: { reportType: ReportType; byDevice?: boolean }) =>
    (await reportFile(send, { ...question, ...query, format: 'csv' })).toString('utf8');
  const query = { reportType: 'DAILY_SALES' as const, byDevice: true };
  const { data } = await reports.run({ query: { ...question, ...query } });
  const byRegister = data as DailySalesReport;
  checkDevices(whole.daily, byRegister, compare);
  const lines = registerDifferences(byRegister, await readCsv(query));
  for (const reportType of ReportType.options) {
    const { data: shown } = await reports.run({ query: { ...question, reportType } });
    const xlsx = await reportFile(send, { ...question, reportType, format: 'xlsx' });
    lines.push(
      ...shownDifferences(shown).map((line) => `${reportType}: ${line}`),
      ...(await sheetDifferences(shown, xlsx)).map((line) => `${reportType}.xlsx: ${line}`),
      ...csvDifferences(shown, await readCsv({ reportType })).map(
        (line) => `${reportType}.csv: ${line}`,
      ),
    );
  }
  return lines;
}
