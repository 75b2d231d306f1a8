import { formatCents } from '@pos/contract/values/money';

/**
 * Round axis ticks from zero to at least `highest`, at most five: `ticksUpTo(351_700)` is 0,
 * 100,000, … 400,000.
 */
export function ticksUpTo(highest: number): number[] {
  if (highest <= 0) return [0, 1];
  const rough = highest / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * size >= rough) ?? 10) * size;
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step);
}

/** `$4k`, `$2.5k`, `$500`: a label on the axis. */
export function axisDollars(cents: number): string {
  const dollars = cents / 100;
  return dollars >= 1_000 ? `$${dollars / 1_000}k` : `$${dollars}`;
}

/** `$3,517`: a number in a chart, rounded to dollars. Its table shows exact amounts. */
export function wholeDollars(cents: number): string {
  return formatCents(Math.round(cents / 100) * 100).replace(/\.00$/, '');
}

/**
 * Interval at which bars get a label, so that labels do not overlap: every bar of 9, every other of
 * 18.
 */
export function nameStep(bars: number, room: number): number {
  return Math.max(1, Math.ceil(bars / room));
}
