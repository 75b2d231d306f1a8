import { describe, expect, it } from 'vitest';
import { toFigureLines, toPageParts } from './figure-lines.ts';

const groups = [
  { keys: ['Picture'], rows: [{ title: 'A' }, { title: 'B' }], subtotal: { units: 3 } },
  { keys: ['Activity'], rows: [{ title: 'C' }], subtotal: { units: 1 } },
];

describe('lines of a table of figures', () => {
  it('are all rows below their headings, or only the headings of closed groups', () => {
    expect(toFigureLines(groups, () => true).map(({ key }) => key)).toEqual([
      '0',
      '0.0',
      '0.1',
      '1',
      '1.0',
    ]);
    expect(toFigureLines(groups, (place) => place === 1).map(({ key }) => key)).toEqual([
      '0',
      '1',
      '1.0',
    ]);
  });

  it('have no heading in a table without groups', () => {
    expect(
      toFigureLines([{ keys: [], rows: [{ title: 'A' }] }], () => false).map(({ kind }) => kind),
    ).toEqual(['row']);
  });

  it('are cut into parts that together are all of them', () => {
    const lines = toFigureLines(groups, () => true);
    expect(toPageParts(lines, 2).map((part) => part.length)).toEqual([2, 2, 1]);
    expect(toPageParts(lines, 2).flat()).toEqual(lines);
  });
});
