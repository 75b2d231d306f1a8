import { formatCents } from './money.ts';

/** Round steps from zero up to at least `highest`, at most five: `ticksUpTo(351_700)` is 0, 100,000, … 400,000. */
export function ticksUpTo(highest: number): number[] {
  if (highest <= 0) return [0, 1];
  const rough = highest / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * size >= rough) ?? 10) * size;
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step);
}

/** `$4k`, `$2.5k`, `$500`: a number of the axis. */
export function axisDollars(cents: number): string {
  const dollars = cents / 100;
  return dollars >= 1_000 ? `$${dollars / 1_000}k` : `$${dollars}`;
}

/** `$3,517`: a chart's number. Exact amounts stand in its table. */
export function wholeDollars(cents: number): string {
  return formatCents(Math.round(cents / 100) * 100).replace(/\.00$/, '');
}

/** Every how many bars one has its name below, so that names do not run into each other: all of nine, every other of 18. */
export function nameStep(bars: number, room: number): number {
  return Math.max(1, Math.ceil(bars / room));
}
