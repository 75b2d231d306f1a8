import { type CloseOutSnapshot, getAmountDue } from '@pos/contract/close-out/close-out-snapshot';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { dayIn, formatInstant } from '@pos/contract/values/clock';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { formatDay, toPastDays } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { formatPpm } from '@pos/contract/values/percent';
import { Paper, PAPER_WIDTH, type PaperLine } from '#api/pdf/paper.ts';
import { ofOneFair } from '../close-out.service.ts';
import { writeMoney, writeReturns } from './statement-counts.ts';
import { optional, type Statement, toTerms } from './statement-values.ts';
import {
  type Settlement,
  toEligibleNetLines,
} from '@pos/contract/reports/sales-summary/settlement';
import { getProfitCents } from '#api/reports/reports/figures/settlement.rules.ts';
import type { ProfitRates } from '../profit-rates.queries.ts';

/** The statement for the school, on US Letter, to print, sign and file. */
export async function statementPdf(statement: Statement): Promise<Buffer> {
  const { stored, parties, sha256 } = statement;
  const { fair, summary } = stored;
  const when = formatInstant(stored.finishedAt, fair.timeZone);
  const sold = toPastDays(summary.range, dayIn(stored.finishedAt, fair.timeZone));
  const contact = [parties.companyName, parties.supportEmail, parties.supportPhone]
    .filter(Boolean)
    .join(' · ');
  const paper = new Paper({
    title: `Statement ${fair.identifier}`,
    author: parties.companyName,
    footer: contact,
    createdAt: new Date(stored.finishedAt),
  });
  paper.head(
    parties.companyName,
    'Fair statement',
    sha256 === null
      ? { text: 'Provisional', isFinal: false }
      : { text: `Final, close-out v${stored.number}`, isFinal: true },
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
      value: `${formatDay(fair.startDate)} – ${formatDay(fair.endDate)}\nFigures of ${formatDay(sold.startDate)} – ${formatDay(sold.endDate)}`,
    },
  ]);
  writeSales(paper, stored);
  writeTenders(paper, stored);
  writeSettlement(paper, statement);
  writeMoney(paper, stored);
  writeReturns(paper, stored);
  if (sha256 !== null) {
    paper.heading('Close-out');
    const signed = stored.secondPerson === null ? '' : `, with ${stored.secondPerson}`;
    paper.note(
      `Finished ${when} by ${stored.finishedBy}${signed}. Snapshot v${stored.number}, SHA-256 ${sha256}.`,
    );
  }
  paper.signatures([`For ${parties.companyName}`, `For ${fair.schoolName}`, 'Date']);
  return paper.bytes();
}

