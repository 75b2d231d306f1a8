import { getAverageCents } from '@pos/contract/sales/money-rules';
import type { OrdersFilters, OrderTotals } from '@pos/contract/sales/orders';
import { type OrderStatus, REPORTED_ORDER_STATUSES } from '@pos/contract/sales/order-states';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { storedOrderSums } from './order-counts.queries.ts';
import { orderList } from './orders.list.ts';

/**
 * The sums of the matching orders before tax, as reports count them: sales by the day of the sale,
 * refunds by the day they were made.
 */
export async function findOrderTotals(
  db: Db,
  query: OrdersFilters,
  readsStudents: boolean,
): Promise<OrderTotals> {
  const { from, to, dayOf } = query;
  const within = (day: RawBuilder<unknown>) =>
    sql<SqlBool>`
      (${from ?? null}::date is null or ${day} >= ${from ?? null}::date)
      and (${to ?? null}::date is null or ${day} <= ${to ?? null}::date)`;
  const isSold = dayOf === 'refund' ? sql<SqlBool>`false` : within(sql`orders.business_day`);
  const refunds =
    dayOf === 'sale' || (!from && !to)
      ? sql`orders.refunded_net_cents`
      : sql`(
        select coalesce(sum(r.net_cents), 0)
        from refunds r
        where r.order_id = orders.id and ${within(sql`r.business_day`)})`;
  const counted = { ...query, voided: 'exclude', sort: '-soldAt' } as const;
  const { sold, soldNetCents, refundedNetCents } = orderList.hasStoredCount(counted)
    ? await storedOrderSums(db, counted)
    : await db
        .selectFrom('orders')
        .where(orderList.condition(counted, readsStudents))
        .where('orders.status', 'in', REPORTED_ORDER_STATUSES)
        .select([
          sql<number>`count(*) filter (where ${isSold})`.as('sold'),
          sql<number>`coalesce(
        sum(orders.gross_cents - orders.discount_cents) filter (where ${isSold}), 0)::bigint`.as(
            'soldNetCents',
          ),
          sql<number>`coalesce(sum(${refunds}), 0)::bigint`.as('refundedNetCents'),
        ])
        .executeTakeFirstOrThrow();
  const notSold = dayOf === 'refund' ? 0 : await countNotSold(db, query, readsStudents);
  const netCents = soldNetCents - refundedNetCents;
  return {
    sold,
    notSold,
    soldNetCents,
    refundedNetCents,
    netCents,
    averageCents: getAverageCents(netCents, sold),
  };
}

/** Orders that reports do not count: not paid yet, or given back before they were. */
const NOT_SOLD = ['open', 'cancelled'] as const satisfies readonly OrderStatus[];

/** Counts matching orders that reports exclude. */
async function countNotSold(db: Db, query: OrdersFilters, readsStudents: boolean): Promise<number> {
  const { status = NOT_SOLD } = query;
  const statuses = NOT_SOLD.filter((each) => status.includes(each));
  if (statuses.length === 0) return 0;
  const matching = { ...query, voided: 'exclude', status: statuses, sort: '-soldAt' } as const;
  return orderList.count(db, matching, readsStudents);
}
