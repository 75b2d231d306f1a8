import { changeDue, getOrderSums, isRoundedRight } from '@pos/contract/sales/money-rules';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { CatalogTitle, RegisterStudent } from '@pos/contract/sales/register-catalog';
import { SoldOrder } from '@pos/contract/sales/register-orders';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Books } from './journal/books.ts';
import type { Change, Notes } from './journal/journal.ts';
import { MemoryJournal } from './journal/memory-journal.ts';
import { changeBy, expiredOf, unsentOf } from './rules/outbox.ts';
import { makeParts, type Parts, tidy } from './parts.ts';
import { Server } from './office/server.ts';
import { Shelf } from './rules/shelf.ts';
import { saleView } from './views.ts';

const PERSON = { id: crypto.randomUUID(), kind: 'admin', name: 'Jo', initial: 'J' } as const;
const title = (number: number, changes: Partial<CatalogTitle> = {}): CatalogTitle => ({
  sku: `SKU-${number}`,
  isbn13: `97801424${String(number).padStart(5, '0')}`,
  upc: null,
  title: `Title ${number}`,
  category: 'Picture',
  priceCents: 499 + number * 13,
  taxable: number % 3 !== 0,
  onHand: 3,
  shipAvailable: number % 2,
  active: true,
  ...changes,
});
const child = (studentNumber: string, changes: Partial<RegisterStudent> = {}): RegisterStudent => ({
  studentNumber,
  firstName: 'Finn',
  lastName: 'Silver',
  grade: '3',
  teacher: 'Ms. Alder',
  walletBalanceCents: 2_000,
  walletStatus: 'active',
  formerNumbers: [],
  ...changes,
});

function notes({
  titles = [1, 2, 3, 4].map((number) => title(number)),
  students = [child('S1'), child('S2', { teacher: 'Mr. Elm', formerNumbers: ['OLD-2'] })],
  roundCash = false,
} = {}): Partial<Notes> {
  const fair: Notes['session']['fair'] = {
    id: crypto.randomUUID(),
    identifier: 'HILLTOP',
    name: 'Autumn Fair',
    schoolName: 'Hilltop School',
    startDate: '1990-01-01',
    endDate: '2190-01-01',
    timeZone: 'America/Chicago',
    taxRatePpm: 82_500,
    sellingFrom: '1990-01-01',
    sellingTo: '2190-01-01',
    schoolTaxExempt: false,
    factsEnabled: true,
  };
  const settings: Notes['catalog']['settings'] = {
    maxCheckOverageCents: 2_000,
    lastCopyThreshold: 1,
    ewalletMinTopUpCents: 1_000,
    ewalletMaxBalanceCents: 50_000,
    ewalletLeftoverPolicy: 'carry_forward',
    roundCash,
    receiptFooter: '',
    supportEmail: '',
    supportPhone: '',
  };
  const fetchedAt = new Date().toISOString();
  return {
    pairing: { deviceId: 'REG-1', deviceKey: 'key', name: 'Register 1' },
    numbers: { deviceId: 'REG-1', epoch: 7, sequence: 0 },
    session: { person: PERSON, fair, mode: 'sell' },
    catalog: { fair, settings, titles, cursor: '', etag: null, fetchedAt },
    students: { fairIdentifier: fair.identifier, students },
  };
}

/** Opens a till in a school without a network. */
async function openTill(
  given: Partial<Notes> = notes(),
  journal = new MemoryJournal(given),
): Promise<Parts & { journal: MemoryJournal }> {
  const server = new Server(() => Promise.reject(new TypeError('No network')));
  server.setReached(false);
  const books = await Books.open(journal);
  const options = { appVersion: '1', isOwner: true };
  const parts = makeParts(books, server, options, () => undefined);
  parts.checkout.onFinished = () => undefined;
  return { ...parts, journal };
}

const saleOf = ({ floor }: Parts) =>
  saleView(floor.sale, floor.shelf, { ...floor.terms, taxRatePpm: floor.taxRatePpm });

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
    const lineId = saleOf(till).newestLineId ?? '';
    till.counter.change((sale) => {
      const lines = sale.lines.map((line) =>
        line.id === lineId ? { ...line, quantity, discount } : line,
      );
      return { ok: true, sale: { ...sale, lines } };
    });
  }
  if (shopper.isStudent) counter.scan('S1');
  if (shopper.isExempt)
    counter.change((sale) => ({
      ok: true,
      sale: { ...sale, exemption: { reason: 'organization', certificateNo: 'ORG-1' } },
    }));
  if (shopper.isParked) {
    const { id } = saleOf(till);
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
    const amountCents = Math.min(cents, saleOf(till).leftToPayCents);
    const result = await (method === PaymentMethod.creditCard
      ? checkout.take({ method: 1, amountCents, cardBrand: 'visa', cardLast4: '4242' })
      : method === PaymentMethod.check
        ? checkout.take({ method: 2, checkNumber: '1001', tenderedCents: cents })
        : method === PaymentMethod.cash
          ? checkout.take({ method: 3, tenderedCents: cents })
          : checkout.take({ method: 4, amountCents }));
    if (result.ok && result.finished) return;
  }
  const due = saleOf(till).leftInCashCents;
  expect(await checkout.take({ method: 3, tenderedCents: due + extraCents })).toEqual({
    ok: true,
    finished: true,
  });
}

