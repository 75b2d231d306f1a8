import { CASH_LINES, type CashLines } from '@pos/contract/cash-lines';
import type { DailySalesReport, SalesSummaryReport } from '@pos/contract/reports';
import { v4 as uuidv4 } from 'uuid';
import { fetchFile } from '@pos/contract/client';
import { reportsApi } from '@pos/contract/reports';
import { writtenSheet } from '#testing/written-sheet.ts';
import { describe, expect, it } from 'vitest';
import { fairOnLastDay, finish, readCloseOut } from '#testing/close-outs.ts';
import { getRefusal } from '#testing/refusals.ts';
import { refundOfOrder } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

const sumOf = (lines: CashLines) =>
  CASH_LINES.reduce((sum, { name, sign }) => sum + sign * lines[name], 0);

describe('expected cash and the float', async () => {
  const test = await startTestApp();
  const floor = await fairOnLastDay(test);
  const people = { countedBy: 'First Person', secondPerson: 'Second Person' };
  const day = () => floor.fair.endDate;
  const addFloat = (direction: 'in' | 'out', amountCents: number) =>
    test.owner.closeOut.addFloatCount({
      body: { fairId: floor.fair.id, businessDay: day(), direction, amountCents, ...people },
    });
  const count = async (cashCents: number, checkCents: number, checks: number) => {
    const money = { cashCents, checkCents, checks };
    const body = { fairId: floor.fair.id, businessDay: day(), ...money, ...people };
    const { data } = await test.owner.closeOut.addCashCount({ body });
    return data.days.find(({ businessDay }) => businessDay === day())!;
  };
  const report = async (reportType: 'DAILY_SALES' | 'SALES_SUMMARY') => {
    const { schoolIdentifier, identifier: fairIdentifier } = floor.fair;
    const { range } = await readCloseOut(floor);
    return await test.ask.reports.run({
      query: { reportType, schoolIdentifier, fairIdentifier, ...range },
    });
  };

  /** The totals of expected cash in DAILY_SALES as a workbook and as CSV. */
  const cashRowsOfFiles = async () => {
    const { schoolIdentifier, identifier: fairIdentifier } = floor.fair;
    const { range } = await readCloseOut(floor);
    const file = async (format: 'xlsx' | 'csv') => {
      const query = { reportType: 'DAILY_SALES' as const, schoolIdentifier, fairIdentifier };
      const { blob } = await fetchFile(
        reportsApi.run,
        { query: { ...query, ...range, format } },
        test.send(test.ownerToken),
      );
      return Buffer.from(await blob.arrayBuffer());
    };
    const sheet = await writtenSheet(await file('xlsx'), 'Expected cash');
    const at = sheet.findIndex(([first]) => first === 'Date');
    const csv = (await file('csv')).toString('utf8').split('\r\n\r\n').at(-1) ?? '';
    const lines = csv
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    return [sheet.slice(at), lines].map((table) =>
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
    const sale = await register.book({ payments: [{ method: 3 }] });
    await register.handInRefunds(refundOfOrder(sale, [{ lineNo: 1, quantity: 1, restock: true }]));
    await register.book({ payments: [{ method: 3 }] });
    const check = await register.book({
      payments: [{ method: 2, checkNumber: '7', tenderedCents: 1_500, changeCents: 1_500 - 973 }],
    });
    await register.handInRefunds(refundOfOrder(check, [{ lineNo: 1, quantity: 1, restock: true }]));
    await register.addStudent('S-FLOAT', 2_000);
    const expected: CashLines = {
      salesCents: 2 * 973,
      refundsCents: 973,
      topUpsCents: 2_000,
      otherRefundsCents: 973,
      checkChangeCents: 527,
      payoutsCents: 0,
      roundingCents: 0,
    };
    const expectedCashCents = 973 + 2_000 - 973 - 527;
    expect(sumOf(expected)).toBe(expectedCashCents);
    const { cashControl } = await readCloseOut(floor);
    expect(cashControl).toMatchObject({ cashLines: expected, expectedCashCents });
    const daily = (await report('DAILY_SALES')) as DailySalesReport;
    expect(daily.totals).toMatchObject({
      cashLines: expected,
      expectedCashDepositCents: expectedCashCents,
    });
    const summary = (await report('SALES_SUMMARY')) as SalesSummaryReport;
    expect(summary.totals.cashControl).toMatchObject({ cashLines: expected, expectedCashCents });
    const { data: sheet } = await test.owner.daySheets.get({
      params: { id: floor.fair.id },
      query: { businessDay: day() },
    });
    expect(sheet.sales).toMatchObject({
      cashLines: expected,
      expectedCashDepositCents: expectedCashCents,
    });
    const {
      data: { days },
    } = await test.owner.closeOut.cashCounts({ params: { id: floor.fair.id } });
    expect(days.find(({ businessDay }) => businessDay === day())).toMatchObject({
      cashLines: expected,
      expectedCashCents,
    });
  });

  it('a float is counted in and out without making the money over or short', async () => {
    const { expectedCashCents, expectedChecksCents, expectedCheckCount } = (
      await readCloseOut(floor)
    ).cashControl;
    await addFloat('in', 20_000);
    await addFloat('in', 25_000);
    const whole = await count(expectedCashCents + 25_000, expectedChecksCents, expectedCheckCount!);
    expect(whole).toMatchObject({
      floatIn: { amountCents: 25_000, ...people },
      floatOut: null,
      cashVarianceCents: 0,
    });
    await addFloat('out', 24_000);
    const { cashLines } = (await readCloseOut(floor)).cashControl;
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
    const left = await count(expectedCashCents + 1_000, expectedChecksCents, expectedCheckCount!);
    expect(left).toMatchObject({ floatOut: { amountCents: 24_000 }, cashVarianceCents: 0 });
    const closeOut = await readCloseOut(floor);
    expect(closeOut.cashControl).toMatchObject({
      expectedCashCents,
      countedCashCents: expectedCashCents,
      cashVarianceCents: 0,
      floatInCents: 25_000,
      floatOutCents: 24_000,
    });
    expect(closeOut.eveningCounts).toMatchObject({ cashCents: expectedCashCents });
    const { totals } = (await report('DAILY_SALES')) as DailySalesReport;
    expect(totals).toMatchObject({
      expectedCashDepositCents: expectedCashCents,
      countedCashCents: expectedCashCents,
      cashVarianceCents: 0,
      floatInCents: 25_000,
      floatOutCents: 24_000,
    });
    const done = await finish(floor);
    expect(done.standing?.summary.totals.cashControl).toMatchObject({
      countedCashCents: expectedCashCents,
      floatInCents: 25_000,
      floatOutCents: 24_000,
    });
    expect(await getRefusal(addFloat('in', 100))).toMatchObject({
      status: 409,
      code: 'FAIR_FINISHED',
    });
  });

  it('a float reports errors on its field, and stays as entered', async () => {
    const other = await fairOnLastDay(test);
    const send = (wish: object) =>
      getRefusal(
        test.owner.closeOut.addFloatCount({
          body: {
            fairId: other.fair.id,
            businessDay: day(),
            direction: 'in',
            amountCents: 1,
            ...people,
            ...wish,
          } as never,
        }),
      );
    expect((await send({ amountCents: -1 })).errors).toEqual({
      amountCents: 'The amount cannot be below zero.',
    });
    expect((await send({ direction: 'up' })).errors).toEqual({ direction: 'Choose in or out.' });
    expect((await send({ secondPerson: 'first person' })).errors).toEqual({
      secondPerson: 'The second person must be someone else.',
    });
    expect((await send({ businessDay: '2031-01-01' })).errors).toEqual({
      businessDay: 'This day is in the future.',
    });
    expect(await send({ fairId: uuidv4() })).toMatchObject({ status: 404 });
    await expect(test.db.deleteFrom('floatCounts').execute()).rejects.toThrow('append-only');
  });
});
