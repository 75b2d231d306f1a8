import { describe, expect, it } from 'vitest';
import { barScales, PLOT, type Place } from './bar-scales.ts';
import { axisDollars, wholeDollars } from './chart-amounts.ts';

const places = (...values: number[]): Place[] =>
  values.map((value, index) => ({ label: `10/${index + 10}`, value }));
const getTicks = (...values: number[]) =>
  barScales(places(...values), 600, String).ticks.map(({ value }) => value);

describe('the axis of bars', () => {
  it('begins at zero, and ends at a round value that the highest does not exceed', () => {
    expect(getTicks(351_700, 90_000)).toEqual([0, 100_000, 200_000, 300_000, 400_000]);
    expect(getTicks(4)).toEqual([0, 1, 2, 3, 4]);
    for (const highest of [1, 7, 99, 1_905, 24_999, 1_000_001]) {
      const ticks = getTicks(highest);
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
      expect(ticks.length).toBeLessThanOrEqual(7);
    }
  });

  it('goes below zero for a day with more refunds than sales', () => {
    const { ticks, getY } = barScales(places(5_000, -1_200), 600, String);
    expect(ticks[0]!.value).toBeLessThanOrEqual(-1_200);
    expect(ticks.map(({ value }) => value)).toContain(0);
    expect(getY(-1_200)).toBeLessThanOrEqual(PLOT.top + PLOT.height);
    expect(getY(0)).toBeLessThan(getY(-1_200));
  });

  it('has room for the values compared with', () => {
    const [one] = places(1_000);
    const { getY } = barScales([{ ...one!, before: { value: 9_000 } }], 600, String);
    expect(getY(9_000)).toBeGreaterThanOrEqual(PLOT.top);
  });

  it('exists where nothing was sold', () => {
    expect(getTicks(0, 0)).toEqual([0]);
  });

  it('shortens amounts', () => {
    expect([axisDollars(250_000), axisDollars(50_000), axisDollars(-150_000)]).toEqual([
      '$2.5k',
      '$500',
      '−$1.5k',
    ]);
    expect([wholeDollars(351_725), wholeDollars(-499)]).toEqual(['$3,517', '−$5']);
  });
});

describe('the places of bars', () => {
  it('share the width behind the axis, and hold bars that are not too wide', () => {
    const { left, step, barWidth, getMiddle } = barScales(places(1, 2, 3), 600, String);
    expect(getMiddle(1) - getMiddle(0)).toBeCloseTo(step);
    expect(getMiddle(2) + step / 2).toBeCloseTo(600);
    expect(getMiddle(0) - step / 2).toBeCloseTo(left);
    expect(barWidth).toBe(56);
  });

  it('are labeled as often as labels fit, and have numbers where there is room', () => {
    const month = places(...Array.from({ length: 30 }, (_, day) => day));
    expect([
      barScales(places(1, 2, 3), 600, String).labelEvery,
      barScales(month, 600, String).labelEvery,
      barScales(month, 320, String).labelEvery,
    ]).toEqual([1, 3, 5]);
    expect(barScales(places(1, 2, 3), 600, String).hasNumbers).toBe(true);
    expect(barScales(month, 600, String).hasNumbers).toBe(false);
  });
});

it('draws a line of the values compared with, with a gap where one is missing', () => {
  const [one, two, three] = places(1, 2, 3);
  const at = (place: Place | undefined, value: number): Place => ({ ...place!, before: { value } });
  const toPath = (...all: Place[]) => barScales(all, 600, String).beforeLine ?? '';
  expect(toPath(at(one, 4), at(two, 5), at(three, 6)).match(/M/g)).toHaveLength(1);
  expect(toPath(at(one, 4), two!, at(three, 6)).match(/M/g)).toHaveLength(2);
  expect(toPath(one!, two!, three!)).toBe('');
});
