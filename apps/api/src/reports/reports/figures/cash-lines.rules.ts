import { CASH_LINES, type CashLines } from '@pos/contract/reports/sales-summary/cash-lines';
import { formatCents } from '@pos/contract/values/money';
import type { PaperLine } from '#api/pdf/paper.ts';

/** Lines of expected cash on paper. Lines without money are left out. */
export function cashPaperLines(lines: CashLines, expectedCents: number): PaperLine[] {
  return [
    ...CASH_LINES.filter(({ name }) => lines[name] !== 0).map(
      ({ name, label, sign }): PaperLine => ({
        label,
        value: formatCents(sign * lines[name]),
        kind: 'sub',
      }),
    ),
    { label: 'Expected cash', value: formatCents(expectedCents), kind: 'total' },
  ];
}
