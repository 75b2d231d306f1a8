import { describe, expect, it } from 'vitest';
import { type ColumnSize, fitColumns } from './fit-columns.ts';

const column = (id: string, natural: number, more: Partial<ColumnSize> = {}): ColumnSize => ({
  id,
  natural,
  least: natural,
  room: more.least ?? natural,
  rank: undefined,
  grows: true,
  ...more,
});
const fitted = (columns: readonly ColumnSize[], room: number) =>
  Object.fromEntries(fitColumns(columns, room));

describe('columns of a list', () => {
  const list = [
    column('number', 160),
    column('fair', 200, { least: 120, rank: 4 }),
    column('customer', 180, { least: 140, rank: 5 }),
    column('tax', 60, { rank: 2 }),
    column('total', 80),
    column('status', 120),
    column('device', 100, { rank: 1 }),
  ];

  it('have the width of their content and share what is left', () => {
    expect(fitted(list, 1_080)).toEqual({
      number: 192,
      fair: 240,
      customer: 216,
      tax: 72,
      total: 96,
      status: 144,
      device: 120,
    });
  });

  it('wrap before one leaves, the smallest need met first', () => {
    expect(fitted(list, 860)).toEqual({
      number: 160,
      fair: 160,
      customer: 180,
      tax: 60,
      total: 80,
      status: 120,
      device: 100,
    });
  });

  it('leave by rank, the lowest first, until the others fit', () => {
    expect(Object.keys(fitted(list, 740))).toEqual([
      'number',
      'fair',
      'customer',
      'tax',
      'total',
      'status',
    ]);
    expect(Object.keys(fitted(list, 640))).toEqual([
      'number',
      'fair',
      'customer',
      'total',
      'status',
    ]);
    expect(Object.keys(fitted(list, 400))).toEqual(['number', 'total', 'status']);
  });

  it('stay or leave whatever the rows hold', () => {
    const shown = (natural: number) =>
      Object.keys(
        fitted(
          list.map((one) => ({ ...one, natural, least: natural })),
          740,
        ),
      );
    expect(shown(20)).toEqual(shown(400));
    expect(shown(20)).not.toContain('device');
  });

  it('stay without a rank, even if they need more than there is', () => {
    expect(fitted(list, 300)).toEqual({ number: 160, total: 80, status: 120 });
  });

  it('have no width while nothing is measured', () => {
    expect(fitted([column('name', 0), column('total', 0)], 400)).toEqual({ name: 0, total: 0 });
  });

  it('fill the room exactly, except those that do not grow', () => {
    const widths = fitted([column('amount', 90, { grows: false }), column('name', 110)], 400);
    expect(widths).toEqual({ amount: 90, name: 310 });
  });
});
