import { addDays } from '@pos/contract/values/days';
import type { SeasonGenerator } from './generator.ts';
import { makeSale, type Moment, type Sale } from './sale.ts';
import { addSale } from './sale-rows.ts';
import type { SeasonFair, SoldOut } from './season-fair.ts';

const MINUTES_A_DAY = 1_440;

/**
 * Writes the sales of one fair: orders with lines, payments with their events, refunds, eWallet
 * entries and stock movements.
 */
export function sellAtFair(
  generator: SeasonGenerator,
  fair: SeasonFair,
  cashierId: string,
): SoldOut {
  const outcome: SoldOut = {
    netCents: 0,
    orders: [],
    soldByTitle: new Map(),
    toShipByTitle: new Map(),
    shippedByTitle: new Map(),
  };
  const { random } = generator;
  const minutes = Array.from(
    { length: fair.orders },
    () => random.int(0, fair.days - 1) * MINUTES_A_DAY + random.int(8 * 60, 16 * 60),
  ).sort((one, other) => one - other);
  for (const [index, minute] of minutes.entries()) {
    const day = addDays(fair.startDate, Math.floor(minute / MINUTES_A_DAY));
    const moment: Moment = {
      number: index + 1,
      day,
      soldMs:
        Date.parse(`${day}T00:00:00Z`) +
        ((minute % MINUTES_A_DAY) + fair.school.behind * 60) * 60_000 +
        random.int(0, 59_999),
    };
    const sale = makeSale(generator, fair, moment);
    const orderNumber = addSale(generator, sale, cashierId, outcome);
    if (sale.status !== 'open') countSale(outcome, orderNumber, sale);
  }
  return outcome;
}

/** Adds a sale that reports count to the outcome of the fair. */
function countSale(outcome: SoldOut, orderNumber: string, { sums, refunded }: Sale): void {
  const netCents = sums.subtotalCents - refunded.net;
  outcome.netCents += netCents;
  outcome.orders.push({
    orderNumber,
    netCents,
    taxCents: sums.taxCents - refunded.tax,
    totalCents: sums.totalCents - refunded.net - refunded.tax,
  });
}
