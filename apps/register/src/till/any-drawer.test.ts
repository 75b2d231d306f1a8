import { DrawerEntry, type DrawerMove } from '@pos/contract/sales/drawers/drawers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { notes, offlineTill } from '../../testing/offline-till.ts';
import { storedSale } from '../../testing/stored-sale.ts';
import { Books } from './journal/books.ts';
import { MemoryJournal } from './journal/memory-journal.ts';
import { DrawerDesk } from './drawer-desk.ts';
import { makeParts } from './parts.ts';
import { Server } from './office/server.ts';

const MOVE = fc.record({
  kind: fc.constantFrom<DrawerMove[]>('float_in', 'float_out', 'to_safe', 'pay_out'),
  amountCents: fc.integer({ min: 1, max: 50_000 }),
  reason: fc.constantFrom('Tape', 'Pizza for the volunteers'),
});

test('what should be in a drawer is its cash sales with rounding, less change on checks, and its moves', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(MOVE, { maxLength: 6 }),
      fc.integer({ min: 1, max: 9_999 }),
      fc.integer({ min: -2, max: 2 }),
      async (moves, soldCents, roundingCents) => {
        const till = await offlineTill(notes());
        const desk = new DrawerDesk(till.floor, till.server, till.access, () => undefined);
        const { identifier } = till.books.notes.session!.fair;
        const sale = storedSale(1, { fairIdentifier: identifier, day: till.floor.today! });
        const paid = { status: 'completed' as const, checkNumber: null, cardBrand: null };
        const none = { ...paid, cardLast4: null, processorRef: null };
        const payments = [
          {
            ...none,
            clientPaymentId: 'a',
            method: 3 as const,
            amountCents: soldCents,
            roundingCents,
          },
          { ...none, clientPaymentId: 'b', method: 2 as const, amountCents: 973, changeCents: 27 },
        ];
        const elsewhere = storedSale(2, { fairIdentifier: identifier, day: '2020-01-01' });
        await till.books.keep({
          sales: [{ ...sale, order: { ...sale.order, payments } }, elsewhere],
        });
        let expected = soldCents + roundingCents - 27;
        for (const move of moves) {
          expect(await desk.move(move)).toMatchObject({ ok: true });
          expected += move.kind === 'float_in' ? move.amountCents : -move.amountCents;
        }
        expect(desk.money()).toMatchObject({
          expectedCents: expected,
          checks: 1,
          checkCents: 1_000,
        });
        const pieces = { 2000: 2, 25: 3, 1: 0 };
        const { counted } = { counted: null, ...(await desk.count({ ...COUNT, pieces })) };
        expect(counted).toMatchObject({ cashCents: 4_075, sums: { expectedCents: expected } });
        for (const { entry } of desk.entries()) DrawerEntry.parse(entry);
      },
    ),
    { numRuns: 30 },
  );
});

const COUNT = { pieces: {}, checks: 1, checkCents: 1_000, secondPerson: 'Maria Lopez' };

test('entries that are stored while others are sent are all kept, and each arrives once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(MOVE, { minLength: 1, maxLength: 8 }),
      fc.array(fc.constantFrom('request', 'answer', 'nothing'), { maxLength: 6 }),
      async (moves, given) => {
        const cuts = [...given];
        const booked = new Map<string, number>();
        const server = new Server((path, init) => {
          const cut = path.endsWith('drawer-entries') ? cuts.shift() : 'nothing';
          if (cut === 'request') return Promise.reject(new TypeError('No network'));
          const { entries = [] } = JSON.parse(String(init.body)) as {
            entries?: { clientEntryId: string }[];
          };
          const results = entries.map(({ clientEntryId }) => {
            const isKnown = booked.has(clientEntryId);
            if (!isKnown) booked.set(clientEntryId, 1);
            return { clientEntryId, result: isKnown ? 'duplicate' : 'accepted' };
          });
          if (cut === 'answer') return Promise.reject(new TypeError('The answer was lost'));
          const serverTime = new Date().toISOString();
          return Promise.resolve(Response.json({ data: { results, serverTime, mode: 'sell' } }));
        });
        const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
        const stored = notes();
        const { identifier } = stored.session!.fair;
        const tokens = { [identifier]: { token: 'here', expiresAt } };
        const journal = new MemoryJournal({ ...stored, tokens });
        const options = { appVersion: '1', isOwner: true };
        const parts = makeParts(await Books.open(journal), server, options, () => undefined);
        const { floor, access, delivery, books } = parts;
        const desk = new DrawerDesk(floor, server, access, () => void delivery.sendNow());
        await Promise.all(moves.map((move) => desk.move(move)));
        for (let tries = 0; tries < 12; tries++) await delivery.sendNow();
        delivery.close();
        expect(books.notes.drawer?.every(({ answer }) => answer !== null)).toBe(true);
        const kept = (await journal.readNotes()).drawer ?? [];
        expect(kept.length).toBe(moves.length);
        expect([...booked.keys()].toSorted()).toEqual(
          kept.map(({ entry }) => entry.clientEntryId).toSorted(),
        );
      },
    ),
    { numRuns: 40 },
  );
});
