import { instantAt, today, wallClock } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { makeFigures } from '#api/reports/reports/figures/make-figures.queries.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { HUNGER, openFair } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const ZONE = 'America/Detroit';
const DAY = today(ZONE);
/** Days from the start of the live fair back to the start of the one before. */
const SHIFT = 5;
const HUNGER_CENTS = 899;
const nothing = { orders: 0, netCents: 0, averageOrderCents: 0, refundsCents: 0 };
const sold = (orders: number, netCents = orders * HUNGER_CENTS) => ({
  ...nothing,
  orders,
  netCents,
  averageOrderCents: HUNGER_CENTS,
});

describe('last time on the dashboard', async () => {
  const read = async (query: { fairId?: string; from?: string; to?: string }) => {
    const { asOf, lastTime } = await test.ask.dashboard.read({
      query: { ...query, only: ['lastTime'] },
    });
    if (!lastTime || 'error' in lastTime) throw new Error('The block lastTime is not there.');
    return { asOf, ...lastTime };
  };
  /** Counts the sales of the earlier fair up to a time of day. */
  const soldBy = (asOf: string) =>
    times.filter((at) => wallClock(at, ZONE).slice(11) <= wallClock(asOf, ZONE).slice(11)).length;

  const test = await startTestApp();
  const floor = await openFair(test);
  const before = await openFair(test, {
    startDate: addDays(DAY, -SHIFT - 1),
    endDate: addDays(DAY, -SHIFT + 1),
  });
  const now = wallClock(new Date(), ZONE);
  const minutes = Number(now.slice(11, 13)) * 60 + Number(now.slice(14, 16));
  const onDay = (count: number, at: number) => instantAt(ZONE, addDays(DAY, count), at);
  const times = [Math.floor(minutes / 2), Math.ceil((minutes + 1_439) / 2)].map((at) =>
    onDay(-SHIFT, at),
  );
  const earlier = await before.logIn('BEFORE-1');
  for (const soldAt of [...times, onDay(-SHIFT - 1, 600)]) await earlier.book({ soldAt });
  await test.db
    .updateTable('fairs')
    .set({ schoolId: floor.fair.schoolId })
    .where('id', '=', before.fair.id)
    .execute();
  const register = await floor.logIn('LIVE-1');
  await register.book();
  await register.refund(await register.book());
  // A fair without an earlier one is on neither side.
  const alone = await openFair(test);
  await (await alone.logIn('ALONE-1')).book({ lines: [{ sku: HUNGER, quantity: 3 }] });

  it('counts the same fair day of the fair before, today only up to this time of day', async () => {
    const { asOf, ...block } = await read({ from: DAY, to: DAY });
    expect(block).toMatchObject({
      fairs: 2,
      compared: 1,
      current: { orders: 2, netCents: HUNGER_CENTS, refundsCents: HUNGER_CENTS },
      byDay: [{ day: DAY, orders: 2, netCents: 2 * HUNGER_CENTS }],
    });
    const orders = soldBy(asOf);
    expect(block.previous).toEqual(orders === 0 ? nothing : sold(orders));
    const hours = block.byHour ?? [];
    expect(hours.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(2 * HUNGER_CENTS);
    expect(new Set(hours.map(({ hour }) => hour))).toEqual(
      new Set(times.map((at) => Number(wallClock(at, ZONE).slice(11, 13)))),
    );
  });

  it('counts whole days before today, before and after figures are made', async () => {
    for (const make of [async () => undefined, () => makeFigures(test.db)]) {
      await make();
      const { asOf, ...block } = await read({});
      expect(block).toMatchObject({ fairs: 2, compared: 1, byHour: null });
      expect(block.byDay).toEqual([
        { day: addDays(DAY, -1), orders: 1, netCents: HUNGER_CENTS },
        { day: DAY, orders: 2, netCents: 2 * HUNGER_CENTS },
      ]);
      expect(block.previous).toEqual(sold(1 + soldBy(asOf)));
      const yesterday = addDays(DAY, -1);
      expect(await read({ from: yesterday, to: yesterday })).toMatchObject({
        previous: sold(1),
        current: nothing,
      });
    }
  });

  it('compares nothing where no fair had one before', async () => {
    expect(await read({ fairId: before.fair.id })).toMatchObject({
      fairs: 1,
      compared: 0,
      current: nothing,
      previous: nothing,
      byDay: [],
    });
    await plannedFair(test, 'UNSOLD', {
      startDate: addDays(DAY, -30),
      endDate: addDays(DAY, -28),
    });
    const from = addDays(DAY, -30);
    expect(await read({ from, to: from })).toMatchObject({ fairs: 1, compared: 0, byHour: [] });
  });
});
