import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { expect, test } from 'vitest';
import { child, notes, offlineTill, getSale, title } from '../../testing/offline-till.ts';
import { storedSale } from '../../testing/stored-sale.ts';
import { Books } from './journal/books.ts';
import type { Notes } from './journal/journal.ts';
import { MemoryJournal } from './journal/memory-journal.ts';
import { Clock } from './office/clock.ts';
import { Server } from './office/server.ts';
import { forgetNames, makeParts } from './parts.ts';
import { changeBy, findExpired, findUnsent } from './rules/outbox.ts';
import { setExemption } from './rules/running-sale.ts';
import { Shelf } from './rules/shelf.ts';

test('a child with $5 sees what is left with each book, and what is missing', async () => {
  const till = await offlineTill(
    notes({ titles: [title(1, { priceCents: 299, taxable: false })] }),
  );
  till.counter.change((sale) => ({ ok: true, sale: { ...sale, cashInHandCents: 500 } }));
  till.counter.scan('9780142400001');
  expect(getSale(till).budget).toEqual({ from: 'hand', cents: 500, leftCents: 201 });
  till.counter.scan('9780142400001');
  expect(getSale(till)).toMatchObject({ items: 2, budget: { leftCents: -98 } });
});

test('a scan finds a book by ISBN, UPC and with a price add-on, and a child by any card', async () => {
  const upc = '074808004999';
  const till = await offlineTill(notes({ titles: [title(1), title(2, { upc })] }));
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
  expect(getSale(till)).toMatchObject({ items: 6, customer: { student: { studentNumber: 'S2' } } });
});

test('titles and children are found by words in any order, without accents', () => {
  const shelf = new Shelf(notes().catalog!, [child('S1'), child('S2', { firstName: 'Zoé' })]);
  const many = new Shelf(
    {
      ...notes().catalog!,
      titles: [
        title(1, { title: 'The Wonderful Wizard', author: 'L. Frank Baum' }),
        title(2, { title: 'Wonder' }),
      ],
    },
    [],
  );
  expect(many.findTitles('won', 5).map(({ title: name }) => name)).toEqual([
    'Wonder',
    'The Wonderful Wizard',
  ]);
  for (const text of ['wiz won', 'baum wizard'])
    expect(many.findTitles(text, 5).map(({ sku }) => sku)).toEqual(['SKU-1']);
  expect(shelf.findStudents('sil zoe', 5).map(({ studentNumber }) => studentNumber)).toEqual([
    'S2',
  ]);
  expect(shelf.findStudents('ver', 5)).toEqual([]);
});

test('a tender says before it is chosen what stands in its way', async () => {
  const till = await offlineTill();
  till.counter.addTitle('SKU-1');
  const obstacles = () =>
    Object.fromEntries(getSale(till).tenders.map(({ method, obstacle }) => [method, obstacle]));
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
  const till = await offlineTill();
  till.counter.addTitle('SKU-1');
  await till.checkout.start();
  till.journal.failure = new DOMException('Full', 'QuotaExceededError');
  const take = () => till.checkout.take({ method: 3, tenderedCents: 2_000 });
  expect(await take()).toEqual({ ok: false, reason: 'not_stored' });
  expect(till.checkout.done).toBeNull();
  expect(till.checkout.problem).toMatchObject({ kind: 'not_stored', sequence: 1 });
  expect(getSale(till)).toMatchObject({ items: 1, leftToPayCents: 0 });
  const before = till.checkout.unstored?.order;
  till.journal.failure = null;
  expect(await till.checkout.storeAgain()).toEqual({ ok: true, finished: true });
  expect((await till.journal.readSales()).map(({ order }) => order)).toEqual([before]);
  expect(getSale(till).items).toBe(0);
});

