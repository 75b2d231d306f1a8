import { createClient, type Send } from '@pos/contract/client';
import type { PaymentMethod } from '@pos/contract/sales/payment-methods';
import {
  type DailySalesReport,
  type ItemSalesReport,
  type Report,
  reportsApi,
  type SalesOrderReport,
  type SalesSummaryReport,
  type ShipToSchoolReport,
} from '@pos/contract/reports/reports';
import type { ReportType } from '@pos/contract/reports/report-query';
import { addDays } from '@pos/contract/values/days';
import type { SalesFloor } from '../selling/sales-floor.ts';

/** Parameters shared by the sales reports. */
export type ReportQuestion = {
  schoolIdentifier: string;
  fairIdentifier?: string;
  startDate: string;
  endDate: string;
  method?: PaymentMethod;
};
/** Asks about the days on which a fair may sell. */
export const questionAbout = ({ fair }: SalesFloor) => ({
  schoolIdentifier: fair.schoolIdentifier,
  startDate: addDays(fair.startDate, -5),
  endDate: addDays(fair.endDate, 5),
});
export type SalesReports = {
  summary: SalesSummaryReport;
  daily: DailySalesReport;
  items: ItemSalesReport;
  orders: SalesOrderReport;
  shipments: ShipToSchoolReport;
};

/** Notes each entry whose two values differ. */
export type Compare = (
  at: string,
  pairs: Record<string, [actual: unknown, expected: unknown]>,
) => void;

export async function runSalesReports(send: Send, question: ReportQuestion): Promise<SalesReports> {
  const client = createClient({ reports: reportsApi }, send);
  const run = async <Type extends ReportType>(reportType: Type) =>
    (await client.reports.run({ query: { ...question, reportType } })).data as Extract<
      Report,
      { reportType: Type }
    >;
  return {
    summary: await run('SALES_SUMMARY'),
    daily: await run('DAILY_SALES'),
    items: await run('ITEM_SALES'),
    orders: await run('SALES_ORDER_PER_ITEM'),
    shipments: await run('SHIP_TO_SCHOOL'),
  };
}
