import { changeDue, getOrderSums, isRoundedRight } from '@pos/contract/sales/money-rules';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { SoldOrder } from '@pos/contract/sales/register-orders';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { notes, offlineTill, getSale } from '../../testing/offline-till.ts';
import type { Change, Notes } from './journal/journal.ts';
import { MemoryJournal } from './journal/memory-journal.ts';
import { type Parts, tidy } from './parts.ts';
import { setDiscount } from './rules/running-sale.ts';

const DISCOUNT = fc.option(
  fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 100 }), reason: fc.constant('Torn') }),
    fc.record({ cents: fc.integer({ min: 1, max: 900 }), reason: fc.constant('Volunteer') }),
  ),
);
const CUSTOMER = fc.record({
  lines: fc.array(
    fc.record({
      sku: fc.option(fc.integer({ min: 1, max: 4 })),
      quantity: fc.integer({ min: 1, max: 5 }),
      ships: fc.boolean(),
      discount: DISCOUNT,
    }),
    { minLength: 1, maxLength: 5 },
  ),
  saleDiscount: DISCOUNT,
  isExempt: fc.boolean(),
  isParked: fc.boolean(),
  isStudent: fc.boolean(),
  tenders: fc.array(
    fc.record({
      method: fc.constantFrom(1, 2, 3, 4),
      cents: fc.integer({ min: 1, max: 3_000 }),
    }),
    { maxLength: 4 },
  ),
  extraCents: fc.constantFrom(0, 1, 35, 500, 1_135),
});

type Shopper = typeof CUSTOMER extends fc.Arbitrary<infer Value> ? Value : never;

async function sell(till: Parts, shopper: Shopper): Promise<void> {
  const { counter, checkout } = till;
  for (const { sku, quantity, ships, discount } of shopper.lines) {
    if (sku === null) counter.addItem({ category: 'Other', title: 'Pencil', unitPriceCents: 75 });
    else counter.addTitle(`SKU-${sku}`, ships ? 'ship_to_school' : 'in_person');
    const lineId = getSale(till).newestLineId ?? '';
    till.counter.change((sale) => {
      const lines = sale.lines.map((line) =>
        line.id === lineId ? { ...line, quantity, discount } : line,
      );
      return { ok: true, sale: { ...sale, lines } };
    });
  }
  if (shopper.saleDiscount)
    counter.change((sale) => setDiscount(sale, 'all', shopper.saleDiscount));
  if (shopper.isStudent) counter.scan('S1');
  if (shopper.isExempt)
    counter.change((sale) => ({
      ok: true,
      sale: { ...sale, exemption: { reason: 'organization', certificateNo: 'ORG-1' } },
    }));
  if (shopper.isParked) {
    const { id } = getSale(till);
    expect(counter.park('red jacket')).toEqual({ ok: true });
    counter.addTitle('SKU-1');
    expect(counter.resume(id)).toEqual({ ok: true });
    for (const parked of till.books.notes.parked ?? []) counter.discard(parked.id);
  }
  await pay(till, shopper);
  expect(checkout.done).not.toBeNull();
}

async function pay(till: Parts, { tenders, extraCents }: Shopper): Promise<void> {
  const { checkout } = till;
  if ((await checkout.start()).ok && checkout.done) return;
  for (const { method, cents } of tenders) {
    const amountCents = Math.min(cents, getSale(till).leftToPayCents);
    const result = await (method === PaymentMethod.creditCard
      ? checkout.take({ method: 1, amountCents, cardBrand: 'visa', cardLast4: '4242' })
      : method === PaymentMethod.check
        ? checkout.take({ method: 2, checkNumber: '1001', tenderedCents: cents })
        : method === PaymentMethod.cash
          ? checkout.take({ method: 3, tenderedCents: cents })
          : checkout.take({ method: 4, amountCents }));
    if (result.ok && result.finished) return;
  }
  const due = getSale(till).leftInCashCents;
  expect(await checkout.take({ method: 3, tenderedCents: due + extraCents })).toEqual({
    ok: true,
    finished: true,
  });
}