test('a book that is scanned while a sale is stored is refused, and not lost in the finished sale', async () => {
  const till = await offlineTill();
  till.counter.addTitle('SKU-1');
  await till.checkout.start();
  const finishing = till.checkout.take({ method: 3, tenderedCents: 2_000 });
  const waits = { kind: 'refused', reason: 'waiting_for_answer' };
  expect(till.counter.scan('9780142400002')).toEqual(waits);
  expect(till.counter.park()).toEqual({ ok: false, reason: 'waiting_for_answer' });
  expect(await finishing).toEqual({ ok: true, finished: true });
  expect(till.counter.scan('9780142400002')).toMatchObject({ kind: 'title' });
  await till.books.settled();
  expect((await till.journal.readNotes()).running).toMatchObject({ lines: [{ sku: 'SKU-2' }] });
  expect((await till.journal.readSales())[0]?.order.lines).toHaveLength(1);
});

test('the running sale and the parked ones are there after the page was closed at any moment', async () => {
  const till = await offlineTill();
  till.counter.addTitle('SKU-1');
  till.counter.park('went to ask for $5');
  till.counter.addTitle('SKU-2');
  await till.checkout.start();
  await till.checkout.take({ method: 1, amountCents: 100, cardBrand: 'visa', cardLast4: '4242' });
  await till.books.settled();
  const again = await offlineTill(undefined, till.journal);
  expect(getSale(again)).toMatchObject({
    stage: 'pay',
    lines: [{ sku: 'SKU-2' }],
    taken: [{ amountCents: 100 }],
  });
  expect(again.books.notes.parked).toMatchObject([{ note: 'went to ask for $5' }]);
  await again.checkout.take({ method: 3, tenderedCents: 5_000 });
  const next = await offlineTill(undefined, till.journal);
  expect(getSale(next).lines).toEqual([]);
  expect(next.books.sales.size).toBe(1);
});

test('an answer never changes a finished sale; a server that forgot sales gets them again', async () => {
  const till = await offlineTill();
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
  expect(findUnsent(till.books.sales.values())).toEqual([]);
  await till.books.keep(answer(['rejected'], 1));
  expect([...till.books.sales.values()].map((sale) => sale.answer?.result)).toEqual([
    'accepted',
    'rejected',
    'accepted',
  ]);
  await till.books.keep(answer([], 0));
  await till.books.keep({ notes: { acknowledged: { epoch: 7, sequence: 3 } } });
  await till.books.keep(answer(['accepted'], 1));
  expect(findUnsent(till.books.sales.values()).map(({ order }) => order.sequence)).toEqual([2, 3]);
  expect([...till.books.sales.values()].map(({ order }) => order)).toEqual(orders);
});

test('acknowledged sales stay for 30 days, and the others for good', async () => {
  const till = await offlineTill();
  for (let sold = 0; sold < 2; sold++) {
    till.counter.addTitle('SKU-1');
    await till.checkout.start();
    await till.checkout.take({ method: 3, tenderedCents: 2_000 });
  }
  const [first, second] = [...till.books.sales.values()];
  const at = new Date().toISOString();
  const kept = { ...first!, day: '2026-01-05', answer: { result: 'accepted' as const, at } };
  const days = (count: number) => Date.now() + count * 86_400_000;
  expect(findExpired([kept, second!], days(29))).toEqual([]);
  expect(findExpired([kept, second!], days(31))).toEqual([kept.order.clientOrderId]);
  expect(findExpired([kept, { ...second!, day: kept.day }], days(31))).toEqual([]);
});

test('the school itself as buyer belongs to its own purchase, and another buyer ends that', async () => {
  const till = await offlineTill();
  const exempt = (reason: 'school_purchase' | 'organization', certificateNo: string) =>
    till.counter.change((sale) => setExemption(sale, { reason, certificateNo }));
  till.counter.addTitle('SKU-1');
  till.counter.scan('S1');
  expect(exempt('school_purchase', '')).toEqual({ ok: true });
  expect(getSale(till)).toMatchObject({ taxCents: 0, customer: { type: 'school' } });
  till.counter.scan('S1');
  expect(getSale(till)).toMatchObject({ taxCents: 42, exemption: null });
  expect(exempt('organization', ' 77-1 ')).toEqual({ ok: true });
  expect(till.floor.sale.exemption).toEqual({ reason: 'organization', certificateNo: '77-1' });
  expect(getSale(till).customer).toMatchObject({ type: 'student' });
});

