import type { CloseOutSnapshot } from '@pos/contract/close-out';
import { PAYMENT_METHODS } from '@pos/contract/payments';
import { formatPpm } from '@pos/contract/rates';
import type { Settlement } from '@pos/contract/sales-summary';
import { cashPaperLines } from '#api/features/reports/cash-lines.rules.ts';
import { Paper, PAPER_WIDTH, type PaperLine } from '#api/documents/paper.ts';
import { profitOf } from '#api/features/reports/settlement.rules.ts';
import { dayText, momentText } from '#api/time/texts.ts';
import { ofOneFair } from './close-out.service.ts';
import { countOf, dollars } from '#api/documents/money-text.ts';
import type { Parties } from './statement.queries.ts';

/** What a statement says. Without a hash it is not closed out: provisional, with what each option would give at these rates. */
export type Statement = { kept: CloseOutSnapshot; parties: Parties } & (
  | { sha256: string }
  | { sha256: null; rates: { profitCashPpm: number; profitAveDollarPpm: number } }
);

/** The statement for the school, on US Letter, to print, sign and file. */
export async function statementPdf(statement: Statement): Promise<Buffer> {
  const { kept, parties, sha256 } = statement;
  const { fair, summary } = kept;
  const when = momentText(kept.finishedAt, fair.timeZone);
  const contact = [parties.companyName, parties.supportEmail, parties.supportPhone]
    .filter(Boolean)
    .join(' · ');
  const paper = new Paper({
    title: `Statement ${fair.identifier}`,
    author: parties.companyName,
    foot: contact,
    createdAt: new Date(kept.finishedAt),
  });
  paper.head(
    parties.companyName,
    'Fair statement',
    sha256 === null
      ? { text: 'Provisional', isFinal: false }
      : { text: `Final, close-out v${kept.number}`, isFinal: true },
  );
  if (sha256 === null)
    paper.note(`This fair is not closed out. The figures are those of ${when} and may change.`);
  paper.facts([
    { label: 'School', value: `${fair.schoolName} (${fair.schoolIdentifier})` },
    { label: 'Fair', value: `${fair.name} (${fair.identifier})` },
    {
      label: 'Address',
      value:
        [parties.schoolAddress, parties.coordinatorName].filter(Boolean).join('\n') ||
        parties.fairAddress,
    },
    {
      label: 'Dates',
      value: `${dayText(fair.startDate)} – ${dayText(fair.endDate)}\nFigures of ${dayText(summary.range.startDate)} – ${dayText(summary.range.endDate)}`,
    },
  ]);
  writeSales(paper, kept);
  writeTenders(paper, kept);
  writeSettlement(paper, statement);
  writeMoney(paper, kept);
  writeReturns(paper, kept);
  if (sha256 !== null) {
    paper.heading('Close-out');
    const signed = kept.secondPerson === null ? '' : `, with ${kept.secondPerson}`;
    paper.note(
      `Finished ${when} by ${kept.finishedBy}${signed}. Snapshot v${kept.number}, SHA-256 ${sha256}.`,
    );
  }
  paper.signatures([`For ${parties.companyName}`, `For ${fair.schoolName}`, 'Date']);
  return paper.bytes();
}

function writeSales(paper: Paper, { summary }: CloseOutSnapshot): void {
  const row = ofOneFair(summary);
  paper.heading('Sales');
  paper.lines([
    { label: 'Gross sales', value: dollars(row.grossCents) },
    ...optional('Discounts', -row.discountCents),
    ...optional('Refunds, net of tax', -row.refundNetCents),
    { label: 'Net sales', value: dollars(row.netCents), kind: 'total' },
    ...optional('of which tax-exempt', row.exemptNetCents, 'sub'),
    {
      label: `Sales tax${row.taxRatesPpm.length > 0 ? ` (${row.taxRatesPpm.map(formatPpm).join(', ')})` : ''}`,
      value: dollars(row.netTaxCents),
    },
    {
      label: `Total of ${countOf(row.orders, 'order')}, ${countOf(row.unitsSold - row.unitsRefunded, 'unit')}`,
      value: dollars(row.totalCents),
      kind: 'total',
    },
    ...optional('Uncollected', -row.uncollectedCents),
  ]);
}

function writeTenders(paper: Paper, { summary }: CloseOutSnapshot): void {
  const { tenders, totalCents, uncollectedCents } = ofOneFair(summary);
  const rows = Object.values(PAYMENT_METHODS).map((name) => {
    const { count, salesCents, refundsCents, netCents } = tenders[name];
    return [
      name,
      count.toLocaleString('en-US'),
      dollars(salesCents),
      dollars(-refundsCents),
      dollars(netCents),
    ];
  });
  const money = (header: string) => ({
    header,
    width: (PAPER_WIDTH - 210) / 3,
    align: 'right' as const,
  });
  paper.heading('How it was paid');
  paper.table(
    [
      { header: 'Method', width: 140 },
      { header: 'Payments', width: 70, align: 'right' },
      money('Sales'),
      money('Refunds'),
      money('Net'),
    ],
    rows,
    ['Paid', '', '', '', dollars(totalCents - uncollectedCents)],
  );
}

