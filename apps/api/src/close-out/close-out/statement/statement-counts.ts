import type { CloseOutSnapshot } from '@pos/contract/close-out/close-out-snapshot';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { cashPaperLines } from '#api/reports/reports/figures/cash-lines.rules.ts';
import { type Paper, PAPER_WIDTH } from '#api/pdf/paper.ts';
import { ofOneFair } from '../close-out.service.ts';

/** Cash and checks as expected and counted, with floats and the counts of the evenings. */
export function writeMoney(
  paper: Paper,
  { summary, counted, cashCounts, overShortReason }: CloseOutSnapshot,
): void {
  const { cashControl } = ofOneFair(summary);
  const amount = (cents: number | null) => (cents === null ? 'not counted' : formatCents(cents));
  const variance = (cents: number | null) => (cents === null ? '' : formatCents(cents));
  const money = (header: string) => ({
    header,
    width: (PAPER_WIDTH - 140) / 3,
    align: 'right' as const,
  });
  const checks = counted.checks === null ? 'Checks' : `Checks (${counted.checks})`;
  paper.heading('Cash and checks counted');
  if (cashControl.cashLines)
    paper.lines(cashPaperLines(cashControl.cashLines, cashControl.expectedCashCents));
  paper.table(
    [{ header: '', width: 140 }, money('Expected'), money('Counted'), money('Variance')],
    [
      [
        'Cash',
        formatCents(cashControl.expectedCashCents),
        amount(cashControl.countedCashCents),
        variance(cashControl.cashVarianceCents),
      ],
      [
        checks,
        formatCents(cashControl.expectedChecksCents),
        amount(cashControl.countedChecksCents),
        variance(cashControl.checkVarianceCents),
      ],
    ],
  );
  if (cashControl.checkCountVariance)
    paper.note(
      `Number of checks: ${cashControl.countedCheckCount} counted, ${cashControl.expectedCheckCount} expected.`,
    );
  const { floatInCents, floatOutCents } = cashControl;
  if (floatInCents || floatOutCents)
    paper.note(
      `A float of ${formatCents(floatInCents ?? 0)} was counted in and ${formatCents(floatOutCents ?? 0)} out; counted cash is without it.`,
    );
  if (overShortReason !== null) paper.note(`Reason given for the difference: ${overShortReason}`);
  writeEveningCounts(paper, cashCounts);
}

function writeEveningCounts(paper: Paper, cashCounts: CloseOutSnapshot['cashCounts']): void {
  if (cashCounts.length === 0) return;
  paper.table(
    [
      { header: 'Evening counts', width: 90 },
      { header: 'Cash', width: 80, align: 'right' },
      { header: 'Checks', width: 100, align: 'right' },
      { header: '', width: 16 },
      { header: 'Counted by', width: PAPER_WIDTH - 286 },
    ],
    cashCounts.map((count) => [
      formatDay(count.businessDay),
      formatCents(count.cashCents),
      `${formatCents(count.checkCents)} (${count.checks})`,
      '',
      `${count.countedBy} and ${count.secondPerson}`,
    ]),
  );
}

/** Titles as they came back, with those whose count differs. */
export function writeReturns(paper: Paper, { returns, returnedTitles }: CloseOutSnapshot): void {
  paper.heading('Returns');
  paper.lines([
    {
      label: `Expected back of ${pluralize(returns.titles, 'title')}`,
      value: pluralize(returns.expectedUnits, 'unit'),
    },
    {
      label: `Counted, ${pluralize(returns.countedTitles, 'title')}`,
      value: pluralize(returns.countedUnits, 'unit'),
    },
    ...(returns.damagedUnits > 0
      ? [
          {
            label: 'of which damaged',
            value: pluralize(returns.damagedUnits, 'unit'),
            kind: 'sub' as const,
          },
        ]
      : []),
    ...(returns.notCountedTitles > 0
      ? [
          {
            label: `Not counted yet, ${pluralize(returns.notCountedTitles, 'title')}`,
            value: pluralize(returns.notCountedUnits, 'unit'),
          },
        ]
      : []),
    {
      label: `Variance of ${pluralize(returns.varianceTitles, 'title')}, at retail ${formatCents(returns.varianceValueCents)}`,
      value: pluralize(returns.varianceUnits, 'unit'),
      kind: 'total',
    },
  ]);
  const differing = returnedTitles.filter(({ variance }) => variance !== null && variance !== 0);
  if (differing.length === 0) return;
  const number = (header: string) => ({ header, width: 62, align: 'right' as const });
  paper.table(
    [
      { header: 'SKU/ISBN', width: 96 },
      { header: 'Title', width: PAPER_WIDTH - 96 - 4 * 62 },
      number('Expected'),
      number('Counted'),
      number('Variance'),
      number('At retail'),
    ],
    differing.map(({ sku, title, expectedReturn, counted, variance, varianceValueCents }) => [
      sku,
      title,
      formatCount(expectedReturn),
      formatCount(counted ?? 0),
      formatCount(variance ?? 0),
      formatCents(varianceValueCents ?? 0),
    ]),
  );
}
