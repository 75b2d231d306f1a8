import type { Report } from '@pos/contract/reports/reports';
import { summaryBlocks } from '@pos/contract/reports/sales-summary/summary-blocks';
import {
  filledTables,
  type FigureValue,
  type PlacedColumn,
  signed,
  totalAt,
  valueAt,
} from '@pos/contract/reports/tables';
import { formatCents } from '@pos/contract/values/money';
import { textOfPdf } from './pdf-pages.ts';

/** PDF reports, read back as text and compared with the JSON. */

/** Returns the amounts of a report's JSON that its PDF lacks, one line each. */
export async function paperDifferences(report: Report, bytes: Buffer): Promise<string[]> {
  return missingFrom((await textOfPdf(bytes)).join('\n'), readAmounts(report)).map(
    (amount) => `${amount} occurs less often in the PDF than in the report.`,
  );
}

/** Returns every amount in the rows, subtotals and totals of a report, as it is shown. */
export function readAmounts(report: Report): string[] {
  if (report.reportType === 'SALES_SUMMARY')
    return amountsIn(
      summaryBlocks(report, 'file').flatMap(({ lines }) => lines),
      ({ path }) => valueAt(report.totals, path),
    );
  const [first] = filledTables(report);
  return first!.groups
    .flatMap(({ rows, subtotal }) => [
      ...rows.flatMap((row) => amountsIn(first!.columns, ({ path }) => valueAt(row, path))),
      ...(subtotal ? amountsIn(first!.columns, (placed) => totalAt(subtotal, placed)) : []),
    ])
    .concat(
      first!.totals ? amountsIn(first!.columns, (placed) => totalAt(first!.totals!, placed)) : [],
    );
}

function amountsIn(
  columns: readonly PlacedColumn[],
  value: (placed: PlacedColumn) => FigureValue,
): string[] {
  return columns.flatMap((placed) => {
    const cents = value(placed);
    return placed.column.kind === 'money' && cents !== null && !placed.column.isOnScreenOnly
      ? [formatCents(signed(placed.column, cents))]
      : [];
  });
}

/** Returns the amounts that occur in the text less often than expected. */
export function missingFrom(text: string, amounts: readonly string[]): string[] {
  const found: string[] = text.match(/−?\$[\d,]+\.\d\d/g) ?? [];
  return amounts.filter((amount) => {
    const at = found.indexOf(amount);
    if (at >= 0) found.splice(at, 1);
    return at < 0;
  });
}
