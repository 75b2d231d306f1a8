import type { FairLine } from '@pos/contract/stock/inventory';
import { describe, expect, it } from 'vitest';
import {
  countDifferences,
  lineFinder,
  withCount,
  withoutCount,
  type Counts,
} from './count-state.ts';

const line = (id: string, sku: string, isbn13: string | null, onHand: number, oversoldQty = 0) =>
  ({ id, sku, isbn13, onHand, oversoldQty }) as FairLine;
const LINES = [
  line('a', '9780439023481', '9780439023481', 12),
  line('b', 'PEN-01', null, 4),
  line('c', 'TWIN-1', '9780156030304', 0, 2),
];

describe('counting', () => {
  it('finds a title by its label, with or without dashes, in any case', () => {
    const find = lineFinder(LINES);
    expect(find('978-0-439-02348-1')?.id).toBe('a');
    expect(find('9780439023481 50699')?.id).toBe('a');
    expect(find('pen01')?.id).toBe('b');
    expect(find('9780156030304')?.id).toBe('c');
    expect(find('9780000000000')).toBeUndefined();
  });

  it('counts up, never below zero, with the last counted title at the end', () => {
    let counts: Counts = new Map();
    counts = withCount(counts, 'a', 1);
    counts = withCount(counts, 'b', 3);
    counts = withCount(counts, 'a', -2);
    expect([...counts]).toEqual([
      ['b', 3],
      ['a', 0],
    ]);
    expect([...withoutCount(counts, 'b')]).toEqual([['a', 0]]);
  });

  it('compares counts with expected stock, even below zero, and ignores uncounted titles', () => {
    expect(
      countDifferences(
        LINES,
        new Map([
          ['a', 12],
          ['c', 1],
        ]),
      ).map(({ line: { id }, delta }) => ({ id, delta })),
    ).toEqual([{ id: 'c', delta: 3 }]);
    expect(countDifferences(LINES, new Map([['b', 0]]))).toMatchObject([
      { counted: 0, onHand: 4, delta: -4 },
    ]);
  });
});
