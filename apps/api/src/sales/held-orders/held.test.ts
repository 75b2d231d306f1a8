import { describe, expect, it } from 'vitest';
import { toForm } from '#testing/selling/new-records.ts';
import { order as soldOrder } from '@pos/world/sale';
import { HUNGER, openFair, startSelling, STRAY, type Wish } from '#testing/selling/sales-floor.ts';

const TWO = { lines: [{ sku: HUNGER, quantity: 2 }] };

describe('orders that cannot be booked as they stand', async () => {
  const { test, floor, register } = await startSelling();

  it('are held complete with field and both amounts if their totals differ, and not booked', async () => {
    const before = await floor.line(HUNGER);
    const order = { ...register.sold({ taxCents: 75, totalCents: 974 }), note: 'kept' };
    const { clientOrderId, sequence } = order;
    expect(await register.handIn(order)).toEqual([
      {
        clientOrderId,
        result: 'held',
        reason: 'TOTALS_MISMATCH',
        detail:
          'taxCents: the register has 75, the server has 74. totalCents: the register has 974, the server has 973. payments: the register has 973 paid, but the order total is 974.',
      },
    ]);
    expect(await floor.line(HUNGER)).toEqual(before);
    expect((await floor.held())[0]).toMatchObject({
      clientOrderId,
      sequence,
      reason: 'TOTALS_MISMATCH',
      state: 'waiting',
      deviceId: 'REG-01',
      totalCents: 974,
    });
    const stored = await test.db
      .selectFrom('heldOrders')
      .select('body')
      .where('clientOrderId', '=', clientOrderId)
      .executeTakeFirstOrThrow();
    expect(stored.body).toEqual(JSON.parse(JSON.stringify(order)));
  });

  it('answer a repeat with the reason, and count its number as stored', async () => {
    const tablet = await floor.logIn('REG-REPEAT');
    const order = tablet.sold({ taxRatePpm: 60_000 });
    await tablet.handIn(order);
    const { data } = await tablet.pos.orders({ body: { orders: [order, tablet.sold()] } });
    expect(data).toMatchObject({
      results: [{ result: 'duplicate', reason: 'RATE_MISMATCH' }, { result: 'accepted' }],
      acknowledgedSequence: 2,
    });
  });

  const nothing = { subtotalCents: 0, taxCents: 0, totalCents: 0, payments: [] };
  const price = (sku: string, unitPriceCents: number) => ({ lines: [{ sku, unitPriceCents }] });
  it.each<[string, Wish, string]>([
    [
      'UNKNOWN_TITLE',
      price('9780000000000', 100),
      'lines.0.sku: 9780000000000 is not in the catalog.',
    ],
    [
      'PRICE_MISMATCH',
      price(HUNGER, 799),
      'lines.0.unitPriceCents: the register has 799, the fair has 899.',
    ],
    [
      'PRICE_MISMATCH',
      price(STRAY, 499),
      'lines.0.unitPriceCents: the register has 499, the fair has 500.',
    ],
    [
      'RATE_MISMATCH',
      { taxRatePpm: 60_000 },
      'taxRatePpm: the register has 60000, the fair has 82500.',
    ],
    [
      'TOTALS_MISMATCH',
      { lines: [{ sku: HUNGER, discountCents: 900 }], ...nothing },
      'lines.0.discountCents: the register has 900, but the line total is 899.',
    ],
    [
      'TOTALS_MISMATCH',
      { lines: [{ sku: HUNGER }, { sku: HUNGER, lineNo: 1 }] },
      'lines.1.lineNo: 1 is used twice.',
    ],
    [
      'TOTALS_MISMATCH',
      { payments: [{ method: 3, amountCents: 900 }] },
      'payments: the register has 900 paid, but the order total is 973.',
    ],
    ['BEFORE_RESET', {}, 'the fair was reset at'],
  ])('holds %s and says what differs', async (reason, wish, detail) => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    await floor.set({ resetAt: reason === 'BEFORE_RESET' ? soon : null });
    const results = await register.handIn(register.sold(wish));
    await floor.set({ resetAt: null });
    expect(results).toMatchObject([
      { result: 'held', reason, detail: expect.stringContaining(detail) },
    ]);
  });

  it('may have any price and rate that the fair once had', async () => {
    const own = await openFair(test);
    const tablet = await own.logIn('REG-RATES');
    const params = { id: own.fair.id };
    await test.owner.fairs.update({ params, body: { ...toForm(own.fair), salesTaxRate: 6 } });
    const exempt: Wish = {
      taxExempt: true,
      taxRatePpm: 0,
      exemptReason: 'other',
      exemptCertificateNo: '1',
    };
    for (const wish of [{}, { taxRatePpm: 60_000 }, exempt])
      expect(await tablet.handIn(tablet.sold(wish))).toMatchObject([{ result: 'accepted' }]);
  });

  it('are held for a used number or a known ID with another body, and change neither', async () => {
    const { sold } = await register.book();
    const { sequence, clientOrderId } = sold;
    const forked = soldOrder(floor.fair.salesTaxRatePpm, { sequence, ...TWO });
    const altered = {
      ...soldOrder(floor.fair.salesTaxRatePpm, { sequence: 9_001, ...TWO }),
      clientOrderId,
    };
    for (const result of ['held', 'duplicate']) {
      const conflict = { result, reason: 'SEQUENCE_CONFLICT' };
      expect(await register.handIn(forked, altered)).toMatchObject([conflict, conflict]);
    }
    expect((await floor.readOrder(clientOrderId)).units).toBe(1);
    const next = soldOrder(floor.fair.salesTaxRatePpm, { epoch: 2, sequence });
    expect(await register.handIn(next)).toMatchObject([{ result: 'accepted' }]);
  });

  it('are held after the close-out or deactivation of the device, and booked for an inactive fair', async () => {
    const own = await openFair(test);
    const tablet = await own.logIn('REG-LATE');
    const send = async () => (await tablet.handIn(tablet.sold()))[0];
    await own.set({ status: 'inactive' });
    expect(await send()).toMatchObject({ result: 'accepted', flags: ['fair_inactive'] });
    const late = await own.whileFinished(send);
    expect(late).toMatchObject({ result: 'held', reason: 'LATE_SYNC' });
    await own.set({ status: 'active' });
    await tablet.setDevice('inactive');
    expect(await send()).toMatchObject({ result: 'held', reason: 'DEVICE_INACTIVE' });
    const reasons = async (query: Parameters<typeof own.held>[0]) =>
      (await own.held({ sort: 'receivedAt', ...query })).map(({ reason }) => reason);
    expect(await reasons({})).toEqual(['LATE_SYNC', 'DEVICE_INACTIVE']);
    expect(await reasons({ reason: ['DEVICE_INACTIVE'] })).toEqual(['DEVICE_INACTIVE']);
    expect(await reasons({ state: 'released' })).toEqual([]);
  });
});
