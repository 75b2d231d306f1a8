import type { NewCashCount } from '@pos/contract/cash-counts';
import type { DailySalesReport, SalesSummaryReport } from '@pos/contract/reports';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { fairOnLastDay, finish, readCloseOut, revert } from '#testing/close-outs.ts';
import { getRefusal } from '#testing/refusals.ts';
import { HUNGER, refundOfOrder } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

const ZONE = 'America/Detroit';

describe('the evening counts', async () => {
  const day = today(ZONE);
  const yesterday = addDays(day, -1);
  const [week, month] = [addDays(day, -3), addDays(day, -40)];
  const at = (of: string) => `${of}T17:00:00.000Z`;

  /**
   * Yesterday: cash 9.73, a top-up of 20.00, and a check for 15.00 that paid 9.73. Today: cash
   * 19.47, half of it refunded for 9.73.
   */
  const test = await startTestApp();
  const floor = await fairOnLastDay(test);
  const register = await floor.logIn('REG-01');
  await register.book({ soldAt: at(yesterday) });
  await register.book({
    soldAt: at(yesterday),
    payments: [{ method: 2, checkNumber: '101', tenderedCents: 1_500, changeCents: 527 }],
  });
  const sold = await register.book({ lines: [{ sku: HUNGER, quantity: 2 }] });
  await register.handInRefunds(refundOfOrder(sold, [{ lineNo: 1, quantity: 1, restock: true }]));
  await register.addStudent('S-1');
  await register.pos.payments({
    body: {
      topUps: [
        {
          clientPaymentId: sold.id,
          studentNumber: 'S-1',
          method: 3,
          amountCents: 2_000,
          status: 'completed',
          paidAt: at(yesterday),
        },
      ],
    },
  });
  const count = (wish: Partial<NewCashCount> = {}): NewCashCount => ({
    fairId: floor.fair.id,
    businessDay: yesterday,
    cashCents: 2_446,
    checkCents: 1_500,
    checks: 1,
    countedBy: 'Ann Adams',
    secondPerson: 'Bob Brown',
    note: '',
    ...wish,
  });
  const add = (wish?: Partial<NewCashCount>) =>
    test.ask.closeOut.addCashCount({ body: count(wish) });
  const read = () => test.ask.closeOut.cashCounts({ params: { id: floor.fair.id } });
  const report = async <Report>(
    reportType: 'DAILY_SALES' | 'SALES_SUMMARY',
    range: { startDate: string; endDate: string },
  ) =>
    (await test.ask.reports.run({
      query: { reportType, schoolIdentifier: floor.fair.schoolIdentifier, ...range },
    })) as Report;

  it('are listed for every day of the fair, including days without sales, blank until counted', async () => {
    const { days, totals } = await read();
    expect(
      days.map(
        ({
          businessDay,
          expectedCashCents,
          expectedCheckCents,
          count: counted,
          cashVarianceCents,
        }) => [businessDay, expectedCashCents, expectedCheckCents, counted, cashVarianceCents],
      ),
    ).toEqual([
      [week, 0, 0, null, null],
      [addDays(day, -2), 0, 0, null, null],
      [yesterday, 973 + 2_000 - 527, 1_500, null, null],
      [day, 1_947 - 974, 0, null, null],
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

  it('report errors of a count on its field', async () => {
    const wrong = (wish: object) => getRefusal(add(wish));
    expect(
      (await wrong({ cashCents: -1, checks: 1.5, countedBy: 'A', secondPerson: '' })).errors,
    ).toEqual({
      cashCents: 'The amount cannot be below zero.',
      checks: 'Enter a whole number of checks.',
      countedBy: 'Name who counted, with 2 to 60 characters.',
      secondPerson: 'Name the second person who counted, with 2 to 60 characters.',
    });
    expect((await wrong({ secondPerson: ' ann adams ' })).errors).toEqual({
      secondPerson: 'The second person must be someone else.',
    });
    expect((await wrong({ businessDay: addDays(day, 1) })).errors).toEqual({
      businessDay: 'This day is in the future.',
    });
    expect((await wrong({ businessDay: month })).errors).toEqual({
      businessDay: 'This day is not part of the fair.',
    });
    expect((await read()).totals.daysCounted).toBe(0);
  });

  it('compare each day on its own; the last count of a day is in effect, earlier ones stay', async () => {
    await add({ cashCents: 2_400, note: 'Before the coins' });
    const { days, totals } = await add({ cashCents: 2_440 });
    expect(days.find(({ businessDay }) => businessDay === yesterday)).toMatchObject({
      cashVarianceCents: -6,
      checkVarianceCents: 0,
      count: {
        cashCents: 2_440,
        checks: 1,
        countedBy: 'Ann Adams',
        secondPerson: 'Bob Brown',
        enteredBy: 'Account Owner',
      },
      earlier: [{ cashCents: 2_400, note: 'Before the coins' }],
    });
    expect(totals).toMatchObject({
      daysCounted: 1,
      cashCents: 2_440,
      checkCents: 1_500,
      checks: 1,
      cashVarianceCents: -6,
      checkVarianceCents: 0,
    });
  });

  it('appear in DAILY_SALES, and in SALES_SUMMARY once every day with money is counted', async () => {
    const range = { startDate: week, endDate: day };
    const daily = await report<DailySalesReport>('DAILY_SALES', range);
    expect(
      daily.rows
        .map(
          ({
            date,
            countedCashCents,
            cashVarianceCents,
            countedChecksCents,
            checkVarianceCents,
          }) => [date, countedCashCents, cashVarianceCents, countedChecksCents, checkVarianceCents],
        )
        .slice(2),
    ).toEqual([
      [yesterday, 2_440, -6, 1_500, 0],
      [day, null, null, null, null],
    ]);
    expect(daily.totals).toMatchObject({
      expectedCashDepositCents: 3_419,
      countedCashCents: 2_440,
      cashVarianceCents: -6,
    });
    expect(
      (await report<SalesSummaryReport>('SALES_SUMMARY', range)).totals.cashControl,
    ).toMatchObject({ countedCashCents: null, cashVarianceCents: null, checkVarianceCents: null });
    expect(
      (await report<SalesSummaryReport>('SALES_SUMMARY', { startDate: week, endDate: yesterday }))
        .totals.cashControl,
    ).toMatchObject({ countedCashCents: 2_440, cashVarianceCents: -6 });
    expect((await readCloseOut(floor)).eveningCounts).toEqual({
      cashCents: 2_440,
      checkCents: 1_500,
      checks: 1,
      daysCounted: 1,
      daysNotCounted: [day],
    });
    await add({ businessDay: day, cashCents: 973, checkCents: 0, checks: 0 });
    expect(
      (await report<SalesSummaryReport>('SALES_SUMMARY', range)).totals.cashControl,
    ).toMatchObject({
      expectedCashCents: 3_419,
      countedCashCents: 3_413,
      cashVarianceCents: -6,
      countedChecksCents: 1_500,
      checkVarianceCents: 0,
    });
  });

  it('are used by a close-out without other amounts, and end with the fair', async () => {
    const { cashControl, versions } = await finish(floor);
    expect(cashControl).toMatchObject({ countedCashCents: 3_413, cashVarianceCents: -6 });
    expect(await getRefusal(add())).toMatchObject({
      status: 409,
      code: 'FAIR_FINISHED',
      message: 'This fair is closed out. Revert the close-out to change it.',
    });
    await revert(floor);
    expect(
      (await finish(floor, { countedCashCents: 3_419, countedCheckCents: 1_500, countedChecks: 1 }))
        .cashControl,
    ).toMatchObject({ cashVarianceCents: 0 });
    expect(versions).toHaveLength(1);
    expect(
      (await report<SalesSummaryReport>('SALES_SUMMARY', { startDate: week, endDate: day })).totals
        .cashControl,
    ).toMatchObject({ countedCashCents: 3_419, cashVarianceCents: 0 });
    expect(
      (await report<SalesSummaryReport>('SALES_SUMMARY', { startDate: week, endDate: yesterday }))
        .totals.cashControl,
    ).toMatchObject({ countedCashCents: 2_440, cashVarianceCents: -6 });
  });

  it('are never changed or deleted', async () => {
    await expect(test.db.updateTable('cashCounts').set({ cashCents: 0 }).execute()).rejects.toThrow(
      'append-only',
    );
    await expect(test.db.deleteFrom('cashCounts').execute()).rejects.toThrow('append-only');
  });
});
