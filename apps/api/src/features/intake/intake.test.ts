import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { checkJournal } from '#testing/journal-check.ts';
import {
  BIBLE,
  HUNGER,
  PENCIL,
  stockWarehouse,
  STRAY,
  type TestRegister,
  startSelling,
} from '#testing/sales-floor.ts';

describe('orders from registers', async () => {
  const { test, floor, register } = await startSelling();

  it('are booked: numbered per fair and register, taxed by line, paid, taken off the shelf', async () => {
    const order = register.sold({
      lines: [{ sku: HUNGER, quantity: 2 }, { sku: PENCIL }, { sku: BIBLE, discountCents: 200 }],
      payments: [{ method: 3, tenderedCents: 5_000, changeCents: 1_918 }],
    });
    const before = await floor.line(HUNGER);
    expect(await register.handIn(order)).toEqual([
      {
        clientOrderId: order.clientOrderId,
        result: 'accepted',
        orderNumber: `${floor.fair.identifier}-A0001`,
      },
    ]);
    const booked = await floor.readOrder(order.clientOrderId);
    expect(booked).toMatchObject({
      status: 'completed',
      paymentStatus: 'completed',
      units: 4,
      subtotalCents: 2_923,
      taxCents: 159,
      totalCents: 3_082,
      discountCents: 200,
      methods: [3],
      flags: [],
      deviceId: 'REG-01',
      cashierName: 'Casey Cashier',
    });
    expect(
      booked.lines.map((line) => [line.sku, line.netCents, line.taxCents, line.fulfilmentStatus]),
    ).toEqual([
      [HUNGER, 1_798, 149, 'taken'],
      [PENCIL, 125, 10, 'taken'],
      [BIBLE, 1_000, 0, 'taken'],
    ]);
    expect(booked.payments).toMatchObject([
      {
        method: 3,
        type: 0,
        status: 'completed',
        amountCents: 3_082,
        tenderedCents: 5_000,
        changeCents: 1_918,
      },
    ]);
    expect(await floor.line(HUNGER)).toMatchObject({
      soldQty: before.soldQty + 2,
      onHand: before.onHand - 2,
    });
  });

  it('get the number of the first one when repeated, in any mode and key order', async () => {
    const order = register.sold();
    const [first] = await register.handIn(order);
    const turned = Object.fromEntries(Object.entries(order).toReversed());
    const again = await register.handIn(
      order,
      { ...turned, mode: 'online' },
      { ...order, clientOrderId: order.clientOrderId.toUpperCase() },
    );
    expect(again.map((result) => [result.result, result.orderNumber])).toEqual([
      ['duplicate', first!.orderNumber],
      ['duplicate', first!.orderNumber],
      ['duplicate', first!.orderNumber],
    ]);
    const next = register.sold();
    expect(await register.handIn(next, next)).toMatchObject([
      { result: 'accepted' },
      {
        result: 'duplicate',
        orderNumber: (await floor.readOrder(next.clientOrderId)).orderNumber,
      },
    ]);
  });

  it('are booked once when sent 25 times at once', async () => {
    const order = register.sold();
    const results = (
      await Promise.all(Array.from({ length: 25 }, () => register.handIn(order)))
    ).flat();
    expect(results.map((result) => result.result).sort()).toEqual([
      'accepted',
      ...Array.from({ length: 24 }, () => 'duplicate'),
    ]);
    expect(new Set(results.map((result) => result.orderNumber)).size).toBe(1);
    await checkJournal(test.db, [order.clientOrderId]);
  });

  it('scenario 3: are booked once for a batch sent three times, shuffled, in parts and in parallel', async () => {
    const other = await floor.logIn('REG-SHUFFLE');
    const orders = Array.from({ length: 30 }, () =>
      other.sold({ lines: [{ sku: PENCIL, unitPriceCents: 125 }] }),
    );
    const shuffled = [...orders].sort((a, b) => a.clientOrderId.localeCompare(b.clientOrderId));
    await Promise.all([
      other.handIn(...orders.slice(0, 20)),
      other.handIn(...shuffled),
      other.handIn(...orders.slice(10), ...orders.slice(5, 9)),
    ]);
    const stored = await test.db
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('deviceId', '=', other.id)
      .executeTakeFirstOrThrow();
    expect(stored.count).toBe(30);
    const { data } = await other.pos.orders({ body: { orders } });
    expect(data.results.every((result) => result.result === 'duplicate')).toBe(true);
    expect(data.acknowledgedSequence).toBe(30);
  });

  it('are not stopped by one invalid order, which is explained field by field', async () => {
    const [good, late] = [register.sold(), register.sold()];
    const results = await register.handIn(
      good,
      {
        ...register.sold(),
        lines: [
          {
            lineNo: 1,
            sku: HUNGER,
            quantity: 0,
            unitPriceCents: 899,
            discountCents: 0,
            taxable: true,
            fulfilment: 'in_person',
          },
        ],
        taxCents: '74',
      },
      'no order',
      null,
      late,
    );
    expect(results.map((result) => result.result)).toEqual([
      'accepted',
      'rejected',
      'rejected',
      'rejected',
      'accepted',
    ]);
    expect(results[1]!.errors).toEqual({
      'lines.0.quantity': 'Quantity must be 1 to 999.',
      taxCents: 'Enter an amount in whole cents.',
    });
  });

  it('are booked if another fails unexpectedly, which gets a support reference', async () => {
    await sql`create function poison() returns trigger language plpgsql as $$ begin if new.customer_name = 'POISON' then raise exception 'poison'; end if; return new; end $$`.execute(
      test.db,
    );
    await sql`create trigger poison before insert on orders for each row execute function poison()`.execute(
      test.db,
    );
    const orders = [register.sold(), register.sold({ customerName: 'POISON' }), register.sold()];
    const results = await register.handIn(...orders);
    expect(results.map((result) => result.result)).toEqual(['accepted', 'rejected', 'accepted']);
    expect(results[1]!.errors!['body']).toMatch(
      /^This order could not be stored\. Give this reference to support: [0-9a-f-]{36}\.$/,
    );
    expect(test.logged.at(-1)?.err?.message).toBe('poison');
    expect(results[1]!.errors!['body']).toContain(test.logged.at(-1)?.reqId);
    await sql`drop trigger poison on orders`.execute(test.db);
    expect(await register.handIn(...orders)).toMatchObject([
      { result: 'duplicate' },
      { result: 'accepted' },
      { result: 'duplicate' },
    ]);
  });

  it('keep data of a newer app, and are rejected on the field of text that cannot be stored', async () => {
    const order = register.sold();
    expect(await register.handIn({ ...order, loyalty: { points: 3 } })).toMatchObject([
      { result: 'accepted' },
    ]);
    const nul = register.sold({ customerName: 'Ann\u0000Lee' });
    const half = register.sold({ customerName: 'Ann \ud800Lee' });
    const newer = { ...register.sold(), loyalty: { points: '\u0000' } };
    const errors = { customerName: 'Remove the characters that are not valid text.' };
    expect(await register.handIn(nul, half, newer, register.sold())).toMatchObject([
      { result: 'rejected', errors },
      { result: 'rejected', errors },
      { result: 'rejected', errors: { 'loyalty.points': errors.customerName } },
      { result: 'accepted' },
    ]);
  });

  it('are acknowledged up to the first gap, per epoch', async () => {
    const tablet = await floor.logIn('REG-GAPS');
    const [one, two, three, four] = [tablet.sold(), tablet.sold(), tablet.sold(), tablet.sold()];
    const acknowledged = async (...orders: unknown[]) =>
      (await tablet.pos.orders({ body: { orders } })).data.acknowledgedSequence;
    expect(await acknowledged(one, three)).toBe(1);
    expect(await acknowledged(four)).toBe(1);
    expect(await acknowledged(two)).toBe(4);
    expect(await acknowledged(tablet.sold({ epoch: 2, sequence: 1 }))).toBe(1);
    expect(await acknowledged(tablet.sold({ sequence: 5 }))).toBe(5);
  });

  it("late in the evening count on the fair's local day, not the UTC day", async () => {
    const day = floor.fair.startDate;
    const inDetroit = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/Detroit',
      hour: '2-digit',
      minute: '2-digit',
    });
    const soldAt = [4, 5]
      .map((hours) => new Date(Date.parse(`${day}T23:40:00Z`) + hours * 3_600_000))
      .find((instant) => inDetroit.format(instant) === '23:40')!
      .toISOString();
    const booked = await register.book({ soldAt });
    expect(booked).toMatchObject({ businessDay: day, soldAt });
    expect(soldAt.slice(0, 10)).not.toBe(day);
  });

  it('get one flag for the last copy, on the line that brought the stock down to it', async () => {
    const lines = [];
    for (let sold = 0; sold < 5; sold++)
      lines.push((await register.book({ lines: [{ sku: BIBLE }] })).lines[0]!);
    expect(lines.filter((line) => line.lastCopy)).toHaveLength(1);
  });

  it('beyond the stock are booked and flagged; the list shows none on hand and the oversold units', async () => {
    const before = await floor.line(PENCIL);
    const order = await register.book({
      lines: [{ sku: PENCIL, quantity: before.onHand + 3 }],
    });
    expect(order.flags).toEqual(['oversold']);
    expect(await floor.line(PENCIL)).toMatchObject({ onHand: 0, oversoldQty: 3 });
  });

  it('of a title not on the list add a line with nothing sent, at the catalog price', async () => {
    const order = await register.book({ lines: [{ sku: STRAY, quantity: 2 }] });
    expect(order.flags.toSorted()).toEqual(['not_in_fair_inventory', 'oversold']);
    expect(await floor.line(STRAY)).toMatchObject({
      sentQty: 0,
      soldQty: 2,
      oversoldQty: 2,
      priceCents: 500,
    });
  });

  it('allocate ship-to-school lines in the warehouse and leave the shelf unchanged', async () => {
    await stockWarehouse(test, BIBLE, 3);
    const before = await floor.line(BIBLE);
    const order = await register.book({
      lines: [{ sku: BIBLE, quantity: 2, fulfilment: 'ship_to_school' }],
    });
    expect(order).toMatchObject({
      shipToSchool: true,
      flags: [],
      lines: [{ fulfilmentStatus: 'to_ship' }],
    });
    expect(await floor.line(BIBLE)).toEqual(before);
    expect(
      await test.db
        .selectFrom('titles')
        .select('allocatedQty')
        .where('sku', '=', BIBLE)
        .executeTakeFirst(),
    ).toEqual({ allocatedQty: 2 });
  });

  it('of items without a barcode are booked by category, without stock', async () => {
    const order = await register.book({
      lines: [{ sku: null, category: 'Merchandise', title: 'Eraser', unitPriceCents: 75 }],
    });
    expect(order.lines[0]).toMatchObject({
      sku: null,
      title: 'Eraser',
      category: 'Merchandise',
      netCents: 75,
    });
  });

  it('that cost nothing are booked as paid', async () => {
    const order = await register.book({
      lines: [{ sku: HUNGER, discountCents: 899 }],
    });
    expect(order).toMatchObject({
      totalCents: 0,
      status: 'completed',
      paymentStatus: 'completed',
      payments: [],
    });
  });

  it('are booked with flags for anything unusual', async () => {
    await register.addStudent('S1');
    const flags = async (wish: Parameters<TestRegister['sold']>[0]) =>
      (await register.book({ lines: [{ sku: HUNGER, quantity: 1 }], ...wish })).flags.filter(
        (flag) => flag !== 'oversold',
      );
    const far = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    expect(await flags({ soldAt: far(-30) })).toEqual(['outside_selling_dates']);
    expect(await flags({ soldAt: far(1) })).toEqual(['clock_skew', 'clock_not_believed']);
    expect(await flags({ customerType: 'student', studentNumber: 'NOBODY' })).toEqual([
      'unknown_student',
    ]);
    expect(await flags({ customerType: 'student', studentNumber: 'S1' })).toEqual([]);
    expect(
      await flags({ payments: [{ method: 2, tenderedCents: 2_974, changeCents: 2_001 }] }),
    ).toEqual(['check_over_limit']);
    expect(
      await flags({
        taxExempt: true,
        exemptReason: 'school_purchase',
        exemptCertificateNo: 'MI-1',
        customerType: 'parent',
      }),
    ).toEqual(['exemption_incomplete']);
    expect(
      await flags({ taxExempt: true, exemptReason: 'school_purchase', customerType: 'teacher' }),
    ).toEqual(['exemption_incomplete']);
    expect(
      await flags({ taxExempt: true, exemptReason: 'organization', exemptCertificateNo: 'MI-1' }),
    ).toEqual([]);
    await test.db
      .updateTable('schools')
      .set({ taxExempt: true, exemptCertificateNo: 'MI-9', factsEnabled: false })
      .where('id', '=', floor.fair.schoolId)
      .execute();
    expect(
      await flags({ taxExempt: true, exemptReason: 'school_purchase', customerType: 'school' }),
    ).toEqual([]);
    expect(
      await flags({ customerType: 'student', studentNumber: 'S1', payments: [{ method: 4 }] }),
    ).toEqual(['facts_not_enabled']);
  });

  it('are booked even if their card reference or payment ID was used before', async () => {
    const first = await register.book({
      payments: [{ method: 1, processorRef: 'ch_1', cardLast4: '4242' }],
    });
    const second = await register.book({
      payments: [
        {
          method: 1,
          processorRef: 'ch_1',
          clientPaymentId: first.sold.payments[0]!.clientPaymentId,
        },
      ],
    });
    expect(second.payments).toMatchObject([{ status: 'completed', processorRef: null }]);
    expect(first.payments).toMatchObject([{ processorRef: 'ch_1' }]);
  });

  it('give each register of a fair its own letter', async () => {
    const order = await (await floor.logIn('REG-LETTER')).book();
    expect(order.orderNumber).toMatch(new RegExp(`^${floor.fair.identifier}-[B-Z]0001$`));
  });

  it('store the control totals of a register with its batches', async () => {
    const tablet = await floor.logIn('REG-TOTALS');
    const orders = [tablet.sold(), tablet.sold({ taxCents: 1 })];
    const businessDay = (await tablet.book({ sequence: 3 })).businessDay;
    const all = [...orders, tablet.sold({ sequence: 4 })];
    await tablet.pos.orders({
      body: { orders: all, controlTotals: [{ businessDay, orders: 4, totalCents: 4 * 973 }] },
    });
    expect(
      await test.db
        .selectFrom('deviceDayTotals')
        .select(['reportedOrders', 'reportedCents'])
        .where('deviceId', '=', tablet.id)
        .execute(),
    ).toEqual([{ reportedOrders: 4, reportedCents: 3_892 }]);
  });
});
