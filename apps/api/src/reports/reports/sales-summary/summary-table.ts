import type { SalesSummaryReport } from '@pos/contract/reports/reports';
import { summaryBlocks } from '@pos/contract/reports/sales-summary/summary-blocks';
import { signed, toCellText, valueAt } from '@pos/contract/reports/tables';
import { REPORTS } from '@pos/contract/reports/list';
import type { WrittenValue } from '#api/spreadsheets/writing/written.ts';
import {
  isLine,
  type ReportRow,
  type ReportTable,
  toHeading,
  WRITTEN_KINDS,
} from '../files/report-table.ts';
import { isOfAllSchools } from '../files/report-texts.ts';

/**
 * SALES_SUMMARY as a table of figures: one column per fair if a school has several, and the total.
 */
export function summaryTable(
  report: SalesSummaryReport,
): ReportTable & { rows: readonly ReportRow[] } {
  const { totals } = report;
  const fairs = report.rows.length > 1 && !isOfAllSchools(report) ? report.rows : [];
  const rows = summaryBlocks(report, 'file').flatMap(({ heading, lines }): ReportRow[] => [
    toHeading(heading),
    ...lines.map(({ path, column }) => ({
      cells: [
        column.label,
        ...[...fairs, totals].map((figures): WrittenValue => {
          const value = valueAt(figures, path);
          const kind = WRITTEN_KINDS[column.kind] ?? 'text';
          if (value === null) return { kind, value };
          return {
            kind,
            value: kind === 'text' ? toCellText(column, value) : signed(column, value),
          };
        }),
      ],
      bold: column.strong ?? false,
    })),
  ]);
  return {
    name: REPORTS.SALES_SUMMARY.title,
    columns: [
      {
        header: 'Figure',
        definition: 'The figure. What is taken off has a minus.',
        kind: 'text',
        width: 44,
      },
      ...fairs.map((fair) => ({
        header: fair.fairIdentifier,
        definition: fair.fairName,
        kind: 'money' as const,
        width: 18,
      })),
      {
        header: 'Total',
        definition: isOfAllSchools(report)
          ? "All fairs together, and the schools' own figures."
          : "All fairs together, and the school's own figures.",
        kind: 'money',
        width: 18,
      },
    ],
    rows,
    lines: rows.filter(isLine).length,
  };
}
