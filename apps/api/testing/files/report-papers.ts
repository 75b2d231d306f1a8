import type { Report } from '@pos/contract/reports/reports';
import { plainCents } from '@pos/contract/values/money';
import { textOfPdf } from './pdf-pages.ts';

/** PDF reports, read back as text and compared with the JSON. */

/** Returns the amounts of a report's JSON that its PDF lacks, one line each. */
export async function paperDifferences(report: Report, bytes: Buffer): Promise<string[]> {
  return missingFrom((await textOfPdf(bytes)).join('\n'), readAmounts(report)).map(
    (amount) => `${amount} occurs less often in the PDF than in the report.`,
  );
}

/** Returns every amount in the rows, subtotals and totals of the JSON. */
export function readAmounts(report: Report): string[] {
  const totals =
    report.reportType === 'FAIR_RETURN_REPORT'
      ? { varianceValueCents: report.totals.varianceValueCents }
      : report.totals;
  const rows = report.reportType === 'SALES_SUMMARY' ? [] : report.rows;
  return centsIn([rows, 'subtotals' in report ? report.subtotals : [], totals]).map(plainCents);
}

/** Printed with another sign, as text, or only in the sales summary. */
const NOT_PRINTED = new Set([
  'exemptNetByReason',
  'count',
  'cashLines',
  'floatInCents',
  'floatOutCents',
]);

function centsIn(value: unknown, isAmount = false): number[] {
  if (typeof value === 'number') return isAmount ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    NOT_PRINTED.has(name)
      ? []
      : centsIn(part, name.endsWith('Cents') || name === 'tenders' || isAmount),
  );
}

/** Returns the amounts that occur in the text less often than expected. */
export function missingFrom(text: string, amounts: readonly string[]): string[] {
  const found: string[] = text.match(/-?\$[\d,]+\.\d\d/g) ?? [];
  return amounts.filter((amount) => {
    const at = found.indexOf(amount);
    if (at >= 0) found.splice(at, 1);
    return at < 0;
  });
}
