import { REPORTED_ORDER_STATUSES } from '@pos/contract/order-states';
import { pluralize, formatCount } from '@pos/contract/values/counts';
import { daysBetween } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { pathTo } from '#web/lib/paths.ts';
import type { Good, Read, Scope } from './dashboard.data.ts';

/**
 * Change against the previous period: direction, amount in words, and if it is good news. Without
 * `text` there is nothing to compare with.
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

/** Four sales tiles (domain 6); each opens the orders that it counts. */
export function salesTiles(
  { block: { current, previous }, from, to, previousFrom, previousTo }: Read<'sales'>,
  scope: Scope,
): Tile[] {
  const orders = (filters: Record<string, unknown> = {}): string =>
    pathTo('orders', {}, { ...scope, from, to, ...filters, status: REPORTED_ORDER_STATUSES });
  const than = `vs ${beforeText(daysBetween(previousFrom, previousTo) + 1)}`;
  const refunded = pluralize(current.refundedOrders, 'order', 'orders');
  return [
    {
      label: 'Net sales',
      value: formatCents(current.netCents),
      change: percentChange(current.netCents, previous.netCents),
      detail: than,
      to: orders({ dayOf: 'either' }),
      definition:
        'Sales less discounts and refunds, before tax. A refund counts on the day it is made, whenever the sale was.',
    },
    {
      label: 'Orders',
      value: formatCount(current.orders),
      change: toChange(current.orders, previous.orders, formatCount),
      detail: than,
      to: orders(),
      definition: 'Orders sold on these days, without unpaid, canceled and voided ones.',
    },
    {
      label: 'Average order',
      value: formatCents(current.averageOrderCents),
      change: toChange(current.averageOrderCents, previous.averageOrderCents, formatCents),
      detail: than,
      to: orders({ dayOf: 'either' }),
      definition: 'Net sales divided by the number of orders.',
    },
    {
      label: 'Refunds',
      value: formatCents(-current.refundsCents),
      change: toChange(current.refundsCents, previous.refundsCents, formatCents, 'bad'),
      detail: refunded,
      to: orders({ dayOf: 'refund' }),
      definition: `Refunds made on these days, before tax, whenever the sale was. The arrow compares with ${beforeText(daysBetween(previousFrom, previousTo) + 1)}.`,
    },
  ];
}

/** Tile of payments under review: the current state, whatever days are shown. */
export function reviewTile(
  { underReview: { count, amountCents } }: Good<'payments'>,
  scope: Scope,
): Tile {
  return {
    label: 'Payments under review',
    value: formatCents(amountCents),
    detail: count === 0 ? 'none to decide' : `${pluralize(count, 'payment', 'payments')} to decide`,
    to: pathTo('payments', {}, { ...scope, status: 'under_review' }),
    definition:
      'Payments waiting for a decision now, whatever days are shown. They count as paid until they are rejected.',
  };
}

function beforeText(days: number): string {
  return days === 1 ? 'the day before' : `${days} days before`;
}

/** Absolute change; undefined if both values are 0. */
export function toChange(
  now: number,
  before: number,
  format: (value: number) => string,
  more: 'good' | 'bad' = 'good',
): Change | undefined {
  if (now === 0 && before === 0) return undefined;
  const difference = now - before;
  if (difference === 0) return { direction: 'same', text: 'same', meaning: 'none' };
  return {
    direction: difference > 0 ? 'up' : 'down',
    text: format(Math.abs(difference)),
    meaning: difference > 0 === (more === 'good') ? 'good' : 'bad',
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