test('the sums of any sale are those of the contract, its payments are its total, its numbers have no gap', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(CUSTOMER, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (shoppers, roundCash) => {
        const till = await openTill(notes({ roundCash }));
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
        const till = await openTill(undefined, journal);
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
        const again = await openTill(undefined, stored);
        tidy(again);
        const { stage, lines } = saleOf(again);
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

test('a child with $5 sees what is left with each book, and what is missing', async () => {
  const till = await openTill(notes({ titles: [title(1, { priceCents: 299, taxable: false })] }));
  till.counter.change((sale) => ({ ok: true, sale: { ...sale, cashInHandCents: 500 } }));
  till.counter.scan('9780142400001');
  expect(saleOf(till).budget).toEqual({ from: 'hand', cents: 500, leftCents: 201 });
  till.counter.scan('9780142400001');
  expect(saleOf(till)).toMatchObject({ items: 2, budget: { leftCents: -98 } });
});

test('a scan finds a book by ISBN, by UPC and with the price behind, and a child by card, also an old one', async () => {
  const upc = '074808004999';
  const till = await openTill(notes({ titles: [title(1), title(2, { upc })] }));
  const scanned = (text: string) => {
    const result = till.counter.scan(text);
    return result.kind === 'title'
      ? result.title.sku
      : result.kind === 'student'
        ? result.student.studentNumber
        : result.kind;
  };
  expect(scanned('9780142400001')).toBe('SKU-1');
  expect(scanned(' 978-0-14-240000-1 ')).toBe('SKU-1');
  expect(scanned('978014240000150799')).toBe('SKU-1');
  expect(scanned(upc)).toBe('SKU-2');
  expect(scanned(`0${upc}`)).toBe('SKU-2');
  expect(scanned(`${upc}05999`)).toBe('SKU-2');
  expect(scanned('S1')).toBe('S1');
  expect(scanned('OLD-2')).toBe('S2');
  expect(scanned('s1')).toBe('unknown');
  expect(scanned('HILLTOP-25-01-A0195')).toBe('receipt');
  expect(till.counter.scan('9780000000000')).toMatchObject({
    kind: 'unknown',
    isbn13: '9780000000000',
  });
  expect(saleOf(till)).toMatchObject({ items: 6, customer: { student: { studentNumber: 'S2' } } });
});

test('titles and children are found by words in any order, without accents', () => {
  const shelf = new Shelf(notes().catalog!, [child('S1'), child('S2', { firstName: 'Zoé' })]);
  const many = new Shelf(
    {
      ...notes().catalog!,
      titles: [title(1, { title: 'The Wonderful Wizard' }), title(2, { title: 'Wonder' })],
    },
    [],
  );
  expect(many.findTitles('won', 5).map(({ title: name }) => name)).toEqual([
    'Wonder',
    'The Wonderful Wizard',
  ]);
  expect(many.findTitles('wiz won', 5).map(({ sku }) => sku)).toEqual(['SKU-1']);
  expect(shelf.findStudents('sil zoe', 5).map(({ studentNumber }) => studentNumber)).toEqual([
    'S2',
  ]);
  expect(shelf.findStudents('ver', 5)).toEqual([]);
});

test('a tender says before it is chosen what stands in its way', async () => {
  const till = await openTill();
  till.counter.addTitle('SKU-1');
  const obstacles = () =>
    Object.fromEntries(saleOf(till).tenders.map(({ method, obstacle }) => [method, obstacle]));
  expect(obstacles()).toMatchObject({
    3: null,
    4: 'needs_student',
    5: 'needs_student',
    6: 'only_school_or_teacher',
  });
  till.counter.scan('S1');
  expect(obstacles()).toMatchObject({ 1: null, 2: null, 4: null, 5: 'needs_network' });
  await till.checkout.start();
  expect(await till.checkout.take({ method: 5 })).toEqual({ ok: false, reason: 'needs_network' });
  expect(await till.checkout.take({ method: 2, checkNumber: '7', tenderedCents: 9_000 })).toEqual({
    ok: false,
    reason: 'check_over_limit',
  });
});

test('a sale that is not stored stays on the screen with its number, and is stored again as it was', async () => {
  const till = await openTill();
  till.counter.addTitle('SKU-1');
  await till.checkout.start();
  till.journal.failure = new DOMException('Full', 'QuotaExceededError');
  const take = () => till.checkout.take({ method: 3, tenderedCents: 2_000 });
  expect(await take()).toEqual({ ok: false, reason: 'not_stored' });
  expect(till.checkout.done).toBeNull();
  expect(till.checkout.problem).toMatchObject({ kind: 'not_stored', sequence: 1 });
  expect(saleOf(till)).toMatchObject({ items: 1, leftToPayCents: 0 });
  const before = till.checkout.unstored?.order;
  till.journal.failure = null;
  expect(await till.checkout.storeAgain()).toEqual({ ok: true, finished: true });
  expect((await till.journal.readSales()).map(({ order }) => order)).toEqual([before]);
  expect(saleOf(till).items).toBe(0);
});

test('the running sale and the parked ones are there after the page was closed at any moment', async () => {
  const till = await openTill();
  till.counter.addTitle('SKU-1');
  till.counter.park('went to ask for $5');
  till.counter.addTitle('SKU-2');
  await till.checkout.start();
  await till.checkout.take({ method: 1, amountCents: 100, cardBrand: 'visa', cardLast4: '4242' });
  await till.books.settled();
  const again = await openTill(undefined, till.journal);
  expect(saleOf(again)).toMatchObject({
    stage: 'pay',
    lines: [{ sku: 'SKU-2' }],
    taken: [{ amountCents: 100 }],
  });
  expect(again.books.notes.parked).toMatchObject([{ note: 'went to ask for $5' }]);
  await again.checkout.take({ method: 3, tenderedCents: 5_000 });
  const next = await openTill(undefined, till.journal);
  expect(saleOf(next).lines).toEqual([]);
  expect(next.books.sales.size).toBe(1);
});

test('an answer never changes a finished sale; a server that forgot sales gets them again', async () => {
  const till = await openTill();
  for (let sold = 0; sold < 3; sold++) {
    till.counter.addTitle('SKU-1');
    await till.checkout.start();
    await till.checkout.take({ method: 3, tenderedCents: 2_000 });
  }
  const batch = [...till.books.sales.values()];
  const orders = batch.map(({ order }) => order);
  const at = new Date().toISOString();
  const answer = (results: ('accepted' | 'rejected')[], acknowledgedSequence: number) =>
    changeBy(
      {
        results: results.map((result, index) => ({
          clientOrderId: orders[index]?.clientOrderId ?? '',
          result,
        })),
        acknowledgedSequence,
        serverTime: at,
      },
      batch.slice(0, results.length),
      till.books.sales,
      { at, acknowledged: till.books.notes.acknowledged },
    );
  await till.books.keep(answer(['accepted', 'rejected', 'accepted'], 1));
  expect(unsentOf(till.books.sales.values())).toEqual([]);
  await till.books.keep(answer(['rejected'], 1));
  expect([...till.books.sales.values()].map((sale) => sale.answer?.result)).toEqual([
    'accepted',
    'rejected',
    'accepted',
  ]);
  await till.books.keep(answer([], 0));
  await till.books.keep({ notes: { acknowledged: { epoch: 7, sequence: 3 } } });
  await till.books.keep(answer(['accepted'], 1));
  expect(unsentOf(till.books.sales.values()).map(({ order }) => order.sequence)).toEqual([2, 3]);
  expect([...till.books.sales.values()].map(({ order }) => order)).toEqual(orders);
});

test('acknowledged sales stay for 30 days, and the others for good', async () => {
  const till = await openTill();
  for (let sold = 0; sold < 2; sold++) {
    till.counter.addTitle('SKU-1');
    await till.checkout.start();
    await till.checkout.take({ method: 3, tenderedCents: 2_000 });
  }
  const [first, second] = [...till.books.sales.values()];
  const at = new Date().toISOString();
  const kept = { ...first!, day: '2026-01-05', answer: { result: 'accepted' as const, at } };
  const days = (count: number) => Date.now() + count * 86_400_000;
  expect(expiredOf([kept, second!], days(29))).toEqual([]);
  expect(expiredOf([kept, second!], days(31))).toEqual([kept.order.clientOrderId]);
  expect(expiredOf([kept, { ...second!, day: kept.day }], days(31))).toEqual([]);
});
