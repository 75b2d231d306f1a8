import { describe, expect, it } from 'vitest';
import { differing, figuresWithin, groupLine } from './figures.ts';
import { cellCents } from './workbook.ts';

describe('figures of an acceptance', () => {
  const expected = { netCents: 1_000, tenders: { Cash: { netCents: 250 } } };

  it('agree where every one stands at its place, however deep', () => {
    const group = {
      name: 'sales summary',
      figures: figuresWithin(expected, {
        netCents: 1_000,
        tenders: { Cash: { netCents: 250, count: 3 } },
      }),
    };
    expect(groupLine(group)).toMatch(/^sales summary +2 figures agree$/);
  });

  it('name the first cent that differs, with both amounts', () => {
    const group = {
      name: 'sales summary',
      figures: figuresWithin(expected, { netCents: 1_000, tenders: { Cash: { netCents: 251 } } }),
    };
    expect(differing(group)).toHaveLength(1);
    expect(groupLine(group)).toContain(
      '1 of 2 figures differ. tenders, Cash, netCents: 251 instead of 250',
    );
  });

  it('differ where a report lacks one', () => {
    expect(
      differing({ name: 'x', figures: figuresWithin(expected, { netCents: 1_000 }) }).map(
        ({ name }) => name,
      ),
    ).toEqual(['tenders, Cash, netCents']);
  });

  it('are read from the digits of a cell, never from a binary fraction', () => {
    const cell = (text: string) => ({
      kind: 'number' as const,
      number: Number(text),
      text,
      percent: false,
    });
    expect(
      [cell('16881.1'), cell('0.07'), cell('-1.23'), cell('12'), cell('0.290')].map(cellCents),
    ).toEqual([1_688_110, 7, -123, 1_200, 29]);
    expect(cellCents(cell('1.005'))).toBeNull();
    expect(cellCents({ kind: 'text', text: '5.00' })).toBeNull();
  });
});
