import { dailySales } from './daily-sales.ts';
import { fairReturn } from './fair-return.ts';
import { itemSales } from './item-sales.ts';
import { lastCopy } from './last-copy.ts';
import { salesOrders } from './sales-orders.ts';
import { salesSummary } from './sales-summary/sales-summary.ts';
import { shipToSchool } from './ship-to-school.ts';

/** All reports (specification 3). A new one is a file in this folder and a line here. */
export const REPORTS = {
  SALES_SUMMARY: salesSummary,
  ITEM_SALES: itemSales,
  DAILY_SALES: dailySales,
  SHIP_TO_SCHOOL: shipToSchool,
  LAST_COPY: lastCopy,
  SALES_ORDER_PER_ITEM: salesOrders,
  FAIR_RETURN_REPORT: fairReturn,
};
export type ReportType = keyof typeof REPORTS;
