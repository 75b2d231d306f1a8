import { formatPpm } from '../../values/percent.ts';
import { cashLines, float } from './cash-columns.ts';
import { type ToJson, money, nullable, number, unlisted } from '../columns.ts';

/** Settlement and cash control of whole fairs, as SALES_SUMMARY and the close-out show them. */

const inFiles = { zero: 'in files' } as const;
const strong = { strong: true } as const;

/** Form of a school's profit. `mixed`: a sum of fairs with different options. */
const PROFIT_OPTIONS = {
  cash: { label: 'Cash', meaning: 'ok' },
  ave_dollar: { label: 'AveDollars', meaning: 'ok' },
  mixed: { label: 'Mixed', meaning: 'ok' },
} as const;
/**
 * Amounts that school and company owe each other (domain 8.7, 8.8). `profitOption` is null until a
 * close-out selects it; the profit shown is then that of the cash option. `profitRatePpm` has no
 * meaning for a mixed option.
 */
export const settlement = {
  heldBySchoolCents: money(
    'Held by school: Cash, Check, Facts, top-ups',
    'Money that the school received.',
  ),
  topUpsHeldCents: money('of which eWallet top-ups held', 'Top-ups in cash and checks.', {
    ...inFiles,
    part: true,
  }),
  cashRoundingCents: money(
    'of which cash rounding',
    'Cash taken more than owed by rounding to five cents, less what refunds paid out more.',
    { ...inFiles, part: true },
  ),
  companyReceivedCents: money(
    'Company received: Credit Card, EWallet',
    'Money that the company received.',
  ),
  schoolCreditCents: money('School credit: AveDollar', 'Paid with AveDollars.'),
  eligibleNetCents: money(
    'Eligible net',
    'Net sales that earn the school a profit: without AveDollars and uncollected amounts.',
  ),
  profitCents: money(
    'Profit',
    'The profit by the option chosen at close-out; until then by the cash option.',
  ),
  dueFromSchoolCents: money(
    'Due from school',
    'Cash, checks and Facts held by the school, less a profit that it takes in cash.',
    strong,
  ),
  profitOption: nullable({ kind: 'choice' as const, choices: PROFIT_OPTIONS }),
  profitRatePpm: unlisted('integer'),
};
/**
 * Expected money in the drawers (domain 9.4) and counted money: of the close-out, or until then of
 * the evening counts. Counted and variance are null, not 0, while a day with money in the range is
 * not counted. Numbers of checks are null in close-outs from before checks were counted by number.
 */
export const cashControl = {
  cashLines: cashLines('A part of the expected cash; payouts are negative.'),
  expectedCashCents: money(
    'Expected cash',
    'Cash sales and cash top-ups less everything paid out in cash.',
    strong,
  ),
  ...float,
  countedCashCents: nullable(
    money('Counted cash', 'Cash as counted; empty until all of it is counted.'),
  ),
  cashVarianceCents: nullable(money('Cash variance', 'Counted less expected cash.', strong)),
  expectedChecksCents: money('Expected checks', 'Checks taken, at face value.'),
  countedChecksCents: nullable(
    money('Counted checks', 'Checks as counted; empty until all of them are counted.'),
  ),
  checkVarianceCents: nullable(money('Check variance', 'Counted less expected checks.', strong)),
  expectedCheckCount: nullable(
    number('Number of checks expected', 'Checks taken.', { isOnScreenOnly: true }),
  ),
  countedCheckCount: nullable(
    number('Number of checks counted', 'Checks as counted.', { isOnScreenOnly: true }),
  ),
  checkCountVariance: nullable(unlisted('integer')),
  overpaidCents: money('Surplus of overpaid orders', "Paid beyond the orders' totals.", inFiles),
};

/**
 * Figures that lead from net sales to those that earn a profit (domain 8.7), as they add up; those of 0
 * are left out. What AveDollars paid is without its tax.
 */
export function toEligibleNetLines(
  { netCents, uncollectedCents }: { netCents: number; uncollectedCents: number },
  { eligibleNetCents }: Pick<Settlement, 'eligibleNetCents'>,
): { label: string; cents: number }[] {
  const restCents = eligibleNetCents - netCents + uncollectedCents;
  return [
    { label: 'Net sales', cents: netCents },
    { label: 'Uncollected', cents: -uncollectedCents },
    { label: restCents < 0 ? 'Paid with AveDollars' : 'Not below zero', cents: restCents },
  ].filter(({ cents }) => cents !== 0);
}

/** Label of the profit, which depends on the option that the school chose. */
export function profitLabel({
  profitOption,
  profitRatePpm,
}: Pick<Settlement, 'profitOption' | 'profitRatePpm'>): string {
  switch (profitOption) {
    case null:
      return `Profit, cash option ${formatPpm(profitRatePpm)} (not chosen yet)`;
    case 'cash':
      return `Profit, cash option ${formatPpm(profitRatePpm)}`;
    case 'ave_dollar':
      return `Profit, AveDollars earned ${formatPpm(profitRatePpm)}`;
    case 'mixed':
      return 'Profit, each fair by its own option';
  }
}

export type Settlement = ToJson<typeof settlement>;
export type CashControl = ToJson<typeof cashControl>;
