import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import type { Good, Read } from './dashboard.data.ts';
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
function read(from: string, days: number, byHour: Good<'sales'>['byHour'] = null): Read<'sales'> {
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
    range: 'given',
    block: { current: figures, byDay, byHour },
  };
}

describe('the bars of net sales', () => {
  it('are the opening hours of one day and those with sales; hours to come have no bar', () => {
    const bars = salesBars(
      read('2026-10-14', 1, [
        { hour: 7, orders: 2, netCents: 1_998 },
        { hour: 12, orders: 1, netCents: -500 },
      ]),
    );
    expect(bars.map(({ label, value, running }) => [label, value, running])).toEqual([
      ['7 AM', 1_998, false],
      ['8 AM', 0, false],
      ['9 AM', 0, false],
      ['10 AM', 0, false],
      ['11 AM', 0, false],
      ['12 PM', -500, false],
      ['1 PM', 0, false],
      ['2 PM', 0, true],
      ['3 PM', undefined, false],
      ['4 PM', undefined, false],
    ]);
    expect(bars[0]?.exact).toEqual(['$19.98', '2 orders']);
    expect(salesBars(read('2026-10-13', 1, [])).map(({ label }) => label)).toHaveLength(9);
  });

  it('stand beside those of the same fair days last time, by hour or by day', () => {
    const none = { orders: 0, netCents: 0, averageOrderCents: 0, refundsCents: 0 };
    const lastTime = {
      fairs: 1,
      compared: 1,
      current: none,
      previous: none,
      byDay: [{ day: '2026-10-12', orders: 3, netCents: 4_200 }],
      byHour: [{ hour: 17, orders: 1, netCents: 900 }],
    };
    expect(
      salesBars(read('2026-10-14', 1, []), lastTime).map(({ label, before }) => [
        label,
        before?.value,
      ]),
    ).toEqual([
      ...['8 AM', '9 AM', '10 AM', '11 AM', '12 PM', '1 PM', '2 PM', '3 PM', '4 PM'].map(
        (label) => [label, 0],
      ),
      ['5 PM', 900],
    ]);
    expect(salesBars(read('2026-10-11', 3), lastTime).map(({ before }) => before)).toEqual([
      { value: 0, exact: ['$0.00', '0 orders'] },
      { value: 4_200, exact: ['$42.00', '3 orders'] },
      { value: 0, exact: ['$0.00', '0 orders'] },
    ]);
    expect(
      [
        { ...lastTime, compared: 0 },
        { ...lastTime, fairs: 2 },
      ].map((partial) => salesBars(read('2026-10-11', 3), partial)[0]?.before),
    ).toEqual([undefined, undefined]);
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
      exact: ['$136.50', '13 orders'],
      running: true,
    });
  });

  it('have no value for a future day', () => {
    const { byDay } = read('2026-10-14', 2).block;
    byDay[1] = { day: '2026-10-15', orders: 0, netCents: 0 };
    const bars = salesBars({
      ...read('2026-10-14', 2),
      block: { current: figures, byDay, byHour: null },
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