function writeSales(paper: Paper, { summary }: CloseOutSnapshot): void {
  const row = ofOneFair(summary);
  paper.heading('Sales');
  paper.lines([
    { label: 'Gross sales', value: formatCents(row.grossCents) },
    ...optional('Discounts', -row.discountCents),
    ...optional('Refunds, net of tax', -row.refundNetCents),
    { label: 'Net sales', value: formatCents(row.netCents), kind: 'total' },
    ...optional('of which tax-exempt', row.exemptNetCents, 'sub'),
    {
      label: `Sales tax${row.taxRatesPpm.length > 0 ? ` (${row.taxRatesPpm.map(formatPpm).join(', ')})` : ''}`,
      value: formatCents(row.netTaxCents),
    },
    {
      label: `Total of ${pluralize(row.orders, 'order')}, ${pluralize(row.unitsSold - row.unitsRefunded, 'unit')}`,
      value: formatCents(row.totalCents),
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
      formatCount(count),
      formatCents(salesCents),
      formatCents(-refundsCents),
      formatCents(netCents),
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
    ['Paid', '', '', '', formatCents(totalCents - uncollectedCents)],
  );
}

/** The money that school and company owe each other. */
function writeSettlement(paper: Paper, statement: Statement): void {
  const row = ofOneFair(statement.stored.summary);
  const { settlement } = row;
  const eligible = toEligibleNetLines(row, settlement);
  paper.heading('Settlement');
  paper.lines([
    {
      label: 'Held by the school: Cash, Check, Facts and eWallet top-ups',
      value: formatCents(settlement.heldBySchoolCents),
    },
    ...optional('of which eWallet top-ups', settlement.topUpsHeldCents, 'sub'),
    ...optional('of which cash rounding', settlement.cashRoundingCents, 'sub'),
    {
      label: 'Received by the company: Credit Card, EWallet',
      value: formatCents(settlement.companyReceivedCents),
    },
    ...optional('Paid with AveDollars of the school', settlement.schoolCreditCents),
    ...(eligible.length > 1
      ? eligible.map(({ label, cents }): PaperLine => ({
          label,
          value: formatCents(cents),
          kind: 'sub',
        }))
      : []),
    { label: 'Net sales that earn a profit', value: formatCents(settlement.eligibleNetCents) },
    ...(statement.sha256 === null
      ? bothOptions(settlement, statement.rates)
      : chosenOption(settlement, statement.stored)),
  ]);
  writeTerms(paper, statement);
}

/** Day and way in which the amount due is paid; a provisional statement has no day yet. */
function writeTerms(paper: Paper, { stored, parties, sha256 }: Statement): void {
  if (sha256 === null) {
    const { words } = toTerms(parties, dayIn(stored.finishedAt, stored.fair.timeZone));
    paper.note(`Payment terms: ${words}, from the day of the close-out.`);
  } else if (stored.terms && getAmountDue(stored) > 0)
    paper.note(`Payment terms: ${stored.terms.words}. Due by ${formatDay(stored.terms.dueDay)}.`);
}

function chosenOption(
  { profitOption, profitRatePpm, profitCents, eligibleNetCents }: Settlement,
  stored: CloseOutSnapshot,
): PaperLine[] {
  const { adjustment } = stored;
  const share = `${formatPpm(profitRatePpm)} of ${formatCents(eligibleNetCents)}`;
  return [
    // A profit in cash is taken off what the school holds (domain 9.11).
    profitOption === 'ave_dollar'
      ? { label: `AveDollars earned, ${share}`, value: formatCents(profitCents) }
      : { label: `Profit in cash, ${share}`, value: formatCents(-profitCents) },
    ...(adjustment
      ? [{ label: adjustment.reason, value: formatCents(adjustment.amountCents) }]
      : []),
    { ...toDue(getAmountDue(stored)), kind: 'total' },
  ];
}

/** Until the school has chosen, what it owes with each choice. */
function bothOptions(
  { eligibleNetCents, heldBySchoolCents }: Settlement,
  { profitCashPpm, profitAveDollarPpm }: ProfitRates,
): PaperLine[] {
  const cash = getProfitCents(eligibleNetCents, profitCashPpm);
  const share = (ppm: number) => `${formatPpm(ppm)} of ${formatCents(eligibleNetCents)}`;
  const withProfit = (cents: number, choice: string): PaperLine => {
    const { label, value } = toDue(cents);
    return { label: `${label}, ${choice}`, value, kind: 'total' };
  };
  return [
    { label: `Profit if taken in cash, ${share(profitCashPpm)}`, value: formatCents(-cash) },
    withProfit(heldBySchoolCents - cash, 'profit in cash'),
    {
      label: `AveDollars if taken instead, ${share(profitAveDollarPpm)}`,
      value: formatCents(getProfitCents(eligibleNetCents, profitAveDollarPpm)),
    },
    withProfit(heldBySchoolCents, 'profit in AveDollars'),
  ];
}

function toDue(cents: number): { label: string; value: string } {
  return cents < 0
    ? { label: 'Due to the school', value: formatCents(-cents) }
    : { label: 'Due from the school', value: formatCents(cents) };
}
