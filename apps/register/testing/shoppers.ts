import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Change, Notes } from '../src/till/journal/journal.ts';
import { MemoryJournal } from '../src/till/journal/memory-journal.ts';
import type { Parts } from '../src/till/parts.ts';
import { setDiscount } from '../src/till/rules/running-sale.ts';
import { getSale } from './offline-till.ts';

const DISCOUNT = fc.option(
  fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 100 }), reason: fc.constant('Torn') }),
    fc.record({ cents: fc.integer({ min: 1, max: 900 }), reason: fc.constant('Volunteer') }),
  ),
);
/** A buyer with what they take and how they pay. */
export const SHOPPER = fc.record({
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

export type Shopper = typeof SHOPPER extends fc.Arbitrary<infer Value> ? Value : never;

/** Sells to a shopper. */
export async function sell(till: Parts, shopper: Shopper): Promise<void> {
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

/** Takes the money of the running sale. */
export async function pay(till: Parts, { tenders, extraCents }: Shopper): Promise<void> {
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

/** A disk whose machine stops at a write: before it, or after it and before anybody hears of it. */
export class StoppingJournal extends MemoryJournal {
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
