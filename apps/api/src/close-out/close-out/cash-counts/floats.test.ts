import { CASH_LINES, type CashLines } from '@pos/contract/reports/sales-summary/cash-lines';
import { reportsApi } from '@pos/contract/reports/reports';
import { v4 as uuidv4 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { countCash, fairOnLastDay, finish, readCloseOut } from '#testing/selling/close-outs.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { download } from '#testing/calls/downloads.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { writtenSheet } from '#testing/files/written-sheet.ts';

const getSum = (lines: CashLines) =>
  CASH_LINES.reduce((sum, { name, sign }) => sum + sign * lines[name], 0);

describe('expected cash and the float', async () => {
  const test = await startTestApp();
  const floor = await fairOnLastDay(test);
  const { endDate: day } = floor.fair;
  const people = { countedBy: 'First Person', secondPerson: 'Second Person' };
  const float = (fairId: string, wish: object) =>
    test.owner.closeOut.addFloatCount({
      body: { fairId, businessDay: day, ...people, direction: 'in', amountCents: 1, ...wish },
    });
  const addFloat = (direction: 'in' | 'out', amountCents: number) =>
    float(floor.fair.id, { direction, amountCents });
  const ofTheDay = (days: readonly { businessDay: string }[]) =>
    days.find(({ businessDay }) => businessDay === day)!;
  const count = async (cashCents: number, checkCents: number, checks: number) =>
    ofTheDay((await countCash(floor, { cashCents, checkCents, checks })).days);
  const report = async <Type extends 'DAILY_SALES' | 'SALES_SUMMARY'>(reportType: Type) =>
    await floor.report(reportType, (await readCloseOut(floor)).range);

  /** The totals of expected cash in DAILY_SALES as a workbook and as CSV. */
  const cashRowsOfFiles = async () => {
    const { schoolIdentifier, identifier: fairIdentifier } = floor.fair;
    const { range } = await readCloseOut(floor);
    const file = async (format: 'xlsx' | 'csv') => {
      const query = { reportType: 'DAILY_SALES' as const, schoolIdentifier, fairIdentifier };
      return (await download(test, reportsApi.run, { query: { ...query, ...range, format } }))
        .bytes;
    };
    const sheet = await writtenSheet(await file('xlsx'), 'Expected cash');
    const at = sheet.findIndex(([first]) => first === 'Date');
    const csv = (await file('csv')).toString('utf8').split('\r\n\r\n').at(-1) ?? '';
    const lines = csv.trim().split('\r\n');
    return [sheet.slice(at), lines.map((line) => line.split(','))].map((table) =>
      Object.fromEntries(
        (table[0] ?? []).map((name, column) => {
          const value = table.at(-1)?.[column];
          return [String(name), value === 'Total' || value === '' ? value : Number(value)];
        }),
      ),
    );
  };

  it('have the same lines in close-out, evening count, day sheet and reports', async () => {
    const register = await floor.logIn('FLOAT-1');
    await register.refund(await register.book());
    await register.book();
    const check = { checkNumber: '7', tenderedCents: 1_500, changeCents: 1_500 - 973 };
    await register.refund(await register.book({ payments: [{ method: 2, ...check }] }));
    await register.addStudent('S-FLOAT', 2_000);
    const cashLines: CashLines = {
      salesCents: 2 * 973,
      refundsCents: 973,
      topUpsCents: 2_000,
      otherRefundsCents: 973,
      checkChangeCents: 527,
      payoutsCents: 0,
      roundingCents: 0,
    };
    const expectedCashCents = 973 + 2_000 - 973 - 527;
    expect(getSum(cashLines)).toBe(expectedCashCents);
    const control = { cashLines, expectedCashCents };
    const deposit = { cashLines, expectedCashDepositCents: expectedCashCents };
    expect((await readCloseOut(floor)).cashControl).toMatchObject(control);
    expect((await report('DAILY_SALES')).totals).toMatchObject(deposit);
    expect((await report('SALES_SUMMARY')).totals.cashControl).toMatchObject(control);
    const params = { id: floor.fair.id };
    const sheet = await test.ask.daySheets.get({ params, query: { businessDay: day } });
    expect(sheet.sales).toMatchObject(deposit);
    const { days } = await test.ask.closeOut.cashCounts({ params });
    expect(ofTheDay(days)).toMatchObject(control);
  });

  it('a float is counted in and out without making the money over or short', async () => {
    const { expectedCashCents, expectedChecksCents, expectedCheckCount, cashLines } = (
      await readCloseOut(floor)
    ).cashControl;
    const countAll = (floatCents: number) =>
      count(expectedCashCents + floatCents, expectedChecksCents, expectedCheckCount!);
    await addFloat('in', 20_000);
    await addFloat('in', 25_000);
    expect(await countAll(25_000)).toMatchObject({
      floatIn: { amountCents: 25_000, ...people },
      floatOut: null,
      cashVarianceCents: 0,
    });
    await addFloat('out', 24_000);
    for (const row of await cashRowsOfFiles()) {
      expect(row).toMatchObject({
        'Cash sales': cashLines!.salesCents / 100,
        'Cash sales refunded': -cashLines!.refundsCents / 100,
        'Change given on checks': -cashLines!.checkChangeCents / 100,
        'Expected cash deposit': expectedCashCents / 100,
        'Float counted in': 250,
        'Float counted out': 240,
      });
    }
    const left = { floatOut: { amountCents: 24_000 }, cashVarianceCents: 0 };
    expect(await countAll(1_000)).toMatchObject(left);
    const counted = {
      countedCashCents: expectedCashCents,
      cashVarianceCents: 0,
      floatInCents: 25_000,
      floatOutCents: 24_000,
    };
    expect(await readCloseOut(floor)).toMatchObject({
      cashControl: { expectedCashCents, ...counted },
      eveningCounts: { cashCents: expectedCashCents },
    });
    expect((await report('DAILY_SALES')).totals).toMatchObject({
      expectedCashDepositCents: expectedCashCents,
      ...counted,
    });
    const { standing } = await finish(floor);
    expect(standing?.summary.totals.cashControl).toMatchObject(counted);
    await expectRefusal(addFloat('in', 100), 'FAIR_FINISHED');
  });

  it('a float reports errors on its field, and stays as entered', async () => {
    const { id } = (await fairOnLastDay(test)).fair;
    for (const [wish, errors] of [
      [{ amountCents: -1 }, { amountCents: 'The amount cannot be below zero.' }],
      [{ direction: 'up' }, { direction: 'Choose in or out.' }],
      [
        { secondPerson: 'first person' },
        { secondPerson: 'The second person must be someone else.' },
      ],
      [{ businessDay: '2031-01-01' }, { businessDay: 'This day is in the future.' }],
    ] as const)
      await expectErrors(float(id, wish), errors);
    await expectRefusal(float(uuidv4(), {}), 'NOT_FOUND');
    await expect(test.db.deleteFrom('floatCounts').execute()).rejects.toThrow('append-only');
  });
});
