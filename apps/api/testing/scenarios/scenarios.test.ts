import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { stockFair } from '@pos/world/fair';
import { describe, expect, it } from 'vitest';
import { expectRefusal } from '../calls/expectations.ts';
import { toForm, newFair, newSchool } from '../selling/new-records.ts';
import { BIBLE, HUNGER, openFair, SalesFloor } from '../selling/sales-floor.ts';
import { startTestApp } from '../app/test-app.ts';

/** Number of scenarios in domain 11. */
const SCENARIOS = 18;

/**
 * Acceptance scenarios of domain 11 that are not proven by a feature's own test. Those tests carry
 * their number.
 */
describe('acceptance', async () => {
  const test = await startTestApp();
  let registers = 0;
  const opened = async () => {
    const floor = await openFair(test);
    return { floor, register: await floor.logIn(`SC-${++registers}`) };
  };

  it('scenario 1: a split sale of 32.54 by eWallet 20.00 and cash 12.54 of 15.00 gives 2.46 change', async () => {
    const { floor, register } = await opened();
    await register.addStudent('S-1', 2_000);
    const item = { sku: null, category: 'Merchandise' };
    const byCash = {
      method: 3,
      amountCents: 1_254,
      tenderedCents: 1_500,
      changeCents: 246,
    } as const;
    const order = await register.bookByWallet('S-1', {
      lines: [
        { ...item, title: 'A journal', quantity: 2, unitPriceCents: 699 },
        { ...item, title: 'A poster', unitPriceCents: 499 },
        { sku: BIBLE },
      ],
      payments: [{ method: 5, amountCents: 2_000 }, byCash],
    });
    expect(order).toMatchObject({
      status: 'completed',
      subtotalCents: 3_097,
      taxCents: 157,
      totalCents: 3_254,
      lines: [{ taxCents: 116 }, { taxCents: 41 }, { taxCents: 0 }],
      payments: [{ method: 5, amountCents: 2_000, changeCents: 0 }, byCash],
    });
    expect(await floor.walletCents('S-1')).toBe(0);
    const { rows, totals } = await floor.report('DAILY_SALES');
    const tenders = { Cash: 1_254, EWallet: 2_000 };
    expect([totals, rows.find(({ orders }) => orders > 0)]).toMatchObject([
      { tenders },
      { tenders },
    ]);
    expect((await floor.report('SALES_SUMMARY')).totals.tenders).toMatchObject({
      Cash: { count: 1, salesCents: 1_254, netCents: 1_254 },
      EWallet: { netCents: 2_000 },
    });
  });

  it('scenario 4: an order at 23:40 in Los Angeles is on that day, and clock-change days have one row', async () => {
    const timeZone = 'America/Los_Angeles';
    await test.owner.schools.add({ body: newSchool('COAST', { timeZone }) });
    // 23:40 on Saturday; then 0:10, 1:30 twice (daylight and standard time) and 23:40 on the Sunday
    // of 25 hours; 0:10 on Monday.
    const autumn = {
      '2025-11-01': ['2025-11-02T06:40:00.000Z'],
      '2025-11-02': [
        '2025-11-02T07:10:00.000Z',
        '2025-11-02T08:30:00.000Z',
        '2025-11-02T09:30:00.000Z',
        '2025-11-03T07:40:00.000Z',
      ],
      '2025-11-03': ['2025-11-03T08:10:00.000Z'],
    };
    // 23:40 on Saturday; 1:59, 3:00 (a minute later) and 23:40 on the Sunday of 23 hours; 0:10 on
    // Monday.
    const spring = {
      '2025-03-08': ['2025-03-09T07:40:00.000Z'],
      '2025-03-09': [
        '2025-03-09T09:59:00.000Z',
        '2025-03-09T10:00:00.000Z',
        '2025-03-10T06:40:00.000Z',
      ],
      '2025-03-10': ['2025-03-10T07:10:00.000Z'],
    };
    for (const days of [autumn, spring]) {
      const [startDate = '', , endDate = ''] = Object.keys(days);
      const body = newFair(test, 'COAST', { startDate, endDate });
      const floor = await SalesFloor.at(test, await test.ask.fairs.add({ body }));
      await stockFair(test.owner, floor.fair);
      const register = await floor.logIn(`SC-${++registers}`);
      for (const soldAt of Object.values(days).flat()) await register.book({ soldAt });
      const { rows } = await floor.report('DAILY_SALES');
      expect(rows.map(({ date, orders }) => [date, orders])).toEqual(
        Object.entries(days).map(([day, sold]) => [day, sold.length]),
      );
      await floor.checkReports();
    }
  });

  it('scenario 12: a tax rate changed mid-fair: old orders stay, SALES_SUMMARY lists both', async () => {
    const { floor, register } = await opened();
    const before = await register.book();
    const params = { id: floor.fair.id };
    const change = (confirm: boolean) =>
      test.owner.fairs.update({
        params,
        body: { ...toForm(floor.fair), salesTaxRate: 10, confirm },
      });
    await expectRefusal(change(false), 'CONFIRMATION_NEEDED');
    await change(true);
    const after = await register.book({ taxRatePpm: 100_000 });
    expect([before.taxCents, after.taxCents]).toEqual([74, 90]);
    expect(await floor.readOrder(before.sold.clientOrderId)).toMatchObject({
      taxRatePpm: 82_500,
      taxCents: 74,
    });
    expect((await floor.report('SALES_SUMMARY')).totals).toMatchObject({
      taxRatesPpm: [82_500, 100_000],
      netTaxCents: 164,
    });
  });

  it('scenario 13: an exempt school purchase by AveDollars has no tax and earns no AveDollars', async () => {
    const { floor, register } = await opened();
    await floor.earnAveDollars(5_000);
    const order = await register.book({
      customerType: 'school',
      taxExempt: true,
      exemptReason: 'school_purchase',
      exemptCertificateNo: 'E-1',
      lines: [{ sku: HUNGER, quantity: 3 }],
      payments: [{ method: 6 }],
    });
    expect(order).toMatchObject({ status: 'completed', taxCents: 0, totalCents: 2_697 });
    expect((await floor.report('SALES_SUMMARY')).totals).toMatchObject({
      netCents: 2_697,
      exemptNetCents: 2_697,
      taxableNetCents: 0,
      exemptNetByReason: { school_purchase: 2_697 },
      netTaxCents: 0,
      tenders: { AveDollar: { count: 1, netCents: 2_697 } },
      settlement: { eligibleNetCents: 0 },
      aveDollar: { spentCents: 2_697, closingCents: 2_303 },
    });
    const { settlements } = await test.ask.closeOut.getById({ params: { id: floor.fair.id } });
    expect(settlements.ave_dollar).toMatchObject({ eligibleNetCents: 0, profitCents: 0 });
  });

  it('every scenario of domain 11 has its test', async () => {
    const named = new Set<number>();
    for await (const file of glob('{apps/api,e2e}/**/*.{test,spec}.ts', {
      cwd: new URL('../../../../', import.meta.url).pathname,
      exclude: ['**/node_modules/**'],
    })) {
      const source = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
      for (const [, name, row] of source.matchAll(
        /(?:it|test|describe)\(\s*['"]scenario (\d+)|^ *\['scenario (\d+)/gm,
      ))
        named.add(Number(name ?? row));
    }
    expect(
      Array.from({ length: SCENARIOS }, (_, index) => index + 1).filter(
        (number) => !named.has(number),
      ),
    ).toEqual([]);
  });
});
