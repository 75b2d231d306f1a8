import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import type { Read } from './dashboard.data.ts';
import { barSize, salesBars } from './sales-bars.ts';

const figures = {
  netCents: 0,
  taxCents: 0,
  totalCents: 0,
  uncollectedCents: 0,
  orders: 0,
  units: 0,
  averageOrderCents: 0,
  refundsCents: 0,
  refundedOrders: 0,
};
function read(
  from: string,
  days: number,
  byHour: Read<'sales'>['block']['byHour'] = null,
): Read<'sales'> {
  const byDay = Array.from({ length: days }, (_, index) => ({
    day: addDays(from, index),
    orders: index,
    netCents: index * 1_050,
  }));
  return {
    asOf: '2026-10-14T18:42:00.000Z',
    timeZone: 'America/Detroit',
    today: '2026-10-14',
    from,
    to: addDays(from, days - 1),
    previousFrom: from,
    previousTo: from,
    block: { current: figures, previous: figures, byDay, byHour },
  };
}

describe('the bars of net sales', () => {
  it('are hours of one day, without gaps, up to the current hour there', () => {
    const bars = salesBars(
      read('2026-10-14', 1, [
        { hour: 9, orders: 2, netCents: 1_998 },
        { hour: 12, orders: 1, netCents: -500 },
      ]),
    );
    expect(bars.map(({ label, value, running }) => [label, value, running])).toEqual([
      ['9 AM', 1_998, false],
      ['10 AM', 0, false],
      ['11 AM', 0, false],
      ['12 PM', -500, false],
      ['1 PM', 0, false],
      ['2 PM', 0, true],
    ]);
    expect(bars[0]?.exact).toBe('$19.98, 2 orders');
    expect(
      salesBars(read('2026-10-13', 1, [{ hour: 9, orders: 2, netCents: 1_998 }])),
    ).toHaveLength(1);
    expect(salesBars(read('2026-10-14', 1, []))).toEqual([]);
  });

  it('are days with weekdays where there is room, and today is running', () => {
    const bars = salesBars(read('2026-10-08', 7));
    expect(bars.map(({ label, detail, running }) => [label, detail, running]).slice(-2)).toEqual([
      ['Tue', '10/13', false],
      ['Today', '10/14', true],
    ]);
    expect(salesBars(read('2026-10-01', 14)).at(-1)).toMatchObject({
      label: '10/14',
      spoken: 'Wed 10/14',
      text: '$137',
      exact: '$136.50, 13 orders',
      running: true,
    });
  });

  it('have no value for a future day', () => {
    const { byDay } = read('2026-10-14', 2).block;
    byDay[1] = { day: '2026-10-15', orders: 0, netCents: 0 };
    const bars = salesBars({
      ...read('2026-10-14', 2),
      block: { current: figures, previous: figures, byDay, byHour: null },
    });
    expect(bars.map(({ value }) => value)).toEqual([0, undefined]);
  });

  it('are weeks of a long range, which add up to its days', () => {
    const long = read('2026-07-01', 100);
    const bars = salesBars(long);
    expect([barSize(long), bars.length]).toEqual(['week', 15]);
    expect(bars.reduce((sum, { value = 0 }) => sum + value, 0)).toBe(
      long.block.byDay.reduce((sum, { netCents }) => sum + netCents, 0),
    );
    expect(bars[0]).toMatchObject({ label: '07/01', spoken: '07/01/2026 – 07/07/2026' });
  });
});