test('any sale has the sums of the contract, payments equal to its total, and numbers without a gap', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(CUSTOMER, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (shoppers, roundCash) => {
        const till = await offlineTill(notes({ roundCash }));
        for (const shopper of shoppers) {
          await sell(till, shopper);
          till.checkout.nextCustomer();
        }
        const orders = (await till.journal.readSales()).map(({ order }) => order);
        expect(orders.map(({ epoch, sequence }) => [epoch, sequence])).toEqual(
          shoppers.map((_, index) => [7, index + 1]),
        );
        for (const order of orders) {
          expect(SoldOrder.safeParse(order).error).toBeUndefined();
          expect(getOrderSums(order)).toMatchObject({
            subtotalCents: order.subtotalCents,
            taxCents: order.taxCents,
            totalCents: order.totalCents,
          });
          expect(order.payments.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(
            order.totalCents,
          );
          expect(isRoundedRight(order.payments)).toBe(true);
          for (const payment of order.payments) {
            expect(payment.changeCents ?? 0).toBe(changeDue(payment));
            expect(payment.changeCents ?? 0).toBeGreaterThanOrEqual(0);
          }
          expect(order.lines.map(({ lineNo }) => lineNo)).toEqual(
            order.lines.map((_, index) => index + 1),
          );
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('dollars off a whole sale are shared by its lines to the cent, also by those that come later', async () => {
  const item = fc.record({
    unitPriceCents: fc.integer({ min: 0, max: 99_999 }),
    quantity: fc.integer({ min: 1, max: 999 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 8 }),
      fc.array(item, { maxLength: 8 }),
      fc.integer({ min: 1, max: 100_000_000 }),
      async (before, after, cents) => {
        const till = await offlineTill();
        const add = (items: typeof before) => {
          for (const [index, each] of items.entries())
            till.counter.addItem({ ...each, category: 'Other', title: `Item ${index}` });
        };
        add(before);
        till.counter.change((sale) => setDiscount(sale, 'all', { cents, reason: 'Torn' }));
        add(after);
        const { lines, discountCents, subtotalCents } = getSale(till);
        const gross = lines.map(({ unitPriceCents, quantity }) => unitPriceCents * quantity);
        expect(discountCents).toBe(Math.min(cents, subtotalCents + discountCents));
        for (const [index, line] of lines.entries()) {
          expect(line.discountCents).toBeLessThanOrEqual(gross[index]!);
          expect(line.discountCents).toBeGreaterThanOrEqual(0);
        }
        till.counter.change((sale) => setDiscount(sale, 'all', null));
        expect(getSale(till).discountCents).toBe(0);
      },
    ),
    { numRuns: 60 },
  );
});

/** A disk whose machine stops at a write: before it, or after it and before anybody hears of it. */
class StoppingJournal extends MemoryJournal {
  readonly stopped = Promise.withResolvers<void>();
  #left: number;
  readonly #isWritten: boolean;

  constructor(given: Partial<Notes>, left: number, isWritten: boolean) {
    super(given);
    this.#left = left;
    this.#isWritten = isWritten;
  }

  override async write(change: Change): Promise<void> {
    this.#left -= 1;
    if (this.#left >= 0) return super.write(change);
    if (this.#left === -1 && this.#isWritten) await super.write(change);
    this.stopped.resolve();
    return new Promise(() => undefined);
  }
}

test('stopped at any write, a till has each sale that it called finished, once and unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(CUSTOMER, { minLength: 2, maxLength: 3 }),
      fc.integer({ min: 0, max: 40 }),
      fc.boolean(),
      async (shoppers, writes, isWritten) => {
        const journal = new StoppingJournal(notes(), writes, isWritten);
        const till = await offlineTill(undefined, journal);
        const finished: SoldOrder[] = [];
        const selling = (async () => {
          for (const shopper of shoppers) {
            await sell(till, shopper);
            finished.push(till.checkout.done!.sale.order);
            till.checkout.nextCustomer();
            await till.books.settled();
          }
        })();
        await Promise.race([selling, journal.stopped.promise]);

        const stored = new MemoryJournal(await journal.readNotes());
        await stored.write({ sales: await journal.readSales() });
        const again = await offlineTill(undefined, stored);
        tidy(again);
        const { stage, lines } = getSale(again);
        if (stage === 'sell' && lines.length === 0) again.counter.addTitle('SKU-1');
        await pay(again, { ...shoppers[0]!, tenders: [] });
        const orders = (await stored.readSales()).map(({ order }) => order);
        expect(orders.slice(0, finished.length)).toEqual(finished);
        expect(orders.map(({ sequence }) => sequence)).toEqual(orders.map((_, index) => index + 1));
        expect(orders.length - finished.length).toBeLessThanOrEqual(2);
      },
    ),
    { numRuns: 80 },
  );
});