function writeSettlement(paper: Paper, statement: Statement): void {
  const { settlement } = ofOneFair(statement.kept.summary);
  paper.heading('Settlement');
  paper.lines([
    {
      label: 'Held by the school: Cash, Check, Facts and eWallet top-ups',
      value: dollars(settlement.heldBySchoolCents),
    },
    ...optional('of which eWallet top-ups', settlement.topUpsHeldCents, 'sub'),
    {
      label: 'Received by the company: Credit Card, EWallet',
      value: dollars(settlement.companyReceivedCents),
    },
    ...optional('Paid with AveDollars of the school', settlement.schoolCreditCents),
    { label: 'Net sales that earn a profit', value: dollars(settlement.eligibleNetCents) },
    ...(statement.sha256 === null
      ? bothOptions(settlement, statement.rates)
      : chosenOption(settlement)),
  ]);
}

function chosenOption({
  profitOption,
  profitRatePpm,
  profitCents,
  dueFromSchoolCents,
}: Settlement): PaperLine[] {
  const profit =
    profitOption === 'ave_dollar'
      ? `AveDollars earned, ${formatPpm(profitRatePpm)}`
      : `Profit in cash, ${formatPpm(profitRatePpm)}`;
  return [
    { label: profit, value: dollars(profitCents) },
    { ...dueOf(dueFromSchoolCents), kind: 'total' },
  ];
}

/** Until the school has chosen, what it owes with each choice. */
function bothOptions(
  { eligibleNetCents, heldBySchoolCents }: Settlement,
  { profitCashPpm, profitAveDollarPpm }: { profitCashPpm: number; profitAveDollarPpm: number },
): PaperLine[] {
  const cash = profitOf(eligibleNetCents, profitCashPpm);
  const withProfit = (cents: number, choice: string): PaperLine => {
    const { label, value } = dueOf(cents);
    return { label: `${label}, ${choice}`, value, kind: 'total' };
  };
  return [
    { label: `Profit if taken in cash, ${formatPpm(profitCashPpm)}`, value: dollars(cash) },
    withProfit(heldBySchoolCents - cash, 'profit in cash'),
    {
      label: `AveDollars if taken instead, ${formatPpm(profitAveDollarPpm)}`,
      value: dollars(profitOf(eligibleNetCents, profitAveDollarPpm)),
    },
    withProfit(heldBySchoolCents, 'profit in AveDollars'),
  ];
}

function dueOf(cents: number): { label: string; value: string } {
  return cents < 0
    ? { label: 'Due to the school', value: dollars(-cents) }
    : { label: 'Due from the school', value: dollars(cents) };
}

function writeMoney(
  paper: Paper,
  { summary, counted, cashCounts, overShortReason }: CloseOutSnapshot,
): void {
  const { cashControl } = ofOneFair(summary);
  const amount = (cents: number | null) => (cents === null ? 'not counted' : dollars(cents));
  const variance = (cents: number | null) => (cents === null ? '' : dollars(cents));
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
        dollars(cashControl.expectedCashCents),
        amount(cashControl.countedCashCents),
        variance(cashControl.cashVarianceCents),
      ],
      [
        checks,
        dollars(cashControl.expectedChecksCents),
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
      `A float of ${dollars(floatInCents ?? 0)} was counted in and ${dollars(floatOutCents ?? 0)} out; counted cash is without it.`,
    );
  if (overShortReason !== null) paper.note(`Reason given for the difference: ${overShortReason}`);
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
      dayText(count.businessDay),
      dollars(count.cashCents),
      `${dollars(count.checkCents)} (${count.checks})`,
      '',
      `${count.countedBy} and ${count.secondPerson}`,
    ]),
  );
}

function writeReturns(paper: Paper, { returns, returnedTitles }: CloseOutSnapshot): void {
  paper.heading('Returns');
  paper.lines([
    {
      label: `Expected back of ${countOf(returns.titles, 'title')}`,
      value: countOf(returns.expectedUnits, 'unit'),
    },
    {
      label: `Counted, ${countOf(returns.countedTitles, 'title')}`,
      value: countOf(returns.countedUnits, 'unit'),
    },
    ...(returns.damagedUnits > 0
      ? [
          {
            label: 'of which damaged',
            value: countOf(returns.damagedUnits, 'unit'),
            kind: 'sub' as const,
          },
        ]
      : []),
    ...(returns.notCountedTitles > 0
      ? [
          {
            label: `Not counted yet, ${countOf(returns.notCountedTitles, 'title')}`,
            value: countOf(returns.notCountedUnits, 'unit'),
          },
        ]
      : []),
    {
      label: `Variance of ${countOf(returns.varianceTitles, 'title')}, at retail ${dollars(returns.varianceValueCents)}`,
      value: countOf(returns.varianceUnits, 'unit'),
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
      String(expectedReturn),
      String(counted),
      String(variance),
      dollars(varianceValueCents ?? 0),
    ]),
  );
}

function optional(label: string, cents: number, kind?: PaperLine['kind']): PaperLine[] {
  return cents === 0 ? [] : [{ label, value: dollars(cents), ...(kind && { kind }) }];
}
