import type { FairDetails } from '@pos/contract/fairs';
import type { FairLine } from '@pos/contract/inventory';
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
} from '@pos/contract/reports';
import { ReportType } from '@pos/contract/report-query';
import { fetchFile } from '@pos/contract/client';
import { SELLING_MARGIN_DAYS } from '@pos/contract/fairs';
import { addDays } from '@pos/contract/values/days';
import { everyRow } from '../office/every-row.ts';
import type { Office } from '../office/session.ts';

/** Reports of a fair as JSON and as files, and its inventory. */
export type Reported = {
  summary: SalesSummaryReport;
  daily: DailySalesReport;
  items: ItemSalesReport;
  lastCopies: LastCopyReport;
  returns: FairReturnReport;
  shipments: ShipToSchoolReport;
  orders: SalesOrderReport;
  files: Record<ReportType, { xlsx: Uint8Array; csv: string; pdf: Uint8Array }>;
  lines: FairLine[];
  /** SKUs listed as sold out (including oversold ones) and as last copies. */
  soldOut: string[];
  lastCopy: string[];
};

/** Runs the reports over the fair's selling window. */
export async function readReports(office: Office, fair: FairDetails): Promise<Reported> {
  const query = (reportType: ReportType) => ({
    reportType,
    schoolIdentifier: fair.schoolIdentifier,
    startDate: addDays(fair.startDate, -SELLING_MARGIN_DAYS),
    endDate: addDays(fair.endDate, SELLING_MARGIN_DAYS),
  });
  const run = async <Type extends ReportType>(reportType: Type) => {
    const { data } = await office.client.reports.run({ query: query(reportType) });
    if (data.reportType !== reportType)
      throw new Error(`${reportType} answered ${data.reportType}.`);
    return data as Extract<Report, { reportType: Type }>;
  };
  const fileOf = async (reportType: ReportType, format: 'xlsx' | 'csv' | 'pdf') =>
    new Uint8Array(
      await (
        await fetchFile(reportsApi.run, { query: { ...query(reportType), format } }, office.send)
      ).blob.arrayBuffer(),
    );
  const files = await Promise.all(
    ReportType.options.map(
      async (reportType) =>
        [
          reportType,
          {
            xlsx: await fileOf(reportType, 'xlsx'),
            csv: Buffer.from(await fileOf(reportType, 'csv')).toString('utf8'),
            pdf: await fileOf(reportType, 'pdf'),
          },
        ] as const,
    ),
  );
  return {
    summary: await run('SALES_SUMMARY'),
    daily: await run('DAILY_SALES'),
    items: await run('ITEM_SALES'),
    lastCopies: await run('LAST_COPY'),
    returns: await run('FAIR_RETURN_REPORT'),
    shipments: await run('SHIP_TO_SCHOOL'),
    orders: await run('SALES_ORDER_PER_ITEM'),
    files: Object.fromEntries(files) as Reported['files'],
    lines: await inventory(office, fair.id),
    soldOut: (await inventory(office, fair.id, ['sold-out', 'oversold'])).map(({ sku }) => sku),
    lastCopy: (await inventory(office, fair.id, ['last-copy'])).map(({ sku }) => sku),
  };
}

async function inventory(
  office: Office,
  fairId: string,
  stock?: FairLine['stock'][],
): Promise<FairLine[]> {
  const lines: FairLine[] = [];
  for await (const line of everyRow((page) =>
    office.client.inventory.fairInventory({ query: { ...page, fairId, ...(stock && { stock }) } }),
  ))
    lines.push(line);
  return lines;
}
