import { changeDue, getOrderSums, isRoundedRight } from '@pos/contract/sales/money-rules';
import { SoldOrder } from '@pos/contract/sales/register-orders';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { notes, offlineTill, getSale } from '../../testing/offline-till.ts';
import { pay, sell, SHOPPER, StoppingJournal } from '../../testing/shoppers.ts';
import { MemoryJournal } from './journal/memory-journal.ts';
import { tidy } from './parts.ts';
import { setDiscount } from './rules/running-sale.ts';

test('any sale has the sums of the contract, payments equal to its total, and numbers without a gap', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(SHOPPER, { minLength: 1, maxLength: 4 }),
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

test('stopped at any write, a till has each sale that it called finished, once and unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(SHOPPER, { minLength: 2, maxLength: 3 }),
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
