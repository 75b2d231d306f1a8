import type { Settlement } from '@pos/contract/reports/sales-summary/settlement';
import { formatCents } from '@pos/contract/values/money';
import { formatPpm } from '@pos/contract/values/percent';
import type { Paper } from '#api/pdf/paper.ts';
import { type PaperLine } from '#api/pdf/paper.ts';
import { getProfitCents } from '#api/reports/reports/figures/settlement.rules.ts';
import { ofOneFair } from '../close-out.service.ts';
import { optional, type Statement } from './statement-values.ts';
import type { ProfitRates } from '../profit-rates.queries.ts';

/** The money that school and company owe each other. */
export function writeSettlement(paper: Paper, statement: Statement): void {
  const { settlement } = ofOneFair(statement.stored.summary);
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
    { label: 'Net sales that earn a profit', value: formatCents(settlement.eligibleNetCents) },
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
    { label: profit, value: formatCents(profitCents) },
    { ...toDue(dueFromSchoolCents), kind: 'total' },
  ];
}

/** Until the school has chosen, what it owes with each choice. */
function bothOptions(
  { eligibleNetCents, heldBySchoolCents }: Settlement,
  { profitCashPpm, profitAveDollarPpm }: ProfitRates,
): PaperLine[] {
  const cash = getProfitCents(eligibleNetCents, profitCashPpm);
  const withProfit = (cents: number, choice: string): PaperLine => {
    const { label, value } = toDue(cents);
    return { label: `${label}, ${choice}`, value, kind: 'total' };
  };
  return [
    { label: `Profit if taken in cash, ${formatPpm(profitCashPpm)}`, value: formatCents(cash) },
    withProfit(heldBySchoolCents - cash, 'profit in cash'),
    {
      label: `AveDollars if taken instead, ${formatPpm(profitAveDollarPpm)}`,
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
