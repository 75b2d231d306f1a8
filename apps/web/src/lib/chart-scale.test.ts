import { expect, it } from 'vitest';
import { axisDollars, nameStep, ticksUpTo, wholeDollars } from './chart-scale.ts';

it('places round ticks from zero, at most five', () => {
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

it('labels every bar of a few, and as many of many bars as fit', () => {
  expect([
    nameStep(9, 9),
    nameStep(14, 9),
    nameStep(30, 9),
    nameStep(30, 5),
    nameStep(0, 9),
  ]).toEqual([1, 2, 4, 6, 1]);
});

it('shortens amounts for an axis and a bar', () => {
  expect([
    axisDollars(250_000),
    axisDollars(50_000),
    wholeDollars(351_725),
    wholeDollars(-499),
  ]).toEqual(['$2.5k', '$500', '$3,517', '−$5']);
});
