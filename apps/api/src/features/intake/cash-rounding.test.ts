import type { DailySalesReport, SalesSummaryReport } from '@pos/contract/reports';
import { today } from '@pos/contract/values/clock';
import { beforeEach, describe, expect, it } from 'vitest';
import { readCloseOut } from '#testing/close-outs.ts';
import {
  openFair,
  PENCIL,
  refundOfOrder,
  type SalesFloor,
  type TestRegister,
  type Wish,
} from '#testing/sales-floor.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

/** A pencil costs 1.25, with tax 1.35; three cost 4.06. */
const THREE = [{ sku: PENCIL, quantity: 3 }];

describe('cash without pennies', () => {
  let test: TestApp;
  let floor: SalesFloor;
  let register: TestRegister;
  beforeEach(async () => {
    test = await startTestApp();
    floor = await openFair(test);
    register = await floor.logIn('CASH-01');
  });

  const roundCash = async (isOn: boolean) => {
    const { data } = await test.owner.settings.get();
    if (!('version' in data)) throw new Error('The owner reads no version.');
    await test.owner.settings.update({ body: { roundCash: isOn, version: data.version } });
  };
  const sell = async (wish: Wish) => {
    const order = register.sold(wish);
    const [result] = await register.handIn(order);
    return { order, result };
  };
  const cash = (roundingCents: number, tenderedCents = 405) => [
    {
      method: 3 as const,
      tenderedCents,
      changeCents: tenderedCents - 406 - roundingCents,
      roundingCents,
    },
  ];
  const report = async (reportType: 'SALES_SUMMARY' | 'DAILY_SALES') => {
    const day = today(floor.fair.timeZone);
    const { schoolIdentifier } = floor.fair;
    const query = { reportType, schoolIdentifier, startDate: day, endDate: day };
    return await test.ask.reports.run({ query });
  };

  it('is a setting that registers read, off by default', async () => {
    const read = async () => (await register.pos.catalog({ query: {} })).data.settings.roundCash;
    expect(await read()).toBe(false);
    await roundCash(true);
    expect(await read()).toBe(true);
  });

  it('books an order by its own rounding, whatever the setting', async () => {
    for (const isOn of [false, true]) {
      await roundCash(isOn);
      const rounded = await sell({ lines: THREE, payments: cash(-1) });
      const exact = await sell({ lines: THREE, payments: cash(0, 406) });
      const more = await sell({ lines: THREE, payments: cash(-1, 1_000) });
      expect([rounded, exact, more].map(({ result }) => result)).toMatchObject([
        { result: 'accepted' },
        { result: 'accepted' },
        { result: 'accepted' },
      ]);
      const order = await floor.readOrder(more.order.clientOrderId);
      expect(order).toMatchObject({
        totalCents: 406,
        payments: [{ amountCents: 406, roundingCents: -1, changeCents: 595 }],
      });
    }
  });

  it('rounds only the cash of a split, and holds any other rounding', async () => {
    const split = (card: number, rounding: number, rest = 306) => [
      { method: 1 as const, amountCents: 100, ...(card && { roundingCents: card }) },
      { method: 3 as const, amountCents: rest, roundingCents: rounding },
    ];
    expect((await sell({ lines: THREE, payments: split(0, -1) })).result).toMatchObject({
      result: 'accepted',
    });
    for (const payments of [split(-1, -1), split(0, 4), split(0, 1), split(0, -6)]) {
      expect((await sell({ lines: THREE, payments })).result).toMatchObject({
        result: 'held',
        reason: 'TOTALS_MISMATCH',
      });
    }
  });

  it('has its own line in reports and in the close-out, and all of them tie out', async () => {
    await roundCash(true);
    await register.addStudent('S-1', 2_000);
    const sale = (await sell({ lines: THREE, payments: cash(-1, 500) })).order;
    await sell({
      lines: [{ sku: PENCIL, quantity: 2 }],
      payments: [{ method: 3, roundingCents: -1 }],
    });
    await register.book({ payments: [{ method: 3 }] });
    const check = await register.book({
      payments: [{ method: 2, checkNumber: '7' }],
    });
    // 1.35 of 4.06 in cash, exact, then 2.71 of the office, rounded down; a check of 9.73, up.
    await register.handInRefunds({
      ...refundOfOrder(sale, [{ lineNo: 1, quantity: 1, restock: true }]),
    });
    const booked = await floor.readOrder(sale.clientOrderId);
    const { data: refunded } = await test.owner.orders.refund({
      params: { id: booked.id },
      body: {
        lines: [{ lineId: booked.lines[0]!.id, quantity: 2, restock: false }],
        reason: 'Broken',
      },
    });
    expect(refunded.refunds.at(-1)).toMatchObject({ totalCents: 271, roundingCents: -1 });
    await register.handInRefunds({
      ...refundOfOrder(check, [{ lineNo: 1, quantity: 1, restock: true }]),
      roundCash: true,
    });

    // Sold −1 and −1; paid out −1 and +2.
    const cashRoundingCents = -3;
    const expectedCashCents = 406 + 271 + 973 + 2_000 - 135 - 271 - 973 + cashRoundingCents;
    const summary = (await report('SALES_SUMMARY')) as SalesSummaryReport;
    expect(summary.totals).toMatchObject({
      tenderDifferenceCents: 0,
      cashControl: { expectedCashCents, cashLines: { roundingCents: cashRoundingCents } },
      settlement: {
        cashRoundingCents,
        heldBySchoolCents: 406 + 271 + 973 - 135 - 271 + 2_000 + cashRoundingCents,
      },
    });
    const daily = (await report('DAILY_SALES')) as DailySalesReport;
    expect(daily.totals).toMatchObject({
      cashRoundingCents,
      expectedCashDepositCents: expectedCashCents,
    });
    expect((await readCloseOut(floor)).cashControl).toMatchObject({
      expectedCashCents,
      cashLines: { roundingCents: cashRoundingCents },
    });
  });
});
