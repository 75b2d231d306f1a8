import { Access } from './office/access.ts';
import { Approvals } from './approvals.ts';
import type { Books } from './journal/books.ts';
import { Checkout } from './checkout.ts';
import { Clock } from './office/clock.ts';
import { Counter } from './counter.ts';
import { Delivery } from './office/delivery.ts';
import { Floor } from './floor.ts';
import { findExpired } from './rules/outbox.ts';
import { beginSale } from './rules/running-sale.ts';
import type { Server } from './office/server.ts';
import { Supplies } from './office/supplies.ts';

/** The parts of a till over one journal. */
export type Parts = {
  books: Books;
  clock: Clock;
  server: Server;
  access: Access;
  floor: Floor;
  counter: Counter;
  checkout: Checkout;
  approvals: Approvals;
  supplies: Supplies;
  delivery: Delivery;
};

export type PartsOptions = {
  appVersion: string;
  /** False in a second tab, which only reads. */
  isOwner: boolean;
  /** Milliseconds by the clock of this device; by default its system's. */
  deviceClock?: () => number;
};

/** Connects the parts of a till. `onChange` is called after each change of what screens show. */
export function makeParts(
  books: Books,
  server: Server,
  { appVersion, isOwner, deviceClock }: PartsOptions,
  onChange: () => void,
): Parts {
  const clock = new Clock(books.notes.clock, deviceClock);
  const access = new Access(books, server, clock);
  const floor = new Floor(books, clock, server, isOwner);
  const counter = new Counter(floor);
  const checkout = new Checkout(floor, server, access);
  const approvals = new Approvals(floor, server, access);
  const supplies = new Supplies(books, server, access, clock);
  const delivery = new Delivery({ books, server, access, clock }, appVersion);
  floor.onChange = onChange;
  delivery.onChange = onChange;
  counter.onBegin = () => checkout.nextCustomer();
  counter.onStudent = (studentNumber) => {
    if (server.isReached) void supplies.refreshStudent(studentNumber).then(onChange);
  };
  checkout.onFinished = () => delivery.wake();
  return { books, clock, server, access, floor, counter, checkout, approvals, supplies, delivery };
}

/** Removes what may leave the device, and ends a sale that was stored when the page was closed. */
export function tidy({ books, clock }: Parts): void {
  const { running, session } = books.notes;
  if (running && books.sales.has(running.id)) books.keepSoon({ running: beginSale() });
  if (clock.trouble(session?.fair ?? null) !== null) return;
  const removed = findExpired(books.sales.values(), clock.nowMs(), books.returns.values());
  // The next start removes anything that could not be removed.
  if (removed.length > 0) void books.keep({ removed }).catch(() => undefined);
  forgetNames({ books, clock });
}

/** Names and checks of codes leave after the fair (docs/trust.md, "Codes without a network"). */
export function forgetNames({ books, clock }: Pick<Parts, 'books' | 'clock'>): void {
  const { catalog } = books.notes;
  if (catalog && clock.isAfter(catalog.fair))
    books.keepSoon({ students: null, people: null, checks: null });
}
