import type { Reason } from '@pos/contract/errors';
import { plainPlural } from '@pos/contract/values/counts';
import type { FairUses } from './fair-life.queries.ts';

const USES: readonly { code: string; use: keyof FairUses; noun: string }[] = [
  { code: 'ORDERS', use: 'orders', noun: 'order' },
  { code: 'HELD_ORDERS', use: 'heldOrders', noun: 'held order' },
  { code: 'PAYMENTS', use: 'topUps', noun: 'eWallet top-up' },
  { code: 'STOCK', use: 'stockMovements', noun: 'stock movement' },
  { code: 'FLOAT_COUNTS', use: 'floatCounts', noun: 'float count' },
  { code: 'CASH_COUNTS', use: 'cashCounts', noun: 'cash count' },
];

/** Returns the reasons that block the deletion of a fair, with their counts. */
export function deletionReasons(uses: FairUses): Reason[] {
  return USES.map(({ code, use, noun }) => ({
    code,
    text: plainPlural(uses[use], noun),
    count: uses[use],
  })).filter(({ count }) => count > 0);
}

/** Warns that a live fair with orders today is about to be deactivated. */
export function liveOrdersWarning(fairName: string, ordersToday: number): Reason {
  return {
    code: 'LIVE_WITH_ORDERS',
    text: `${fairName} is live and has ${plainPlural(ordersToday, 'order')} today. Its registers will stop selling.`,
    count: ordersToday,
  };
}
