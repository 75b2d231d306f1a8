import type { OrdersFilters } from '@pos/contract/sales/orders';
import type { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { allOf } from '#api/db/all-of.ts';
import { sql, type RawBuilder, type SqlBool } from 'kysely';

/**
 * Filters that stored totals can count by, in all combinations (api.md, "Conventions"): fair, school,
 * days, status and method.
 */
type StoredCountFilters = Pick<
  OrdersFilters,
  'fairId' | 'schoolId' | 'status' | 'method' | 'from' | 'to'
>;

/**
 * Counts orders exactly from the stored totals, as a part of another statement: of the matching
 * fairs, or of all fairs at the requested grain.
 */
export function storedOrderCount({
  fairId,
  schoolId,
  status,
  method,
  from,
  to,
}: StoredCountFilters): RawBuilder<number> {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (from) conditions.push(sql`business_day >= ${from}::date`);
  if (to) conditions.push(sql`business_day <= ${to}::date`);
  if (status) conditions.push(sql`status = any(${status})`);
  if (method) conditions.push(sql`methods & ${bitsOf(method)}::smallint <> 0`);
  const matching = allOf(conditions);
  if (fairId || schoolId) {
    const ofFair = fairId ? sql`fair_id = ${fairId}` : sql`true`;
    const ofSchool = schoolId
      ? sql`fair_id in (select id from fairs where school_id = ${schoolId})`
      : sql`true`;
    return sql`
      (
        select coalesce(sum(orders), 0)::bigint
        from order_sums
        where ${ofFair} and ${ofSchool} and ${matching})`;
  }
  const grain = sql`business_day is ${given(from ?? to)} and status is ${given(status ?? method)}`;
  return sql`
    (
      (
        select coalesce(sum(orders), 0)
        from season_order_totals
        where ${grain}
          and ${matching}
      ) + (select coalesce(sum(orders), 0) from order_total_changes where ${matching}))::bigint`;
}

const given = (filter: unknown) => (filter === undefined ? sql`null` : sql`not null`);

/** Encodes methods like `method_bits` in the database. */
function bitsOf(methods: readonly PaymentMethod[]): number {
  return methods.reduce((bits, method) => bits | (1 << (method - 1)), 0);
}
