import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { v4 as uuidv4 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { getRefusal } from '#testing/refusals.ts';
import { checkReportInvariants } from '#testing/report-invariants.ts';
import {
  openFair,
  refundOfOrder,
  type SalesFloor,
  type TestRegister,
} from '#testing/sales-floor.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

const ZONE = 'America/Detroit';
const TEN_YEARS_MS = 10 * 365 * 86_400_000;

describe('the day of an order', () => {
  let test: TestApp;
  let floor: SalesFloor;
  let register: TestRegister;
  const day = today(ZONE);
  const yesterday = addDays(day, -1);
  beforeAll(async () => {
    test = await startTestApp();
    floor = await openFair(test);
    register = await floor.logIn('REG-01');
  });
  const closeOut = () => test.ask.closeOut.getById({ params: { id: floor.fair.id } });
  const correct = (id: string, businessDay: string, reason = 'The tablet had no power.') =>
    test.owner.orders.correctDay({ params: { id }, body: { businessDay, reason } });
  const taxOn = async (date: string) => {
    const { schoolIdentifier, identifier: fairIdentifier } = floor.fair;
    const { data } = await test.owner.reports.run({
      query: {
        reportType: 'DAILY_SALES',
        schoolIdentifier,
        fairIdentifier,
        startDate: date,
        endDate: date,
      },
    });
    return 'totals' in data && 'taxCents' in data.totals ? data.totals.taxCents : undefined;
  };

  it.each([
    ['1970', '1970-01-01T00:00:00.000Z'],
    ['2001', '2001-01-01T12:00:00.000Z'],
    ['ten years ahead', new Date(Date.now() + TEN_YEARS_MS).toISOString()],
    ['a day ahead', new Date(Date.now() + 86_400_000).toISOString()],
  ])('is that of its receipt if the clock of the register shows %s', async (_name, soldAt) => {
    const order = await register.book({ soldAt });
    expect(order).toMatchObject({ businessDay: day, clockSoldAt: soldAt });
    expect(order.flags).toContain('clock_not_believed');
    expect(Date.parse(order.soldAt) - Date.parse(order.receivedAt)).toBeLessThan(60_000);
  });

  it('of a dead clock holds for refunds and top-ups, too', async () => {
    await register.addStudent('S-1');
    const { sold } = await register.book();
    const dead = '2001-01-01T12:00:00.000Z';
    await register.handInRefunds(
      refundOfOrder(sold, [{ lineNo: 1, quantity: 1, restock: true }], { refundedAt: dead }),
    );
    const clientPaymentId = uuidv4();
    await register.pos.payments({
      body: {
        topUps: [
          {
            clientPaymentId,
            studentNumber: 'S-1',
            method: 3,
            amountCents: 2_000,
            status: 'completed',
            paidAt: dead,
          },
        ],
      },
    });
    const refunds = await test.db.selectFrom('refunds').select('businessDay').execute();
    const topUp = await test.db
      .selectFrom('payments')
      .select('businessDay')
      .where('clientPaymentId', '=', clientPaymentId)
      .execute();
    expect([...refunds, ...topUp].map(({ businessDay }) => businessDay)).toEqual([day, day]);
  });

  it('keeps the range of the close-out, which names the orders until their day is confirmed', async () => {
    const { range, warnings } = await closeOut();
    expect(range).toEqual({
      startDate: addDays(floor.fair.startDate, -5),
      endDate: addDays(floor.fair.endDate, 5),
    });
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'DAYS_NOT_CONFIRMED', count: 4 }),
    );
    const orders = await test.ask.orders.list({ query: { fairId: floor.fair.id } });
    for (const { id, flags } of orders.results)
      if (flags.includes('clock_not_believed')) await correct(id, day);
    expect((await closeOut()).warnings.map(({ code }) => code)).not.toContain('DAYS_NOT_CONFIRMED');
  });

  it('is corrected with its tax, its payments and its time, and the activity says why', async () => {
    const order = await register.book({ soldAt: '2001-01-01T12:00:00.000Z' });
    const before = { today: await taxOn(day), yesterday: await taxOn(yesterday) };
    const { data, message } = await correct(order.id, yesterday);
    expect(message).toBe('Day corrected.');
    expect(data).toMatchObject({
      businessDay: yesterday,
      clockSoldAt: '2001-01-01T12:00:00.000Z',
      flags: ['day_corrected'],
      payments: [{ paidAt: data.soldAt }],
    });
    expect(await taxOn(day)).toBe(before.today! - order.taxCents);
    expect(await taxOn(yesterday)).toBe(before.yesterday! + order.taxCents);
    const activity = await test.owner.activity.list({
      query: { entity: 'order', entityId: order.id },
    });
    expect(activity.data.results[0]).toMatchObject({
      action: 'order.day_corrected',
      changes: {
        businessDay: { from: day, to: yesterday },
        reason: { from: null, to: 'The tablet had no power.' },
      },
    });
  });

  it('is never in the future, far from the fair, or changed without a reason or after the close-out', async () => {
    const { id } = await register.book();
    expect((await getRefusal(correct(id, addDays(day, 1)))).errors).toEqual({
      businessDay: 'This day is in the future.',
    });
    expect((await getRefusal(correct(id, addDays(day, -40)))).errors).toEqual({
      businessDay: 'Choose a day at most 30 days before or after the fair.',
    });
    expect((await getRefusal(correct(id, yesterday, ' '))).errors).toEqual({
      reason: 'Enter a reason.',
    });
    const set = (closeOutState: 'open' | 'finished') =>
      test.db.updateTable('fairs').set({ closeOutState }).where('id', '=', floor.fair.id).execute();
    await set('finished');
    expect(await getRefusal(correct(id, yesterday))).toMatchObject({ code: 'FAIR_FINISHED' });
    await set('open');
  });

  it('that was stored far from the fair before blocks the close-out until it is corrected', async () => {
    const { id, orderNumber } = await register.book();
    const stored = { businessDay: '2001-01-01', soldAt: '2001-01-01T17:00:00.000Z' };
    await test.db.updateTable('orders').set(stored).where('id', '=', id).execute();
    await test.db
      .updateTable('orderLines')
      .set({ soldAt: stored.soldAt })
      .where('orderId', '=', id)
      .execute();
    await test.db
      .updateTable('payments')
      .set({ businessDay: stored.businessDay, paidAt: stored.soldAt })
      .where('orderId', '=', id)
      .execute();
    const blocked = await closeOut();
    expect(blocked.range.startDate).toBe('2001-01-01');
    expect(blocked.reasons).toContainEqual(
      expect.objectContaining({
        code: 'ORDERS_MISDATED',
        text: `1 order is dated far from the fair: ${orderNumber} (01/01/2001). Correct or confirm each day.`,
      }),
    );
    await correct(id, day);
    const { range, reasons } = await closeOut();
    expect(range.startDate).toBe(addDays(floor.fair.startDate, -5));
    expect(reasons.map(({ code }) => code)).not.toContain('ORDERS_MISDATED');
  });

  it('leaves reports that agree to the cent', async () => {
    const { schoolIdentifier, startDate, endDate } = floor.fair;
    await checkReportInvariants(test.send(test.ownerToken), {
      schoolIdentifier,
      startDate,
      endDate,
    });
  });
});
