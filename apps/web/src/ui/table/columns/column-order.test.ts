import { describe, expect, it } from 'vitest';
import { inOrder, moved } from './column-order.ts';
import type { Column } from '../description.ts';

const column = (id: string, more: Partial<Column<never>> = {}): Column<never> => ({
  id,
  header: id,
  cell: () => null,
  ...more,
});
const COLUMNS = [
  column('title'),
  column('price'),
  column('sent'),
  column('sold'),
  column('adjust', { stays: true }),
];
const ordered = (...order: string[]): string =>
  inOrder(COLUMNS, order)
    .map(({ id }) => id)
    .join(' ');

describe('the order of columns', () => {
  it('is the usual one until somebody chooses another', () => {
    expect(ordered()).toBe('title price sent sold adjust');
    expect(ordered('gone')).toBe('title price sent sold adjust');
  });

  it('leaves the first column and the one with the action in place', () => {
    expect(ordered('adjust', 'sold', 'sent', 'price', 'title')).toBe(
      'title sold sent price adjust',
    );
  });

  it('places a column that it does not name behind the one that it usually follows', () => {
    expect(ordered('sold', 'price')).toBe('title sold price sent adjust');
    expect(ordered('sold', 'sent')).toBe('title price sold sent adjust');
  });

  it('changes by moving one column, at most to an end', () => {
    expect(moved(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b', 'c'], 'a', 5)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 'b', -9)).toEqual(['b', 'a', 'c']);
  });
});
