import { describe, expect, it } from 'vitest';
import { differing, figuresWithin, groupLine, rowsWithin } from './figures.ts';

describe('figures of an acceptance', () => {
  const summary = { netCents: 1_000, tenders: { Cash: { netCents: 250 } } };
  const group = (netCents: number | undefined) => ({
    name: 'sales summary',
    figures: figuresWithin(summary, { netCents: 1_000, tenders: { Cash: { netCents, count: 3 } } }),
  });

  it('agree where every one stands at its place, however deep', () => {
    expect(groupLine(group(250))).toMatch(/^sales summary +2 figures agree$/);
  });

  it('name the first cent that differs, with both amounts, also where a report lacks one', () => {
    expect(differing(group(251))).toHaveLength(1);
    expect(groupLine(group(251))).toContain(
      '1 of 2 figures differ. tenders, Cash, netCents: 251 instead of 250',
    );
    expect(differing(group(undefined)).map(({ name }) => name)).toEqual([
      'tenders, Cash, netCents',
    ]);
  });

  it('of rows with one key are added up; a row that is not expected must be zero', () => {
    const rows = [
      { sku: 'A', sold: 1, netCents: 100 },
      { sku: 'A', sold: 2, netCents: 150 },
      { sku: 'B', sold: 1, netCents: 50 },
    ];
    const figures = rowsWithin({ A: { sold: 3, netCents: 250 } }, rows, ({ sku }) => sku, 'sold');
    expect(differing({ name: 'items', figures })).toEqual([
      { name: 'B, sold', expected: 0, actual: 1 },
    ]);
    expect(rowsWithin({ B: 1 }, rows.slice(2), ({ sku }) => sku, 'sold')).toEqual([
      { name: 'B, sold', expected: 1, actual: 1 },
    ]);
  });
});
