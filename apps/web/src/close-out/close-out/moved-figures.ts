import type { CloseOut } from '@pos/contract/close-out/close-out';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { isAboutMoney } from './close-out-words.ts';

/** Money hidden until it is counted, because naming it would reveal the expected amount. */
type Hides = 'cash' | 'checks' | undefined;
type Figure = {
  figure: string;
  show: (value: number) => string;
  getValue: (closeOut: CloseOut) => number;
  hides?: Hides;
};
const cents = (figure: string, getValue: Figure['getValue'], hides?: Hides): Figure => ({
  figure,
  show: formatCents,
  getValue,
  hides,
});
const count = (figure: string, getValue: Figure['getValue'], hides?: Hides): Figure => ({
  figure,
  show: formatCount,
  getValue,
  hides,
});

/** Compared figures, in the order of the form. */
const FIGURES: readonly Figure[] = [
  count('Orders', ({ totals }) => totals.orders),
  cents('Net sales', ({ totals }) => totals.netCents),
  cents('Net tax', ({ totals }) => totals.netTaxCents),
  cents('Total', ({ totals }) => totals.totalCents),
  cents('Uncollected', ({ totals }) => totals.uncollectedCents),
  ...Object.values(PAYMENT_METHODS).map((name) =>
    cents(
      `${name}, net`,
      ({ tenders }) => tenders[name].netCents,
      name === 'Cash' ? 'cash' : name === 'Check' ? 'checks' : undefined,
    ),
  ),
  cents('Expected cash', ({ cashControl }) => cashControl.expectedCashCents, 'cash'),
  cents('Expected checks', ({ cashControl }) => cashControl.expectedChecksCents, 'checks'),
  count(
    'Number of checks expected',
    ({ cashControl }) => cashControl.expectedCheckCount ?? 0,
    'checks',
  ),
  count('Units expected back', ({ returns }) => returns.expectedUnits),
  count('Units counted', ({ returns }) => returns.countedUnits),
  cents('Profit in cash', ({ settlements }) => settlements.cash.profitCents),
  cents('Profit in AveDollars', ({ settlements }) => settlements.ave_dollar.profitCents),
  cents(
    'Due from school, profit in cash',
    ({ settlements }) => settlements.cash.dueFromSchoolCents,
  ),
  cents(
    'Due from school, profit in AveDollars',
    ({ settlements }) => settlements.ave_dollar.dueFromSchoolCents,
  ),
];

/**
 * Figures and open points that differ between the close-out the person has seen and the current
 * one.
 */
export type Moved = {
  figures: { figure: string; before: string; now: string }[];
  added: string[];
  settled: string[];
};

/** Compares two readings of a close-out; null if nothing that a finish freezes has changed. */
export function movedBetween(
  seen: CloseOut,
  now: CloseOut,
  isCounted: { cash: boolean; checks: boolean },
): Moved | null {
  if (seen.reviewed === now.reviewed) return null;
  // Warnings about money compare the evening counts, not the count that the person has entered.
  const texts = ({ reasons, warnings }: CloseOut) =>
    [...reasons, ...warnings.filter((warning) => !isAboutMoney(warning))].map(({ text }) => text);
  const [before, after] = [texts(seen), texts(now)];
  const mayShow = (text: string) => (isCounted.cash && isCounted.checks) || !text.includes('$');
  return {
    figures: FIGURES.flatMap(({ figure, show, getValue, hides }) => {
      const [from, to] = [getValue(seen), getValue(now)];
      if (from === to) return [];
      const isHidden = hides && !isCounted[hides];
      return [
        { figure, before: isHidden ? 'Hidden' : show(from), now: isHidden ? 'Hidden' : show(to) },
      ];
    }),
    added: after.filter((text) => !before.includes(text)).filter(mayShow),
    settled: before.filter((text) => !after.includes(text)).filter(mayShow),
  };
}
