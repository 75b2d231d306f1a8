import type { ReportType } from '@pos/contract/reports/list';
import { dailySalesCode } from './daily-sales/daily-sales.ts';
import { fairReturnCode } from './fair-return/fair-return.ts';
import { itemSalesCode } from './item-sales/item-sales.ts';
import { lastCopyCode } from './last-copy/last-copy.ts';
import type { ReportCode } from './report-code.ts';
import { salesOrdersCode } from './sales-orders/sales-orders.ts';
import { salesSummaryCode } from './sales-summary/sales-summary.ts';
import { shipToSchoolCode } from './ship-to-school/ship-to-school.ts';

/** Code of each report, in a folder of its own. */
export const REPORT_CODE: { [Type in ReportType]: ReportCode<Type> } = {
  SALES_SUMMARY: salesSummaryCode,
  ITEM_SALES: itemSalesCode,
  DAILY_SALES: dailySalesCode,
  SHIP_TO_SCHOOL: shipToSchoolCode,
  LAST_COPY: lastCopyCode,
  SALES_ORDER_PER_ITEM: salesOrdersCode,
  FAIR_RETURN_REPORT: fairReturnCode,
};
