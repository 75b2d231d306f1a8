import { describe, expect, it } from 'vitest';
import { Random } from './random.ts';

describe('chance with a seed', () => {
  it('gives the same numbers for the same seed, on every machine, and others for another', () => {
    const random = new Random('7');
    expect([random.uint32(), random.uint32(), random.uint32()]).toEqual([
      2783944421, 4260388826, 2139831549,
    ]);
    expect(new Random('1').uuid()).not.toBe(new Random('2').uuid());
  });

  it('a fork does not depend on what was drawn before it', () => {
    const [one, other] = [new Random('s'), new Random('s')];
    other.uint32();
    expect(one.fork('x').uint32()).toBe(other.fork('x').uint32());
  });

  it('draws both ends of a range and nothing beyond, and each item as often as its weight says', () => {
    const random = new Random('range');
    const drawn = (draw: () => unknown) => Array.from({ length: 10_000 }, draw);
    expect([...new Set(drawn(() => random.int(1, 4)))].sort()).toEqual([1, 2, 3, 4]);
    const weights = [['often', 9] as const, ['seldom', 1] as const, ['never', 0] as const];
    const items = drawn(() => random.weighted(weights));
    expect(items.filter((item) => item === 'seldom').length / 10_000).toBeCloseTo(0.1, 1);
    expect(items).not.toContain('never');
  });

  it('shuffles without losing or doubling an item', () => {
    const items = Array.from({ length: 50 }, (_, index) => index);
    const mixed = new Random('mix').shuffled(items);
    expect(mixed).not.toEqual(items);
    expect(mixed.toSorted((a, b) => a - b)).toEqual(items);
  });
});
