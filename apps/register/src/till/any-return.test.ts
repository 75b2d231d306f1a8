import { SoldRefund } from '@pos/contract/sales/register-refunds';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { notes, offlineTill } from '../../testing/offline-till.ts';
import { sell, SHOPPER, StoppingJournal } from '../../testing/shoppers.ts';
import { DrawerDesk } from './drawer-desk.ts';
import { MemoryJournal } from './journal/memory-journal.ts';
import type { Parts } from './parts.ts';
import { ReturnDesk } from './return-desk.ts';
import type { ReturnableSale, ReturnedLine } from './return-views.ts';

const BACK = fc.array(
  fc.record({ units: fc.integer({ min: 0, max: 3 }), isDamaged: fc.boolean() }),
  { minLength: 1, maxLength: 5 },
);
type Back = typeof BACK extends fc.Arbitrary<infer Value> ? Value : never;

const openDesk = ({ floor, server, access }: Parts) =>
  new ReturnDesk(floor, server, access, () => undefined);

/** Some of what is left of each line. */
const toLines = ({ lines }: ReturnableSale, back: Back): ReturnedLine[] =>
  lines.map(({ lineNo, quantity, refundedQty }, index) => {
    const { units = 0, isDamaged = false } = back[index % back.length] ?? {};
    return { lineNo, quantity: Math.min(units, quantity - refundedQty), isDamaged };
  });
/** Everything that is left. */
const toRest = ({ lines }: ReturnableSale): ReturnedLine[] =>
  lines.map(({ lineNo, quantity, refundedQty }) => ({
    lineNo,
    quantity: quantity - refundedQty,
    isDamaged: false,
  }));

async function giveBack(desk: ReturnDesk, sale: ReturnableSale, lines: ReturnedLine[]) {
  const clientRefundId = crypto.randomUUID();
  return desk.give({ clientRefundId, sale, lines, reason: 'Bought twice' });
}

test('returns in any parts give back what was paid, to the cent, each the way it came', async () => {
  await fc.assert(
    fc.asyncProperty(
      SHOPPER,
      fc.array(BACK, { maxLength: 4 }),
      fc.boolean(),
      async (shopper, backs, roundCash) => {
        const till = await offlineTill(notes({ roundCash }));
        await sell(till, shopper);
        till.checkout.nextCustomer();
        const desk = openDesk(till);
        const find = () => desk.findHere('1')[0]!;
        const { order } = [...till.books.sales.values()][0]!;
        for (const back of backs) {
          const sale = find();
          const lines = toLines(sale, back);
          const plan = desk.plan(sale, lines);
          expect(plan.missingCents).toBe(0);
          const result = await giveBack(desk, sale, lines);
          expect(result.ok).toBe(plan.units > 0);
        }
        const rest = find();
        if (toRest(rest).some(({ quantity }) => quantity > 0))
          expect(await giveBack(desk, rest, toRest(rest))).toMatchObject({ ok: true });
        // Nothing is left, whatever is asked for.
        const again = order.lines.map(({ lineNo }) => ({ lineNo, quantity: 1, isDamaged: false }));
        expect(await giveBack(desk, rest, again)).toEqual({ ok: false, reason: 'nothing_left' });

        const returns = await till.journal.readReturns();
        for (const { refund, tenders, totalCents, cashCents, roundingCents } of returns) {
          expect(SoldRefund.safeParse(refund).error).toBeUndefined();
          expect(sum(tenders.map(({ amountCents }) => amountCents))).toBe(totalCents);
          const cash = tenders.filter(({ paidOutAs }) => paidOutAs === 3);
          expect(cashCents).toBe(sum(cash.map((tender) => tender.amountCents)) + roundingCents);
          if (roundCash) expect(cashCents % 5).toBe(0);
        }
        expect(sum(returns.map(({ totalCents }) => totalCents))).toBe(order.totalCents);
        const { givenBackCents } = new DrawerDesk(
          till.floor,
          till.server,
          till.access,
          () => undefined,
        ).money();
        const change = order.payments.filter(({ method }) => method === 2);
        expect(givenBackCents).toBe(
          sum(returns.map(({ cashCents }) => cashCents)) +
            sum(change.map(({ changeCents = 0 }) => changeCents)),
        );
        for (const method of [1, 2, 3, 4, 5, 6])
          expect(
            sum(
              returns
                .flatMap(({ tenders }) => tenders)
                .filter((tender) => tender.method === method)
                .map(({ amountCents }) => amountCents),
            ),
          ).toBe(
            sum(
              order.payments
                .filter((payment) => payment.method === method)
                .map(({ amountCents }) => amountCents),
            ),
          );
      },
    ),
    { numRuns: 60 },
  );
});

test('stopped at any write, a till gives nothing back twice, and has each return that it called given', async () => {
  await fc.assert(
    fc.asyncProperty(
      SHOPPER,
      fc.array(BACK, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 0, max: 30 }),
      fc.boolean(),
      async (shopper, backs, writes, isWritten) => {
        const journal = new StoppingJournal(notes(), writes, isWritten);
        const till = await offlineTill(undefined, journal);
        const given: string[] = [];
        const working = (async () => {
          await sell(till, shopper);
          const desk = openDesk(till);
          for (const back of backs) {
            const sale = desk.findHere('1')[0]!;
            const result = await giveBack(desk, sale, toLines(sale, back));
            if (result.ok) given.push(result.given.refund.clientRefundId);
          }
        })();
        await Promise.race([working, journal.stopped.promise]);

        const stored = new MemoryJournal(await journal.readNotes());
        const [sales, returns] = [await journal.readSales(), await journal.readReturns()];
        await stored.write({ sales, returns });
        expect(returns.map(({ refund }) => refund.clientRefundId)).toEqual(
          expect.arrayContaining(given),
        );
        expect(returns.length - given.length).toBeLessThanOrEqual(1);
        const again = openDesk(await offlineTill(undefined, stored));
        const sale = again.findHere('1')[0];
        expect(sale === undefined).toBe(sales.length === 0);
        if (!sale) return;
        if (toRest(sale).some(({ quantity }) => quantity > 0))
          expect(await giveBack(again, sale, toRest(sale))).toMatchObject({ ok: true });
        const all = await stored.readReturns();
        expect(sum(all.map(({ totalCents }) => totalCents))).toBe(sales[0]!.order.totalCents);
      },
    ),
    { numRuns: 80 },
  );
});

test('a return that is not stored is not given; asked for again it is given once', async () => {
  const till = await offlineTill();
  till.counter.addTitle('SKU-1');
  await till.checkout.start();
  await till.checkout.take({ method: 3, tenderedCents: 2_000 });
  const desk = openDesk(till);
  const [sale] = desk.findHere('1');
  const request = {
    clientRefundId: crypto.randomUUID(),
    sale: sale!,
    lines: [{ lineNo: 1, quantity: 1, isDamaged: false }],
    reason: 'Bought twice',
  };
  till.journal.failure = new DOMException('Full', 'QuotaExceededError');
  expect(await desk.give(request)).toEqual({ ok: false, reason: 'not_stored' });
  expect(till.books.returns.size).toBe(0);
  till.journal.failure = null;
  const both = await Promise.all([desk.give(request), desk.give(request)]);
  expect(both.map(({ ok }) => ok)).toEqual([true, false]);
  expect(await desk.give(request)).toMatchObject({ ok: true });
  expect(await till.journal.readReturns()).toHaveLength(1);
});

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
