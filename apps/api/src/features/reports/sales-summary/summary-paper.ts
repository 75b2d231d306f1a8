import type { SalesSummaryReport } from '@pos/contract/reports';
import { TENDERS_HEADING } from '@pos/contract/reports/sales-summary';
import { tendersTable } from '@pos/contract/reports/summary-blocks';
import type { PrintedTable } from '#api/pdf/table-document.ts';
import { type ReportTable, toReportTable } from '../report-table.ts';
import { makeClock } from '../report-texts.ts';

/** Prints a summary with one amount column as a statement, with its tenders side by side. */
export function printSummary(
  { totals, fairs }: SalesSummaryReport,
  table: ReportTable,
  print: (table: ReportTable) => PrintedTable,
): PrintedTable[] {
  if (table.columns.length > 2) return [print(table)];
  const at = table.groups.findIndex(({ name }) => name === TENDERS_HEADING);
  return [
    print({ ...table, groups: table.groups.slice(0, at) }),
    { ...print(toReportTable(tendersTable(totals), makeClock(fairs))), name: TENDERS_HEADING },
    print({ ...table, groups: table.groups.slice(at + 1) }),
  ];
}
