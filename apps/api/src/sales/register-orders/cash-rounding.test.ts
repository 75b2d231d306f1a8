import { today } from '@pos/contract/values/clock';
import { describe, expect, it } from 'vitest';
import { readCloseOut } from '#testing/selling/close-outs.ts';
import {
  openFair,
  PENCIL,
  refundOfOrder,
  startSelling,
  type Wish,
} from '#testing/selling/sales-floor.ts';

/** A pencil costs 1.25, with tax 1.35; three cost 4.06. */
const THREE = [{ sku: PENCIL, quantity: 3 }];
const cash = (roundingCents: number, tenderedCents = 405) => [
  {
    method: 3 as const,
    tenderedCents,
    changeCents: tenderedCents - 406 - roundingCents,
    roundingCents,
  },
];

describe('cash without pennies', async () => {
  const { test, register } = await startSelling();
  const roundCash = async (isOn: boolean) => {
    const data = await test.ask.settings.get();
    if (!('version' in data)) throw new Error('The owner reads no version.');
    await test.owner.settings.update({ body: { roundCash: isOn, version: data.version } });
  };
  const send = async (payments: NonNullable<Wish['payments']>) =>
    (await register.handIn(register.sold({ lines: THREE, payments })))[0];

  it('is a setting that registers read, off by default', async () => {
    const read = async () => (await register.pos.catalog({ query: {} })).data.settings.roundCash;
    expect(await read()).toBe(false);
    await roundCash(true);
    expect(await read()).toBe(true);
  });

  it.each([false, true])(
    'books an order by its own rounding if the setting is %s',
    async (isOn) => {
      await roundCash(isOn);
      expect(await send(cash(-1))).toMatchObject({ result: 'accepted' });
      expect(await send(cash(0, 406))).toMatchObject({ result: 'accepted' });
      expect(await register.book({ lines: THREE, payments: cash(-1, 1_000) })).toMatchObject({
        totalCents: 406,
        payments: [{ amountCents: 406, roundingCents: -1, changeCents: 595 }],
      });
    },
  );

  it('rounds only the cash of a split, and holds any other rounding', async () => {
    const split = (card: number, roundingCents: number) => [
      { method: 1 as const, amountCents: 100, ...(card && { roundingCents: card }) },
      { method: 3 as const, amountCents: 306, roundingCents },
    ];
    expect(await send(split(0, -1))).toMatchObject({ result: 'accepted' });
    const held = { result: 'held', reason: 'TOTALS_MISMATCH' };
    for (const payments of [split(-1, -1), split(0, 4), split(0, 1), split(0, -6)])
      expect(await send(payments)).toMatchObject(held);
  });

  it('has its own line in reports and in the close-out, and all of them tie out', async () => {
    await roundCash(true);
    const own = await openFair(test);
    const till = await own.logIn('CASH-02');
    await till.addStudent('S-1', 2_000);
    const sale = await till.book({ lines: THREE, payments: cash(-1, 500) });
    await till.book({
      lines: [{ sku: PENCIL, quantity: 2 }],
      payments: [{ method: 3, roundingCents: -1 }],
    });
    await till.book();
    const check = await till.book({ payments: [{ method: 2, checkNumber: '7' }] });
    // 1.35 of 4.06 in cash, exact, then 2.71 of the office, rounded down; a check of 9.73, up.
    await till.refund(sale);
    const { refunds } = await own.refund(sale, [{ quantity: 2, restock: false }]);
    expect(refunds.at(-1)).toMatchObject({ totalCents: 271, roundingCents: -1 });
    await till.handInRefunds({ ...refundOfOrder(check), roundCash: true });

    // Sold −1 and −1; paid out −1 and +2.
    const cashRoundingCents = -3;
    const expectedCashCents = 406 + 271 + 973 + 2_000 - 135 - 271 - 973 + cashRoundingCents;
    const cashControl = { expectedCashCents, cashLines: { roundingCents: cashRoundingCents } };
    const day = today(own.fair.timeZone);
    const range = { startDate: day, endDate: day };
    expect((await own.report('SALES_SUMMARY', range)).totals).toMatchObject({
      tenderDifferenceCents: 0,
      cashControl,
      settlement: {
        cashRoundingCents,
        heldBySchoolCents: 406 + 271 + 973 - 135 - 271 + 2_000 + cashRoundingCents,
      },
    });
    expect((await own.report('DAILY_SALES', range)).totals).toMatchObject({
      cashRoundingCents,
      expectedCashDepositCents: expectedCashCents,
    });
    expect((await readCloseOut(own)).cashControl).toMatchObject(cashControl);
  });
});
