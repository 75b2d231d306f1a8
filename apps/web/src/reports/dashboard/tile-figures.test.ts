import { describe, expect, it } from 'vitest';
import type { Good, Read } from './dashboard.data.ts';
import { toChange, percentChange, reviewTile, salesTiles } from './tile-figures.ts';

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
const read = (current: Partial<typeof figures>): Read<'sales'> => ({
  asOf: '2026-10-14T18:42:00.000Z',
  timeZone: 'America/Detroit',
  today: '2026-10-14',
  from: '2026-10-01',
  to: '2026-10-14',
  range: 'given',
  block: {
    current: { ...figures, ...current },
    byDay: [],
    byHour: null,
  },
});
const plain = (amount: number): string => `${amount}`;
const compared = { orders: 0, netCents: 0, averageOrderCents: 0, refundsCents: 0 };
const lastTime = (fairs: number, comparedFairs: number): Good<'lastTime'> => ({
  fairs,
  compared: comparedFairs,
  current: { ...compared, orders: 40, netCents: 108_400, averageOrderCents: 2_710 },
  previous: { ...compared, orders: 36, netCents: 100_000, averageOrderCents: 2_778 },
  byDay: [],
  byHour: null,
});

describe('the tiles of the dashboard', () => {
  it('show the change from last time, and if it is good news', () => {
    expect(percentChange(108_400, 100_000)).toEqual({
      direction: 'up',
      text: '8.4%',
      meaning: 'good',
    });
    expect(percentChange(50_000, 100_000)).toEqual({
      direction: 'down',
      text: '50.0%',
      meaning: 'bad',
    });
    expect(toChange(340, 319, plain)).toEqual({ direction: 'up', text: '21', meaning: 'good' });
    expect(toChange(7, 7, plain)).toEqual({ direction: 'same', text: 'same', meaning: 'none' });
  });

  it('have no percentage of zero or of a loss, and no change if both are zero', () => {
    expect(percentChange(1_250, 0)).toEqual({ direction: 'up', text: '$12.50', meaning: 'good' });
    expect(percentChange(1_000, -500)).toEqual({
      direction: 'up',
      text: '$15.00',
      meaning: 'good',
    });
    expect(percentChange(0, 0)).toBeUndefined();
  });

  it('link to the orders they count: by sale, by refund, or both', () => {
    const tiles = salesTiles(
      read({
        netCents: 865_220,
        orders: 340,
        averageOrderCents: 2_545,
        taxCents: 60_566,
        units: 812,
        refundsCents: 8_742,
        refundedOrders: 5,
      }),
      undefined,
      { fairId: 'f' },
    );
    const counted = 'fairId=f&from=2026-10-01&to=2026-10-14';
    const statuses = 'status=completed&status=partially_refunded&status=refunded';
    expect(tiles.map(({ label, value, to }) => [label, value, to])).toEqual([
      ['Net sales', '$8,652.20', `/orders?${counted}&dayOf=either&${statuses}`],
      ['Orders', '340', `/orders?${counted}&${statuses}`],
      ['Average order', '$25.45', `/orders?${counted}&dayOf=either&${statuses}`],
      ['Refunds', '−$87.42', `/orders?${counted}&dayOf=refund&${statuses}`],
    ]);
    expect(tiles.map(({ detail }) => detail)).toEqual([
      '$605.66 tax on top',
      '812 units sold',
      '2.4 units per order',
      '5 orders · 1.0% of sales',
    ]);
    expect(tiles.every(({ change }) => change === undefined)).toBe(true);
  });

  it('compare like with like only: if every fair had one before', () => {
    const details = (block: Good<'lastTime'>) =>
      salesTiles(read({ netCents: 500_000, orders: 200 }), block, {}).map(
        ({ value, change, detail }) => [value, change?.text, detail],
      );
    expect(details(lastTime(3, 1)).map(([, change]) => change)).toEqual(Array(4).fill(undefined));
    expect(details(lastTime(2, 2))[0]).toEqual(['$5,000.00', '8.4%', 'vs last time']);
    expect(details(lastTime(3, 0))[0]).toEqual(['$5,000.00', undefined, '$0.00 tax on top']);
  });

  it('compare nothing before the first sale of the day', () => {
    const morning = { ...read({}), from: '2026-10-14' };
    expect(
      salesTiles(morning, lastTime(2, 2), {}).map(({ change, detail }) => [change, detail]),
    ).toEqual([
      [undefined, 'no sales yet today'],
      [undefined, 'no sales yet today'],
      [undefined, 'no sales yet today'],
      [undefined, 'no refunds'],
    ]);
  });

  it('show payments under review by amount and number', () => {
    const nothing = { count: 0, amountCents: 0 };
    const tile = reviewTile(
      {
        underReview: { count: 3, amountCents: 21_460 },
        failed: nothing,
        failedSince: '2026-10-08',
        heldOrders: 0,
      },
      { schoolId: 's' },
    );
    expect(tile).toMatchObject({
      value: '$214.60',
      detail: '3 payments to decide',
      to: '/payments?schoolId=s&status=under_review',
    });
  });
});
