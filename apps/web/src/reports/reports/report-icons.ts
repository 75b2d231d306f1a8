import type { ReportType } from '@pos/contract/reports/report-query';
import {
  IconBookOff,
  IconBooks,
  IconCalendarStats,
  IconReceipt2,
  IconReportMoney,
  IconTruckDelivery,
  IconTruckReturn,
  type Icon,
} from '@tabler/icons-react';

/** Icons of the reports; a report without one has that of any report. */
export const REPORT_ICONS: Partial<Record<ReportType, Icon>> = {
  SALES_SUMMARY: IconReportMoney,
  ITEM_SALES: IconBooks,
  DAILY_SALES: IconCalendarStats,
  SHIP_TO_SCHOOL: IconTruckDelivery,
  LAST_COPY: IconBookOff,
  SALES_ORDER_PER_ITEM: IconReceipt2,
  FAIR_RETURN_REPORT: IconTruckReturn,
};
