import type { NewCashCount } from '@pos/contract/close-out/cash-counts';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import {
  countCash,
  fairOnLastDay,
  finish,
  readCloseOut,
  revert,
} from '#testing/selling/close-outs.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { HUNGER } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('the evening counts', async () => {
  const day = today('America/Detroit');
  const yesterday = addDays(day, -1);
  const week = addDays(day, -3);
  const soldAt = `${yesterday}T17:00:00.000Z`;

  /**
   * Yesterday: cash 9.73, a top-up of 20.00, and a check for 15.00 that paid 9.73. Today: cash
   * 19.47, half of it refunded for 9.73.
   */
  const test = await startTestApp();
  const floor = await fairOnLastDay(test);
  const register = await floor.logIn('REG-01');
  await register.book({ soldAt });
  await register.book({
    soldAt,
    payments: [{ method: 2, checkNumber: '101', tenderedCents: 1_500, changeCents: 527 }],
  });
  await register.refund(await register.book({ lines: [{ sku: HUNGER, quantity: 2 }] }));
  await register.addStudent('S-1');
  await register.topUp('S-1', 2_000, { paidAt: soldAt });
  const people = { countedBy: 'Ann Adams', secondPerson: 'Bob Brown' };
  const add = (wish: Partial<NewCashCount> = {}) => {
    const counted = { businessDay: yesterday, cashCents: 2_446, checkCents: 1_500, checks: 1 };
    return countCash(floor, { ...counted, ...people, ...wish });
  };
  const read = () => test.ask.closeOut.cashCounts({ params: { id: floor.fair.id } });
  const cashControl = async (endDate = day) =>
    (await floor.report('SALES_SUMMARY', { startDate: week, endDate })).totals.cashControl;

  it('are listed for every day of the fair, including days without sales, blank until counted', async () => {
    const { days, totals } = await read();
    const blank = { count: null, cashVarianceCents: null };
    const expected = (businessDay: string, expectedCashCents: number, expectedCheckCents = 0) => ({
      businessDay,
      expectedCashCents,
      expectedCheckCents,
      ...blank,
    });
    expect(days).toMatchObject([
      expected(week, 0),
      expected(addDays(day, -2), 0),
      expected(yesterday, 973 + 2_000 - 527, 1_500),
      expected(day, 1_947 - 974),
    ]);
    expect(totals).toEqual({
      expectedCashCents: 3_419,
      expectedCheckCents: 1_500,
      daysCounted: 0,
      cashCents: null,
      checkCents: null,
      checks: null,
      cashVarianceCents: null,
      checkVarianceCents: null,
      expectedCheckCount: 1,
      checkCountVariance: null,
    });
  });

  it.each<[object, Record<string, string>]>([
    [
      { cashCents: -1, checks: 1.5, countedBy: 'A', secondPerson: '' },
      {
        cashCents: 'The amount cannot be below zero.',
        checks: 'Enter a whole number of checks.',
        countedBy: 'Name who counted, with 2 to 60 characters.',
        secondPerson: 'Name the second person who counted, with 2 to 60 characters.',
      },
    ],
    [{ secondPerson: ' ann adams ' }, { secondPerson: 'The second person must be someone else.' }],
    [{ businessDay: addDays(day, 1) }, { businessDay: 'This day is in the future.' }],
    [{ businessDay: addDays(day, -40) }, { businessDay: 'This day is not part of the fair.' }],
  ])('report errors of a count on its field: %j', async (wish, errors) => {
    await expectErrors(add(wish), errors);
    expect((await read()).totals.daysCounted).toBe(0);
  });

  it('compare each day on its own; the last count of a day is in effect, earlier ones stay', async () => {
    await add({ cashCents: 2_400, note: 'Before the coins' });
    const { days, totals } = await add({ cashCents: 2_440 });
    const variance = { cashVarianceCents: -6, checkVarianceCents: 0 };
    expect(days.find(({ businessDay }) => businessDay === yesterday)).toMatchObject({
      ...variance,
      count: { cashCents: 2_440, checks: 1, ...people, enteredBy: 'Account Owner' },
      earlier: [{ cashCents: 2_400, note: 'Before the coins' }],
    });
    const counted = { daysCounted: 1, cashCents: 2_440, checkCents: 1_500, checks: 1 };
    expect(totals).toMatchObject({ ...counted, ...variance });
  });

  it('appear in DAILY_SALES, and in SALES_SUMMARY once every day with money is counted', async () => {
    const { rows, totals } = await floor.report('DAILY_SALES', { startDate: week, endDate: day });
    const counted = { countedCashCents: 2_440, cashVarianceCents: -6 };
    const none = { countedCashCents: null, cashVarianceCents: null, checkVarianceCents: null };
    expect(rows.slice(2)).toMatchObject([
      { date: yesterday, ...counted, countedChecksCents: 1_500, checkVarianceCents: 0 },
      { date: day, ...none, countedChecksCents: null },
    ]);
    expect(totals).toMatchObject({ expectedCashDepositCents: 3_419, ...counted });
    expect(await cashControl()).toMatchObject(none);
    expect(await cashControl(yesterday)).toMatchObject(counted);
    expect((await readCloseOut(floor)).eveningCounts).toEqual({
      cashCents: 2_440,
      checkCents: 1_500,
      checks: 1,
      daysCounted: 1,
      daysNotCounted: [day],
    });
    await add({ businessDay: day, cashCents: 973, checkCents: 0, checks: 0 });
    expect(await cashControl()).toMatchObject({
      expectedCashCents: 3_419,
      countedCashCents: 3_413,
      cashVarianceCents: -6,
      countedChecksCents: 1_500,
      checkVarianceCents: 0,
    });
  });

  it('are used by a close-out without other amounts, and end with the fair', async () => {
    const used = { countedCashCents: 3_413, cashVarianceCents: -6 };
    expect((await finish(floor)).cashControl).toMatchObject(used);
    const message = 'This fair is closed out. Revert the close-out to change it.';
    await expectRefusal(add(), 'FAIR_FINISHED', message);
    await revert(floor);
    const exact = { countedCashCents: 3_419, cashVarianceCents: 0 };
    const wish = { countedCashCents: 3_419, countedCheckCents: 1_500, countedChecks: 1 };
    expect((await finish(floor, wish)).cashControl).toMatchObject(exact);
    expect(await cashControl()).toMatchObject(exact);
    const counted = { countedCashCents: 2_440, cashVarianceCents: -6 };
    expect(await cashControl(yesterday)).toMatchObject(counted);
  });

  it('are never changed or deleted', async () => {
    const change = test.db.updateTable('cashCounts').set({ cashCents: 0 }).execute();
    await expect(change).rejects.toThrow('append-only');
    await expect(test.db.deleteFrom('cashCounts').execute()).rejects.toThrow('append-only');
  });
});
