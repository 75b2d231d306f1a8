import { expect, test } from 'vitest';
import { unitsToPack } from './packages.rules.ts';

/** Pseudo-random numbers from a seed, so that a failure can be repeated. */
function numbers(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

test('a substitute takes the place of the same number of units, whatever is substituted', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const next = numbers(seed);
    const contents = Array.from({ length: 1 + next(12) }, (_, index) => ({
      titleId: `t${index}`,
      title: `Title ${index}`,
      qty: 1 + next(30),
    }));
    const substitutes = contents
      .filter(() => next(2) === 0)
      .map(({ titleId, qty }) => ({
        insteadOfId: titleId,
        titleId: next(4) === 0 ? null : `s${next(5)}`,
        qty: 1 + next(qty),
      }));
    const units = unitsToPack(contents, substitutes);
    if (!('packed' in units)) throw new Error(units.problem);
    const total = units.packed.reduce((sum, { qty }) => sum + qty, 0);
    const leftOut = substitutes.reduce((sum, { titleId, qty }) => sum + (titleId ? 0 : qty), 0);
    expect(total).toBe(contents.reduce((sum, { qty }) => sum + qty, 0) - leftOut);
    expect(units.packed.every(({ qty }) => qty > 0)).toBe(true);
    expect(new Set(units.packed.map(({ titleId }) => titleId)).size).toBe(units.packed.length);
  }
});

test('more than the package has is never substituted', () => {
  const contents = [{ titleId: 'a', title: 'A', qty: 2 }];
  expect(unitsToPack(contents, [{ insteadOfId: 'a', titleId: 'b', qty: 3 }])).toEqual({
    problem: 'More units of "A" are substituted than the package has.',
  });
  expect(unitsToPack(contents, [{ insteadOfId: 'x', titleId: 'b', qty: 1 }])).toHaveProperty(
    'problem',
  );
});
