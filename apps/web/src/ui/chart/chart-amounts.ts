import { formatCents } from '@pos/contract/values/money';

/** `$4k`, `$2.5k`, `−$500`: a label on the axis. */
export function axisDollars(cents: number): string {
  const dollars = Math.abs(cents) / 100;
  const sign = cents < 0 ? '−' : '';
  return dollars >= 1_000 ? `${sign}$${dollars / 1_000}k` : `${sign}$${dollars}`;
}

/** `$3,517`: a number in a chart, rounded to dollars. Its table shows exact amounts. */
export function wholeDollars(cents: number): string {
  return formatCents(Math.round(cents / 100) * 100).replace(/\.00$/, '');
}
