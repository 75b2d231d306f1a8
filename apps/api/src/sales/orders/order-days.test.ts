import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { readCloseOut } from '#testing/selling/close-outs.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { startSelling } from '#testing/selling/sales-floor.ts';

const DAY = today('America/Detroit');
const YESTERDAY = addDays(DAY, -1);
const TEN_YEARS_MS = 10 * 365 * 86_400_000;
const DEAD = '2001-01-01T12:00:00.000Z';

describe('the day of an order', async () => {
  const { test, floor, register } = await startSelling();
  const closeOut = () => readCloseOut(floor);
  const codes = (found: readonly { code: string }[]) => found.map(({ code }) => code);
  const correct = (id: string, businessDay: string, reason = 'The tablet had no power.') =>
    test.owner.orders.correctDay({ params: { id }, body: { businessDay, reason } });
  const taxOn = async (day: string) =>
    (await floor.report('DAILY_SALES', { startDate: day, endDate: day })).totals.taxCents;

  it.each([
    ['1970', '1970-01-01T00:00:00.000Z'],
    ['2001', DEAD],
    ['ten years ahead', new Date(Date.now() + TEN_YEARS_MS).toISOString()],
    ['a day ahead', new Date(Date.now() + 86_400_000).toISOString()],
  ])('is that of its receipt if the clock of the register shows %s', async (_name, soldAt) => {
    const order = await register.book({ soldAt });
    expect(order).toMatchObject({ businessDay: DAY, clockSoldAt: soldAt });
    expect(order.flags).toContain('clock_not_believed');
    expect(Date.parse(order.soldAt) - Date.parse(order.receivedAt)).toBeLessThan(60_000);
  });

  it('of a dead clock holds for refunds and top-ups, too', async () => {
    await register.addStudent('S-1');
    const order = await register.book();
    await register.refund(order, 1, { refundedAt: DEAD });
    await register.topUp('S-1', 2_000, { paidAt: DEAD });
    const { refunds } = await floor.readOrder(order.clientOrderId);
    const { results } = await test.ask.payments.list({ query: { purpose: 'wallet_top_up' } });
    expect([...refunds, ...results].map(({ businessDay }) => businessDay)).toEqual([DAY, DAY]);
  });

  it('keeps the range of the close-out, which names the orders until their day is confirmed', async () => {
    const { range, warnings } = await closeOut();
    expect(range).toEqual({
      startDate: addDays(floor.fair.startDate, -5),
      endDate: addDays(floor.fair.endDate, 5),
    });
    const named = expect.objectContaining({ code: 'DAYS_NOT_CONFIRMED', count: 4 });
    expect(warnings).toContainEqual(named);
    const orders = await test.ask.orders.list({ query: { fairId: floor.fair.id } });
    for (const { id, flags } of orders.results)
      if (flags.includes('clock_not_believed')) await correct(id, DAY);
    expect(codes((await closeOut()).warnings)).not.toContain('DAYS_NOT_CONFIRMED');
  });

  it('is corrected with its tax, its payments and its time, and the activity says why', async () => {
    const order = await register.book({ soldAt: DEAD });
    const before = [await taxOn(DAY), await taxOn(YESTERDAY)] as const;
    const { data, message } = await correct(order.id, YESTERDAY);
    expect(message).toBe('Day corrected.');
    expect(data).toMatchObject({
      businessDay: YESTERDAY,
      clockSoldAt: DEAD,
      flags: ['day_corrected'],
      payments: [{ paidAt: data.soldAt }],
    });
    const { taxCents } = order;
    const after = [before[0] - taxCents, before[1] + taxCents];
    expect([await taxOn(DAY), await taxOn(YESTERDAY)]).toEqual(after);
    expect((await readActivity(test, 'order', order.id))[0]).toMatchObject({
      action: 'order.day_corrected',
      changes: {
        businessDay: { from: DAY, to: YESTERDAY },
        reason: { from: null, to: 'The tablet had no power.' },
      },
    });
  });

  it('is never in the future, far from the fair, or changed without a reason or after the close-out', async () => {
    const { id } = await register.book();
    for (const [day, reason, errors] of [
      [addDays(DAY, 1), 'Late.', { businessDay: 'This day is in the future.' }],
      [
        addDays(DAY, -40),
        'Late.',
        { businessDay: 'Choose a day at most 30 days before or after the fair.' },
      ],
      [YESTERDAY, ' ', { reason: 'Enter a reason.' }],
    ] as const)
      await expectErrors(correct(id, day, reason), errors);
    await floor.whileFinished(() => expectRefusal(correct(id, YESTERDAY), 'FAIR_FINISHED'));
  });

  it('that was stored far from the fair before blocks the close-out until it is corrected', async () => {
    const { id, orderNumber } = await register.book();
    const [businessDay, soldAt] = ['2001-01-01', '2001-01-01T17:00:00.000Z'];
    const { db } = test;
    await db.updateTable('orders').set({ businessDay, soldAt }).where('id', '=', id).execute();
    await db.updateTable('orderLines').set({ soldAt }).where('orderId', '=', id).execute();
    await db
      .updateTable('payments')
      .set({ businessDay, paidAt: soldAt })
      .where('orderId', '=', id)
      .execute();
    const blocked = await closeOut();
    expect(blocked.range.startDate).toBe(businessDay);
    const text = `1 order is dated far from the fair: ${orderNumber} (01/01/2001). Correct or confirm each day.`;
    const reason = expect.objectContaining({ code: 'ORDERS_MISDATED', text });
    expect(blocked.reasons).toContainEqual(reason);
    await correct(id, DAY);
    const { range, reasons } = await closeOut();
    expect(range.startDate).toBe(addDays(floor.fair.startDate, -5));
    expect(codes(reasons)).not.toContain('ORDERS_MISDATED');
  });

  it('leaves reports that agree to the cent', () => floor.checkReports());
});
