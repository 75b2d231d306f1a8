import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { atOnce, tally } from '#testing/calls/expectations.ts';
import { checkJournal } from '#testing/books/journal-check.ts';
import {
  BIBLE,
  HUNGER,
  PENCIL,
  startSelling,
  stockWarehouse,
  STRAY,
  type Wish,
} from '#testing/selling/sales-floor.ts';

describe('orders from registers', async () => {
  const { test, floor, register } = await startSelling();

  it('are booked: numbered per fair and register, taxed by line, paid, taken off the shelf', async () => {
    const paid = { method: 3 as const, tenderedCents: 5_000, changeCents: 1_918 };
    const order = register.sold({
      lines: [{ sku: HUNGER, quantity: 2 }, { sku: PENCIL }, { sku: BIBLE, discountCents: 200 }],
      payments: [paid],
    });
    const { clientOrderId } = order;
    const before = await floor.line(HUNGER);
    const orderNumber = `${floor.fair.identifier}-A0001`;
    expect(await register.handIn(order)).toEqual([
      { clientOrderId, result: 'accepted', orderNumber },
    ]);
    expect(await floor.readOrder(clientOrderId)).toMatchObject({
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
      lines: [
        { sku: HUNGER, netCents: 1_798, taxCents: 149, fulfilmentStatus: 'taken' },
        { sku: PENCIL, netCents: 125, taxCents: 10, fulfilmentStatus: 'taken' },
        { sku: BIBLE, netCents: 1_000, taxCents: 0, fulfilmentStatus: 'taken' },
      ],
      payments: [{ ...paid, type: 0, status: 'completed', amountCents: 3_082 }],
    });
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
    const known = { result: 'duplicate', orderNumber: first!.orderNumber };
    expect(again).toMatchObject([known, known, known]);
    const next = register.sold();
    const results = await register.handIn(next, next);
    const { orderNumber } = await floor.readOrder(next.clientOrderId);
    expect(results).toMatchObject([{ result: 'accepted' }, { result: 'duplicate', orderNumber }]);
  });

  it('are booked once when sent 25 times at once', async () => {
    const order = register.sold();
    const results = (await atOnce(25, () => register.handIn(order))).done.flat();
    expect(tally(results)).toEqual({ accepted: 1, duplicate: 24 });
    expect(new Set(results.map((result) => result.orderNumber)).size).toBe(1);
    await checkJournal(test.db, [order.clientOrderId]);
  });

  it('scenario 3: are booked once for a batch sent three times, shuffled, in parts and in parallel', async () => {
    const other = await floor.logIn('REG-SHUFFLE');
    const orders = Array.from({ length: 30 }, () => other.sold({ lines: [{ sku: PENCIL }] }));
    const shuffled = [...orders].sort((a, b) => a.clientOrderId.localeCompare(b.clientOrderId));
    await Promise.all([
      other.handIn(...orders.slice(0, 20)),
      other.handIn(...shuffled),
      other.handIn(...orders.slice(10), ...orders.slice(5, 9)),
    ]);
    const { totalResults } = await test.ask.orders.list({ query: { deviceId: other.id } });
    expect(totalResults).toBe(30);
    const { data } = await other.pos.orders({ body: { orders } });
    expect(tally(data.results)).toEqual({ duplicate: 30 });
    expect(data.acknowledgedSequence).toBe(30);
  });

  it('are not stopped by one invalid order, which is explained field by field', async () => {
    const invalid = register.sold({ lines: [{ sku: HUNGER, quantity: 0 }] });
    const results = await register.handIn(
      register.sold(),
      { ...invalid, taxCents: '74' },
      'no order',
      null,
      register.sold(),
    );
    const rejected = { result: 'rejected' };
    const accepted = { result: 'accepted' };
    expect(results).toMatchObject([accepted, rejected, rejected, rejected, accepted]);
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
    const { err, reqId } = test.logged.at(-1)!;
    expect(err?.message).toBe('poison');
    expect(results[1]!.errors).toEqual({
      body: `This order could not be stored. Give this reference to support: ${reqId}.`,
    });
    await sql`drop trigger poison on orders`.execute(test.db);
    const again = await register.handIn(...orders);
    expect(again.map((result) => result.result)).toEqual(['duplicate', 'accepted', 'duplicate']);
  });

  it('keep data of a newer app, and are rejected on the field of text that cannot be stored', async () => {
    const newer = (points: unknown) => ({ ...register.sold(), loyalty: { points } });
    const error = 'Remove the characters that are not valid text.';
    const rejected = { result: 'rejected', errors: { customerName: error } };
    expect(
      await register.handIn(
        newer(3),
        register.sold({ customerName: 'Ann\u0000Lee' }),
        register.sold({ customerName: 'Ann \ud800Lee' }),
        newer('\u0000'),
        register.sold(),
      ),
    ).toMatchObject([
      { result: 'accepted' },
      rejected,
      rejected,
      { result: 'rejected', errors: { 'loyalty.points': error } },
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

  it('get one flag for the last copy, on the line that brought the stock down to it', async () => {
    const lines = [];
    for (let sold = 0; sold < 5; sold++)
      lines.push((await register.book({ lines: [{ sku: BIBLE }] })).lines[0]!);
    expect(lines.filter((line) => line.lastCopy)).toHaveLength(1);
  });

  it('beyond the stock are booked and flagged; the list shows none on hand and the oversold units', async () => {
    const { onHand } = await floor.line(PENCIL);
    const order = await register.book({ lines: [{ sku: PENCIL, quantity: onHand + 3 }] });
    expect(order.flags).toEqual(['oversold']);
    expect(await floor.line(PENCIL)).toMatchObject({ onHand: 0, oversoldQty: 3 });
  });

  it('of a title not on the list add a line with nothing sent, at the catalog price', async () => {
    const order = await register.book({ lines: [{ sku: STRAY, quantity: 2 }] });
    expect(order.flags.toSorted()).toEqual(['not_in_fair_inventory', 'oversold']);
    const line = { sentQty: 0, soldQty: 2, oversoldQty: 2, priceCents: 500 };
    expect(await floor.line(STRAY)).toMatchObject(line);
  });

  it('allocate ship-to-school lines in the warehouse and leave the shelf unchanged', async () => {
    await stockWarehouse(test, BIBLE, 3);
    const before = await floor.line(BIBLE);
    const lines = [{ sku: BIBLE, quantity: 2, fulfilment: 'ship_to_school' as const }];
    expect(await register.book({ lines })).toMatchObject({
      shipToSchool: true,
      flags: [],
      lines: [{ fulfilmentStatus: 'to_ship' }],
    });
    expect(await floor.line(BIBLE)).toEqual(before);
    expect(await floor.copies(BIBLE)).toMatchObject({ allocatedQty: 2 });
  });

  it('of items without a barcode are booked by category, without stock', async () => {
    const line = { sku: null, title: 'Eraser', category: 'Merchandise' };
    const { lines } = await register.book({ lines: [{ ...line, unitPriceCents: 75 }] });
    expect(lines).toMatchObject([{ ...line, netCents: 75 }]);
  });

  it('that cost nothing are booked as paid', async () => {
    expect(await register.book({ lines: [{ sku: HUNGER, discountCents: 899 }] })).toMatchObject({
      totalCents: 0,
      status: 'completed',
      paymentStatus: 'completed',
      payments: [],
    });
  });

  it('are booked with flags for anything unusual', async () => {
    await register.addStudent('S1');
    const far = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const student: Wish = { customerType: 'student', studentNumber: 'S1' };
    const exempt: Wish = { taxExempt: true, exemptReason: 'school_purchase' };
    const overpaid = { method: 2 as const, tenderedCents: 2_974, changeCents: 2_001 };
    const flagged = async (flags: string[], wish: Wish) => {
      const order = await register.book({ lines: [{ sku: HUNGER }], ...wish });
      expect(order.flags.filter((flag) => flag !== 'oversold')).toEqual(flags);
    };
    await flagged(['outside_selling_dates'], { soldAt: far(-30) });
    await flagged(['clock_skew', 'clock_not_believed'], { soldAt: far(1) });
    await flagged(['unknown_student'], { ...student, studentNumber: 'NOBODY' });
    await flagged([], student);
    await flagged(['check_over_limit'], { payments: [overpaid] });
    await flagged(['exemption_incomplete'], {
      ...exempt,
      exemptCertificateNo: 'MI-1',
      customerType: 'parent',
    });
    await flagged(['exemption_incomplete'], { ...exempt, customerType: 'teacher' });
    await flagged([], { ...exempt, exemptReason: 'organization', exemptCertificateNo: 'MI-1' });
    await test.db
      .updateTable('schools')
      .set({ taxExempt: true, exemptCertificateNo: 'MI-9', factsEnabled: false })
      .where('id', '=', floor.fair.schoolId)
      .execute();
    await flagged([], { ...exempt, customerType: 'school' });
    await flagged(['facts_not_enabled'], { ...student, payments: [{ method: 4 }] });
  });

  it('are booked even if their card reference or payment ID was used before', async () => {
    const card = { method: 1 as const, processorRef: 'ch_1' };
    const first = await register.book({ payments: [{ ...card, cardLast4: '4242' }] });
    const { clientPaymentId } = first.sold.payments[0]!;
    const second = await register.book({ payments: [{ ...card, clientPaymentId }] });
    expect(second.payments).toMatchObject([{ status: 'completed', processorRef: null }]);
    expect(first.payments).toMatchObject([{ processorRef: 'ch_1' }]);
  });

  it('give each register of a fair its own letter', async () => {
    const order = await (await floor.logIn('REG-LETTER')).book();
    expect(order.orderNumber).toMatch(new RegExp(`^${floor.fair.identifier}-[B-Z]0001$`));
  });
});
