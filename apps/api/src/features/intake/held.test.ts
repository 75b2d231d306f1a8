import { beforeAll, describe, expect, it } from 'vitest';
import {
  HUNGER,
  openFair,
  orderOf,
  type SalesFloor,
  STRAY,
  type TestRegister,
} from '#testing/sales-floor.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

describe('orders that cannot be booked as they stand', () => {
  let test: TestApp;
  let floor: SalesFloor;
  let register: TestRegister;
  beforeAll(async () => {
    test = await startTestApp();
    floor = await openFair(test);
    register = await floor.logIn('REG-01');
  });
  const heldOf = (query: Parameters<TestApp['owner']['orders']['held']>[0] = {}) =>
    test.ask.orders.held(query);

  it('are held complete with field and both amounts if their totals differ, and not booked', async () => {
    const before = await floor.line(HUNGER);
    const order = { ...register.sold({ taxCents: 75, totalCents: 974 }), note: 'kept' };
    const [result] = await register.handIn(order);
    expect(result).toEqual({
      clientOrderId: order.clientOrderId,
      result: 'held',
      reason: 'TOTALS_MISMATCH',
      detail:
        'taxCents: the register has 75, the server has 74. totalCents: the register has 974, the server has 973. payments: the register has 973 paid, but the order total is 974.',
    });
    expect(await floor.line(HUNGER)).toEqual(before);
    const held = await heldOf({ query: { fairId: floor.fair.id } });
    expect(held.results[0]).toMatchObject({
      clientOrderId: order.clientOrderId,
      reason: 'TOTALS_MISMATCH',
      state: 'waiting',
      deviceId: 'REG-01',
      totalCents: 974,
      sequence: order.sequence,
    });
    const stored = await test.db
      .selectFrom('heldOrders')
      .select('body')
      .where('clientOrderId', '=', order.clientOrderId)
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

  it.each([
    [
      'UNKNOWN_TITLE',
      { lines: [{ sku: '9780000000000' }] },
      'lines.0.sku: 9780000000000 is not in the catalog.',
    ],
    [
      'PRICE_MISMATCH',
      { lines: [{ sku: HUNGER, unitPriceCents: 799 }] },
      'lines.0.unitPriceCents: the register has 799, the fair has 899.',
    ],
    [
      'PRICE_MISMATCH',
      { lines: [{ sku: STRAY, unitPriceCents: 499 }] },
      'lines.0.unitPriceCents: the register has 499, the fair has 500.',
    ],
    [
      'RATE_MISMATCH',
      { taxRatePpm: 60_000 },
      'taxRatePpm: the register has 60000, the fair has 82500.',
    ],
    [
      'TOTALS_MISMATCH',
      {
        lines: [{ sku: HUNGER, discountCents: 900 }],
        subtotalCents: 0,
        taxCents: 0,
        totalCents: 0,
        payments: [],
      },
      'lines.0.discountCents: the register has 900, but the line total is 899.',
    ],
    [
      'TOTALS_MISMATCH',
      { lines: [{ sku: HUNGER }, { sku: HUNGER, lineNo: 1 }] },
      'lines.1.lineNo: 1 is used twice.',
    ],
    [
      'TOTALS_MISMATCH',
      { payments: [{ method: 3 as const, amountCents: 900 }] },
      'payments: the register has 900 paid, but the order total is 973.',
    ],
    ['BEFORE_RESET', {}, 'the fair was reset at'],
  ])('holds %s and says what differs', async (reason, wish, detail) => {
    if (reason === 'BEFORE_RESET')
      await test.db
        .updateTable('fairs')
        .set({ resetAt: new Date(Date.now() + 60_000).toISOString() })
        .where('id', '=', floor.fair.id)
        .execute();
    const [result] = await register.handIn(register.sold(wish));
    await test.db
      .updateTable('fairs')
      .set({ resetAt: null })
      .where('id', '=', floor.fair.id)
      .execute();
    expect(result).toMatchObject({ result: 'held', reason });
    expect(result!.detail).toContain(detail);
  });

  it('may have any price and rate that the fair once had', async () => {
    const own = await openFair(test);
    const tablet = await own.logIn('REG-RATES');
    const { version, ...fair } = own.fair;
    const { name, address, startDate, endDate, adminId, packageOption, schoolIdentifier } = fair;
    await test.owner.fairs.update({
      params: { id: own.fair.id },
      body: {
        name,
        address,
        startDate,
        endDate,
        adminId,
        packageOption,
        schoolIdentifier,
        salesTaxRate: 6,
        version,
      },
    });
    expect(await tablet.handIn(tablet.sold(), tablet.sold({ taxRatePpm: 60_000 }))).toMatchObject([
      { result: 'accepted' },
      { result: 'accepted' },
    ]);
    expect(
      await tablet.handIn(
        tablet.sold({
          taxExempt: true,
          taxRatePpm: 0,
          exemptReason: 'other',
          exemptCertificateNo: '1',
        }),
      ),
    ).toMatchObject([{ result: 'accepted' }]);
  });

  it('are held for a used number or a known ID with another body, and change neither', async () => {
    const first = register.sold();
    await register.handIn(first);
    const forked = orderOf(floor.fair, {
      sequence: first.sequence,
      lines: [{ sku: HUNGER, quantity: 2 }],
    });
    const altered = {
      ...orderOf(floor.fair, { sequence: 9_001, lines: [{ sku: HUNGER, quantity: 2 }] }),
      clientOrderId: first.clientOrderId,
    };
    expect(await register.handIn(forked, altered)).toMatchObject([
      { result: 'held', reason: 'SEQUENCE_CONFLICT' },
      { result: 'held', reason: 'SEQUENCE_CONFLICT' },
    ]);
    expect(await register.handIn(forked, altered)).toMatchObject([
      { result: 'duplicate', reason: 'SEQUENCE_CONFLICT' },
      { result: 'duplicate', reason: 'SEQUENCE_CONFLICT' },
    ]);
    expect((await floor.readOrder(first.clientOrderId)).units).toBe(1);
    expect(
      await register.handIn(orderOf(floor.fair, { epoch: 2, sequence: first.sequence })),
    ).toMatchObject([{ result: 'accepted' }]);
  });

  it('are held after the close-out or deactivation of the device, and booked for an inactive fair', async () => {
    const own = await openFair(test);
    const tablet = await own.logIn('REG-LATE');
    const set = (values: { closeOutState?: 'open' | 'finished'; status?: 'active' | 'inactive' }) =>
      test.db.updateTable('fairs').set(values).where('id', '=', own.fair.id).execute();
    await set({ status: 'inactive' });
    expect(await tablet.handIn(tablet.sold())).toMatchObject([
      { result: 'accepted', flags: ['fair_inactive'] },
    ]);
    await set({ closeOutState: 'finished' });
    expect(await tablet.handIn(tablet.sold())).toMatchObject([
      { result: 'held', reason: 'LATE_SYNC' },
    ]);
    await set({ closeOutState: 'open', status: 'active' });
    await test.db
      .updateTable('devices')
      .set({ status: 'inactive' })
      .where('id', '=', tablet.id)
      .execute();
    expect(await tablet.handIn(tablet.sold())).toMatchObject([
      { result: 'held', reason: 'DEVICE_INACTIVE' },
    ]);
    expect(await heldOf({ query: { fairId: own.fair.id, sort: 'receivedAt' } })).toMatchObject({
      totalResults: 2,
      results: [{ reason: 'LATE_SYNC' }, { reason: 'DEVICE_INACTIVE' }],
    });
    expect(
      await heldOf({ query: { fairId: own.fair.id, reason: ['DEVICE_INACTIVE'] } }),
    ).toMatchObject({ totalResults: 1 });
    expect(await heldOf({ query: { fairId: own.fair.id, state: 'released' } })).toMatchObject({
      totalResults: 0,
    });
  });
});
