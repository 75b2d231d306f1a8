import { expect, it } from 'vitest';
import { ticksUpTo } from './chart-scale.ts';

it('steps from zero in round numbers, at most five', () => {
  expect(ticksUpTo(351_700)).toEqual([0, 100_000, 200_000, 300_000, 400_000]);
  expect(ticksUpTo(4)).toEqual([0, 1, 2, 3, 4]);
  for (const highest of [1, 7, 99, 1_905, 24_999, 1_000_001]) {
    const ticks = ticksUpTo(highest);
    expect(ticks.length).toBeLessThanOrEqual(5);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
  }
});

it('has an axis when nothing was sold', () => {
  expect(ticksUpTo(0)).toEqual([0, 1]);
});
