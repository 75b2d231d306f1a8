import type { SalesSummaryReport } from '@pos/contract/reports';
import { TENDERS_HEADING } from '@pos/contract/reports/sales-summary';
import { tendersTable } from '@pos/contract/reports/summary-blocks';
import type { PrintedTable } from '#api/pdf/table-document.ts';
import { type ReportTable, toReportTable } from '../report-table.ts';
import { makeClock } from '../report-texts.ts';

/** Lays out a summary. With one amount column, its tender rows become a table with a row per tender. */
export function layOutSummary(
  { totals, fairs }: SalesSummaryReport,
  table: ReportTable,
  print: (table: ReportTable) => PrintedTable,
): PrintedTable[] {
  if (table.columns.length > 2) return [print(table)];
  const tendersIndex = table.groups.findIndex(({ name }) => name === TENDERS_HEADING);
  return [
    print({ ...table, groups: table.groups.slice(0, tendersIndex) }),
    { ...print(toReportTable(tendersTable(totals), makeClock(fairs))), name: TENDERS_HEADING },
    print({ ...table, groups: table.groups.slice(tendersIndex + 1) }),
  ];
}
