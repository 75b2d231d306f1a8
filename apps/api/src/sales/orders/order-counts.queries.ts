import type { OrdersFilters } from '@pos/contract/sales/orders';
import { REPORTED_ORDER_STATUSES } from '@pos/contract/sales/order-states';
import type { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { allOf } from '#api/db/all-of.ts';
import { PREPARED, type Db } from '#api/db/db.ts';

/**
 * Filters that the figures of days count by, in all combinations (api.md, "Conventions"): fair,
 * school, days, status and method.
 */
type CountedFilters = Pick<
  OrdersFilters,
  'fairId' | 'schoolId' | 'status' | 'method' | 'from' | 'to'
>;

/** Counts orders exactly, as a part of another statement. */
export function storedOrderCount(filters: CountedFilters): RawBuilder<number> {
  return sql`
    (select coalesce(sum(orders), 0)::bigint from ${matchingDays(filters)})`;
}

/** Sums of reported orders by the day of their sale, before tax, and all of their refunds. */
export type StoredSums = { sold: number; soldNetCents: number; refundedNetCents: number };

/** Adds up the matching orders. */
export async function storedOrderSums(db: Db, filters: CountedFilters): Promise<StoredSums> {
  const { rows } = await sql<StoredSums>`
    select ${PREPARED} coalesce(sum(orders), 0)::bigint as sold,
      coalesce(sum(net_cents), 0)::bigint as sold_net_cents,
      coalesce(sum(refunded_net_cents), 0)::bigint as refunded_net_cents
    from ${matchingDays(filters)} and status = any(${[...REPORTED_ORDER_STATUSES]})`.execute(db);
  return rows[0]!;
}

/** SQL: the rows of the matching days, of some fairs or of all of them, up to its conditions. */
function matchingDays({
  fairId,
  schoolId,
  status,
  method,
  from,
  to,
}: CountedFilters): RawBuilder<unknown> {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (fairId) conditions.push(sql`fair_id = ${fairId}`);
  // An array: a subquery would be looked up for each touched day, after it was counted.
  if (schoolId)
    conditions.push(sql`fair_id = any(array(select id from fairs where school_id = ${schoolId}))`);
  if (from) conditions.push(sql`day >= ${from}::date`);
  if (to) conditions.push(sql`day <= ${to}::date`);
  if (status) conditions.push(sql`status = any(${status})`);
  if (method) conditions.push(sql`methods & ${toBits(method)}::smallint <> 0`);
  const days = fairId || schoolId ? sql`fair_day_orders_now` : sql`all_day_orders_now`;
  return sql`${days} where ${allOf(conditions)}`;
}

/** Encodes methods like `method_bits` in the database. */
function toBits(methods: readonly PaymentMethod[]): number {
  return methods.reduce((bits, method) => bits | (1 << (method - 1)), 0);
}