test('a number is not used again though the note of the last one was lost', async () => {
  const given = notes();
  const journal = new MemoryJournal(given);
  await journal.write({ sales: [storedSale(5, { order: { ...storedSale(5).order, epoch: 7 } })] });
  const till = await offlineTill(given, journal);
  till.counter.addTitle('SKU-1');
  await till.checkout.start();
  await till.checkout.take({ method: PaymentMethod.cash, tenderedCents: 100_000 });
  const sold = [...till.books.sales.values()].map(({ order }) => order.sequence);
  expect(sold).toEqual([5, 6]);
});

test('a clock that is years off says so before a sale, sells on, and is set by the server', () => {
  const { fair } = notes({}).session!;
  const days = { ...fair, startDate: '2026-10-12', endDate: '2026-10-16' };
  const clock = new Clock(undefined, () => Date.parse('2019-01-01T00:00:00Z'));
  expect(clock.trouble(days)).toBe('clock_doubtful');
  clock.learn('2026-10-14T15:00:00.000Z', Date.parse('2019-01-01T00:00:00Z'));
  expect(clock.trouble(days)).toBe('clock_wrong');
  expect(clock.now()).toBe('2026-10-14T15:00:00.000Z');
  const later = new Clock(clock.note(), () => Date.parse('2018-06-01T00:00:00Z'));
  expect(later.trouble(days)).toBe('clock_doubtful');
});

test('names leave the device when the fair is over, and are not fetched again', async () => {
  const given = notes();
  const ended = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  const fair = { ...given.session!.fair, endDate: ended, sellingTo: ended };
  const person = { ...given.session!.person, codeCheck: { salt: '', iterations: 1, hash: '' } };
  const over: Partial<Notes> = {
    ...given,
    session: { ...given.session!, fair },
    catalog: { ...given.catalog!, fair },
    people: [{ ...fair, planned: true, today: false, people: [person] }],
    checks: { [person.id]: person.codeCheck },
  };
  const asked: string[] = [];
  const server = new Server((path) => {
    asked.push(path);
    const data = {
      device: { id: person.id, deviceId: 'REG-1', name: 'Register 1', lastEpoch: 0 },
      fairs: over.people,
      serverTime: new Date().toISOString(),
    };
    return Promise.resolve(Response.json({ data }));
  });
  const books = await Books.open(new MemoryJournal(over));
  const parts = makeParts(books, server, { appVersion: '1', isOwner: true }, () => undefined);
  forgetNames(parts);
  expect(books.notes).not.toHaveProperty('students');
  expect(books.notes).not.toHaveProperty('people');
  expect(books.notes).not.toHaveProperty('checks');
  expect(await parts.supplies.refresh()).toBe(false);
  await parts.access.refreshPeople();
  // Somebody may still sign in to hand in; the check of the code stays away.
  expect(books.notes.people![0]!.people[0]).not.toHaveProperty('codeCheck');
  expect(asked).toEqual(['/v1/pos/people']);
});

test('a tablet that replaces another starts above every epoch that the office has of it', async () => {
  const lastEpoch = 900_000;
  const data = {
    deviceKey: 'key',
    device: { id: 'a', deviceId: 'REG-1', name: 'Register 1', lastEpoch },
    fairs: [],
    serverTime: new Date().toISOString(),
  };
  const server = new Server(() => Promise.resolve(Response.json({ data })));
  const books = await Books.open(new MemoryJournal({}));
  const { access } = makeParts(books, server, { appVersion: '1', isOwner: true }, () => undefined);
  expect(await access.pair({ deviceId: 'REG-1', pairingCode: 'K7QM4T2X' })).toEqual({ ok: true });
  expect(books.notes.numbers).toEqual({ deviceId: 'REG-1', epoch: lastEpoch + 1, sequence: 0 });
});
