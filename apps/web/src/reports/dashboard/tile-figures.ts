import { REPORTED_ORDER_STATUSES } from '@pos/contract/sales/order-states';
import { pluralize, formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { formatPercent, toPercent } from '@pos/contract/values/percent';
import { pathTo } from '#web/lib/api/paths.ts';
import type { Good, Read, Scope } from './dashboard.data.ts';

/**
 * Change against last time: direction, amount in words, and if it is good news. Without `text` there
 * is nothing to compare with.
 */
export type Change = {
  direction: 'up' | 'down' | 'same';
  text: string;
  meaning: 'good' | 'bad' | 'none';
};
/** Key figure with its explanation and a link to exactly its rows. */
export type Tile = {
  label: string;
  value: string;
  change?: Change | undefined;
  detail: string;
  definition: string;
  to: string;
};

/**
 * Four sales tiles (domain 6); each opens the orders that it counts. Three are compared with last
 * time, if each of their fairs had one: a part of the fairs beside the sum of all says nothing.
 */
export function salesTiles(
  read: Read<'sales'>,
  lastTime: Good<'lastTime'> | undefined,
  scope: Scope,
): Tile[] {
  const {
    block: { current },
    from,
    to,
  } = read;
  const orders = (filters: Record<string, unknown> = {}): string =>
    pathTo('orders', {}, { ...scope, from, to, ...filters, status: REPORTED_ORDER_STATUSES });
  const { compared, than } = comparison(read, lastTime);
  const meaning = compared ? COMPARED : '';
  const { netCents, taxCents, units, averageOrderCents, refundsCents, refundedOrders } = current;
  return [
    {
      label: 'Net sales',
      value: formatCents(netCents),
      change: compared && percentChange(compared.current.netCents, compared.previous.netCents),
      detail: than ?? `${formatCents(taxCents)} tax on top`,
      to: orders({ dayOf: 'either' }),
      definition: `Sales less discounts and refunds, before tax. A refund counts on the day it is made, whenever the sale was.${meaning}`,
    },
    {
      label: 'Orders',
      value: formatCount(current.orders),
      change: compared && toChange(compared.current.orders, compared.previous.orders, formatCount),
      detail: than ?? pluralize(units, 'unit sold', 'units sold'),
      to: orders(),
      definition: `Orders sold on these days, without unpaid, canceled and voided ones.${meaning}`,
    },
    {
      label: 'Average order',
      value: formatCents(averageOrderCents),
      change:
        compared &&
        toChange(
          compared.current.averageOrderCents,
          compared.previous.averageOrderCents,
          formatCents,
        ),
      detail: than ?? unitsPerOrder(current),
      to: orders({ dayOf: 'either' }),
      definition: `Net sales divided by the number of orders.${meaning}`,
    },
    {
      label: 'Refunds',
      value: formatCents(-refundsCents),
      detail: refundedOrders === 0 ? 'no refunds' : refundedShare(current),
      to: orders({ dayOf: 'refund' }),
      definition: 'Refunds made on these days, before tax, whenever the sale was.',
    },
  ];
}

const COMPARED =
  ' The arrow compares with the same days of the fair before at each school, today only up to this time of day.';

/** Last time, if there is one to compare with, and the words beside the figures. */
function comparison(
  { block: { current }, from, today }: Read<'sales'>,
  lastTime: Good<'lastTime'> | undefined,
): { compared?: Good<'lastTime'>; than?: string } {
  // Before the first sale of a day, everything would be 100% less than last time.
  if (from === today && current.orders === 0 && current.refundedOrders === 0)
    return { than: 'no sales yet today' };
  if (!lastTime || lastTime.compared === 0 || lastTime.compared < lastTime.fairs) return {};
  return { compared: lastTime, than: 'vs last time' };
}

/** Units of an average order: `2.4 units per order`. */
function unitsPerOrder({ units, orders }: Good<'sales'>['current']): string {
  return orders === 0 ? 'no orders' : `${(units / orders).toFixed(1)} units per order`;
}

/** Number of orders with a refund, and the share of sales refunded: `5 orders · 1.0% of sales`. */
function refundedShare({
  netCents,
  refundsCents,
  refundedOrders,
}: Good<'sales'>['current']): string {
  const share = formatPercent(toPercent(refundsCents, netCents + refundsCents));
  return `${pluralize(refundedOrders, 'order', 'orders')} · ${share} of sales`;
}

/** Tile of payments under review: the current state, whatever days are shown. */
export function reviewTile(
  { underReview: { count, amountCents } }: Good<'payments'>,
  scope: Scope,
): Tile {
  return {
    label: 'Under review',
    value: formatCents(amountCents),
    detail: count === 0 ? 'none to decide' : `${pluralize(count, 'payment', 'payments')} to decide`,
    to: pathTo('payments', {}, { ...scope, status: 'under_review' }),
    definition:
      'Payments waiting for a decision now, whatever days are shown. Each counts as paid unless it is rejected.',
  };
}

/** Absolute change; undefined if both values are 0. */
export function toChange(
  now: number,
  before: number,
  format: (value: number) => string,
): Change | undefined {
  if (now === 0 && before === 0) return undefined;
  const difference = now - before;
  if (difference === 0) return { direction: 'same', text: 'same', meaning: 'none' };
  return {
    direction: difference > 0 ? 'up' : 'down',
    text: format(Math.abs(difference)),
    meaning: difference > 0 ? 'good' : 'bad',
  };
}

/** Change in percent, or the amount if the previous value is zero or negative. */
export function percentChange(now: number, before: number): Change | undefined {
  const change = toChange(now, before, formatCents);
  if (!change || before <= 0 || change.direction === 'same') return change;
  const percent = (Math.abs(now - before) / before) * 100;
  return {
    ...change,
    text: `${percent >= 1_000 ? formatCount(Math.round(percent)) : (Math.round(percent * 10) / 10).toFixed(1)}%`,
  };
}
