import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { dayIn } from '@pos/contract/values/clock';
import { expect } from 'vitest';
import { addSchool, planFair, stockFair } from '@pos/world/fair';
import { findCashier, openRegister } from '../selling/open-register.ts';
import type { RandomSale, SalesPlace, SoldItem } from './random-sales.ts';
import { sum } from './report-figures.ts';
import type { SalesLedger } from './sales-ledger.ts';
import type { TestApp } from '../app/test-app.ts';

const ZONE = 'America/Los_Angeles';

/** SKU, title, category, price in cents; hymns are not taxed. */
const CATALOG: [string | null, string, string, number][] = [
  ['9780306406157', 'The River', 'Chapter', 799],
  ['9780140328721', 'A Fox at School', 'Picture', 599],
  ['9780262033848', 'Numbers', 'Activity', 1_299],
  ['9780131103627', 'Letters', 'Early reader', 449],
  ['9780201633610', 'Patterns', 'Teen', 2_199],
  ['PEN-1', 'Pen', 'Merchandise', 150],
  ['HYMN-1', 'Hymns', 'Faith', 1_000],
  [null, 'Eraser', 'Merchandise', 75],
];
const itemsAt = (changed: Record<string, number>): SoldItem[] =>
  CATALOG.map(([sku, title, category, priceCents]) => ({
    sku,
    title,
    category,
    priceCents: changed[title] ?? priceCents,
    taxable: category !== 'Faith',
  }));
/**
 * Two overlapping fairs of one school: the clocks change on March 8, 2026, and one title has
 * another price at the second fair.
 */
export const PLACES: SalesPlace[] = [
  { identifier: 'CA0001-A', startDate: '2026-03-02', taxRatePpm: 82_500, items: itemsAt({}) },
  {
    identifier: 'CA0001-B',
    startDate: '2026-03-05',
    taxRatePpm: 101_000,
    items: itemsAt({ 'The River': 899 }),
  },
].map((place) => ({ ...place, days: 5, timeZone: ZONE }));
export const RANGE = { schoolIdentifier: 'ca0001', startDate: '2026-02-25', endDate: '2026-03-14' };

/** Local day of an instant at the fairs. */
const toLocalDay = (instant: string) => dayIn(instant, ZONE);

export type Registers = Awaited<ReturnType<typeof openRegister>>[][];

/** Opens the school with its fairs, titles and two registers each. */
export async function openRandomFairs(test: TestApp): Promise<Registers> {
  await addSchool(test.owner, 'CA0001', { timeZone: ZONE });
  const cashierId = await findCashier(test);
  const registers: Registers = [];
  for (const place of PLACES) {
    const fair = await planFair(test.owner, 'CA0001', {
      schoolIdentifier: 'CA0001',
      identifier: place.identifier,
      startDate: place.startDate,
      endDate: place.startDate === '2026-03-02' ? '2026-03-06' : '2026-03-09',
      salesTaxRate: place.taxRatePpm / 10_000,
    });
    const titles = place.items.flatMap(({ sku, ...item }) =>
      sku ? [{ sku, ...item, quantity: 60 }] : [],
    );
    await stockFair(test.owner, fair, titles);
    registers.push([
      await openRegister(test, cashierId, place.identifier, `${place.identifier}-1`),
      await openRegister(test, cashierId, place.identifier, `${place.identifier}-2`),
    ]);
  }
  return registers;
}

/**
 * Sends all orders, then results for half of the pending cards, then refunds, and keeps a second
 * set of books.
 */
export async function handInSales(
  registers: Registers,
  ledger: SalesLedger,
  sales: readonly RandomSale[],
): Promise<void> {
  for (const [place, pair] of registers.entries()) {
    for (const [register, pos] of pair.entries()) {
      const mine = sales.filter((sale) => sale.place === place && sale.register === register);
      const { data } = await pos.orders({ body: { orders: mine.map(({ order }) => order) } });
      expect(data.results.map(({ result }) => result)).toEqual(mine.map(() => 'accepted'));
      for (const { order } of mine)
        ledger.sell(PLACES[place]!.identifier, toLocalDay(order.soldAt), order);
      const waiting = mine.filter(({ order }) =>
        order.payments.some(({ status }) => status === 'pending'),
      );
      for (const { order } of waiting.slice(0, waiting.length / 2)) {
        const results = order.payments
          .filter(({ status }) => status === 'pending')
          .map(({ clientPaymentId }) => ({ clientPaymentId, status: 'completed' as const }));
        await pos.payments({ body: { results } });
        ledger.settle(order.clientOrderId, toLocalDay(order.soldAt));
      }
      for (const refund of mine.flatMap(({ refunds }) => refunds)) {
        if (!ledger.canRefund(refund.clientOrderId)) continue;
        const answer = await pos.refunds({ body: { refunds: [refund] } });
        expect(answer.data.results).toMatchObject([{ result: 'accepted' }]);
        ledger.refund(refund, toLocalDay(refund.refundedAt));
      }
    }
  }
}

/** Domain 8.7 for one order. */
export function eligibleCents(
  lines: readonly {
    netCents: number;
    taxCents: number;
    refundedNetCents: number;
    refundedTaxCents: number;
  }[],
  payments: readonly { method: number; amountCents: number; refundedCents: number }[],
): number {
  const net = sum(lines.map((line) => line.netCents - line.refundedNetCents));
  const total = net + sum(lines.map((line) => line.taxCents - line.refundedTaxCents));
  const aveDollars = sum(
    payments
      .filter(({ method }) => method === PaymentMethod.aveDollar)
      .map(({ amountCents, refundedCents }) => amountCents - refundedCents),
  );
  return total === 0 ? net : net - Math.floor((2 * net * aveDollars + total) / (2 * total));
}
