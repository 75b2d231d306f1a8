import type { FairDetails } from '@pos/contract/fairs/fairs';
import type { FairLine } from '@pos/contract/stock/inventory';
import {
  type DailySalesReport,
  type FairReturnReport,
  type ItemSalesReport,
  type LastCopyReport,
  type Report,
  reportsApi,
  type SalesOrderReport,
  type SalesSummaryReport,
  type ShipToSchoolReport,
} from '@pos/contract/reports/reports';
import { ReportType } from '@pos/contract/reports/report-query';
import { fetchFile } from '@pos/contract/client';
import { SELLING_MARGIN_DAYS } from '@pos/contract/fairs/fairs';
import { addDays } from '@pos/contract/values/days';
import { paperDifferences } from '@pos/api/testing/files/report-papers.ts';
import type { Office } from '../office/session.ts';
import { listFairLines } from '../office/steps.ts';

/** Reports of a fair, and its inventory. */
export type Reported = {
  summary: SalesSummaryReport;
  daily: DailySalesReport;
  items: ItemSalesReport;
  lastCopies: LastCopyReport;
  returns: FairReturnReport;
  shipments: ShipToSchoolReport;
  orders: SalesOrderReport;
  lines: FairLine[];
  /** SKUs listed as sold out (including oversold ones) and as last copies. */
  soldOut: string[];
  lastCopy: string[];
};

/** Runs the reports over the fair's selling window. */
export async function readReports(office: Office, fair: FairDetails): Promise<Reported> {
  const question = toQuestion(fair);
  const skus = async (...stock: FairLine['stock'][]) =>
    (await listFairLines(office, fair.id, stock)).map(({ sku }) => sku);
  const run = async <Type extends ReportType>(reportType: Type) => {
    const { data } = await office.client.reports.run({ query: { reportType, ...question } });
    if (data.reportType !== reportType)
      throw new Error(`${reportType} answered ${data.reportType}.`);
    return data as Extract<Report, { reportType: Type }>;
  };
  return {
    summary: await run('SALES_SUMMARY'),
    daily: await run('DAILY_SALES'),
    items: await run('ITEM_SALES'),
    lastCopies: await run('LAST_COPY'),
    returns: await run('FAIR_RETURN_REPORT'),
    shipments: await run('SHIP_TO_SCHOOL'),
    orders: await run('SALES_ORDER_PER_ITEM'),
    lines: await listFairLines(office, fair.id),
    soldOut: await skus('sold-out', 'oversold'),
    lastCopy: await skus('last-copy'),
  };
}

/** Compares the amounts printed in the PDF of each report with its JSON (domain 9.9). */
export async function differencesOnPaper(office: Office, fair: FairDetails): Promise<string[]> {
  const query = toQuestion(fair);
  const lines: string[] = [];
  for (const reportType of ReportType.options) {
    const { data } = await office.client.reports.run({ query: { reportType, ...query } });
    const asked = { query: { reportType, ...query, format: 'pdf' as const } };
    const { blob } = await fetchFile(reportsApi.run, asked, office.send);
    const wrong = await paperDifferences(data, Buffer.from(await blob.arrayBuffer()));
    lines.push(...wrong.map((line) => `${reportType} as PDF: ${line}`));
  }
  return lines;
}

/** Returns the question for reports over the fair's selling window. */
export const toQuestion = ({ schoolIdentifier, startDate, endDate }: FairDetails) => ({
  schoolIdentifier,
  startDate: addDays(startDate, -SELLING_MARGIN_DAYS),
  endDate: addDays(endDate, SELLING_MARGIN_DAYS),
});
