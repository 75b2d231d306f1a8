import type { Send } from '@pos/contract/client';
import { expect } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../src/app/app.tsx';
import type { Notes } from '../src/till/journal/journal.ts';
import { MemoryJournal } from '../src/till/journal/memory-journal.ts';
import { openTill } from '../src/till/open-till.ts';
import { noLock } from '../src/till/journal/till-lock.ts';
import '../src/ui/sheets.ts';

/** Books of the fair by what a scanner reads. */
export const BOOKS = { wonder: '9780141900001', holes: '9780141900018', moon: '9780141900025' };

const title = (isbn13: string, name: string, priceCents: number, onHand: number) => ({
  sku: isbn13,
  isbn13,
  upc: null,
  title: name,
  author: 'Ann Author',
  category: 'Chapter',
  priceCents,
  taxable: true,
  onHand,
  shipAvailable: 4,
  active: true,
});

const child = (studentNumber: string, lastName: string, grade: string, teacher: string) => ({
  studentNumber,
  firstName: 'Finn',
  lastName,
  grade,
  teacher,
  walletBalanceCents: 2_000,
  walletStatus: 'active' as const,
  formerNumbers: [],
});

/** Content of a tablet at a fair: Jo works it, with three books and two children of one name. */
export function tabletNotes(): Partial<Notes> {
  const fair = {
    id: '0c9a4f52-7d0e-4c3f-9b57-2f1f6f0a1e01',
    identifier: 'HILLTOP-25-01',
    name: 'Hilltop Autumn Book Fair',
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
  const jo = {
    id: '0c9a4f52-7d0e-4c3f-9b57-2f1f6f0a1e02',
    kind: 'admin',
    name: 'Jo',
    initial: 'J',
  } as const;
  return {
    pairing: { deviceId: 'REG-01', deviceKey: 'key', name: 'Register 1' },
    numbers: { deviceId: 'REG-01', epoch: 1, sequence: 311 },
    people: [{ ...fair, planned: true, today: true, people: [jo] }],
    session: { person: jo, fair, mode: 'sell' },
    catalog: {
      fair,
      settings: {
        maxCheckOverageCents: 2_000,
        lastCopyThreshold: 1,
        maxDiscountPercent: 20,
        maxOfflineHours: 24,
        ewalletMinTopUpCents: 1_000,
        ewalletMaxBalanceCents: 50_000,
        ewalletLeftoverPolicy: 'carry_forward',
        roundCash: false,
        receiptFooter: '',
        supportEmail: '',
        supportPhone: '(555) 010-0142',
      },
      titles: [
        title(BOOKS.wonder, 'Wonder', 599, 1),
        title(BOOKS.holes, 'Holes', 1999, 6),
        title(BOOKS.moon, 'The Moon Borrowed My Mittens', 699, 0),
      ],
      cursor: '',
      etag: null,
      fetchedAt: new Date().toISOString(),
    },
    students: {
      fairIdentifier: fair.identifier,
      students: [
        child('S010005', 'Quillan', '3', 'Ms. Alder'),
        child('S010032', 'Quillan', '2', 'Mr. Elm'),
      ],
    },
  };
}

/**
 * Types as a scanner does: two milliseconds between the characters by the clock of the keyboard,
 * however busy the page is, and Enter at the end. A character that the page does not keep to itself
 * goes into the field that has the focus, as in a browser.
 */
export function scan(code: string): void {
  const start = performance.now();
  for (const [index, key] of [...code, 'Enter'].entries()) {
    const target = document.activeElement ?? document.body;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: start + 2 * index });
    const isFree = target.dispatchEvent(event);
    if (isFree && target instanceof HTMLInputElement && key.length === 1) {
      target.setRangeText(key, target.value.length, target.value.length, 'end');
      target.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
}

/** A sign-in at the fair, for a tablet with a network. */
export const TOKENS = {
  'HILLTOP-25-01': { token: 'here', expiresAt: '2190-01-01T00:00:00.000Z' },
};

type Asked = { orders?: { clientOrderId: string }[] };

/** A server that books all sales and answers these calls, by the end of their path, and no others. */
export function serverWith(answers: Record<string, (body: never) => object>): Send {
  const serverTime = new Date().toISOString();
  const book = ({ orders = [] }: Asked) => ({
    results: orders.map((order) => ({ ...order, result: 'accepted' })),
    acknowledgedSequence: 312,
    serverTime,
  });
  const heartbeat = () => ({ serverTime, mode: 'sell' });
  return (address, { body }) => {
    const answer = { orders: book, heartbeat, ...answers }[address.split('/').at(-1) ?? ''];
    const given = JSON.parse(String(body ?? '{}')) as never;
    return Promise.resolve(
      answer ? Response.json({ data: answer(given) }) : new Response('{}', { status: 503 }),
    );
  };
}

/** Renders the register over a journal in memory, on a tablet without a network unless it is given. */
export async function renderRegister(
  notes: Partial<Notes> = tabletNotes(),
  send: Send = () => Promise.reject(new TypeError('There is no network.')),
  lock = noLock,
) {
  const journal = new MemoryJournal(notes);
  const till = openTill({
    journal,
    send,
    lock,
    storage: () => Promise.resolve({ mayBeDeleted: false, isLow: false }),
  });
  await render(<App till={till} />);
  await expect.poll(() => till.getState().phase).not.toBe('opening');
  return { journal, till };
}
