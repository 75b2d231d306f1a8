import type { OrdersFilters } from '@pos/contract/orders';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { inDays } from '#api/http/page-start.ts';
import { matchingRows, type SearchPlan } from '#api/http/search-rows.ts';
import { matchesSearch, orderSearchQueries, orderTerms } from './order-search.queries.ts';

/** The orders that a list's filters match; `way` says how its search is answered. */
export function matchingOrders(
  db: Db,
  query: OrdersFilters,
  readsStudents: boolean,
  way: SearchPlan = 'meant',
) {
  let matching = db.selectFrom('orders');
  const { fairId, schoolId, deviceId, status, method, taxExempt, from, to, dayOf, voided, search } =
    query;
  if (voided !== 'include') matching = matching.where('orders.voidedByResetId', 'is', null);
  if (fairId) matching = matching.where('orders.fairId', '=', fairId);
  if (schoolId) matching = matching.where('orders.schoolId', '=', schoolId);
  if (deviceId) matching = matching.where('orders.deviceId', '=', deviceId);
  if (status) matching = matching.where('orders.status', 'in', status);
  if (method) matching = matching.where(sql<SqlBool>`orders.methods && ${method}::smallint[]`);
  for (const condition of fulfilmentFilters(query)) matching = matching.where(condition);
  if (taxExempt !== undefined) matching = matching.where('orders.taxExempt', '=', taxExempt);
  const refunded = refundedFilter(query);
  if (refunded) matching = matching.where(refunded);
  if (dayOf === 'sale' && (from ?? to))
    matching = matching.where(inDays(sql`orders.business_day`, sql`orders.sold_at`, query));
  if (search) matching = matching.where(searchFilter(search, readsStudents, way));
  return matching;
}

function fulfilmentFilters({
  fulfilment,
  fulfilmentStatus,
}: Pick<OrdersFilters, 'fulfilment' | 'fulfilmentStatus'>): RawBuilder<SqlBool>[] {
  const withLine = (condition: RawBuilder<unknown>) => sql<SqlBool>`exists (
    select 1 from order_lines ol
    where ol.order_id = orders.id and ${condition})`;
  return [
    ...(fulfilment === 'ship_to_school' ? [sql<SqlBool>`orders.ship_to_school = true`] : []),
    ...(fulfilment === 'in_person' ? [withLine(sql`ol.fulfilment = 'in_person'`)] : []),
    ...(fulfilmentStatus
      ? [withLine(sql`ol.fulfilment_status in (${sql.join(fulfilmentStatus)})`)]
      : []),
  ];
}

function searchFilter(search: string, readsStudents: boolean, way: SearchPlan) {
  if (typeof way === 'object') return sql<SqlBool>`orders.id = any(${way.ids}::uuid[])`;
  if (way !== 'meant') return matchesSearch(search, readsStudents);
  const found = matchingRows('orders', orderSearchQueries(orderTerms(search), readsStudents));
  return sql<SqlBool>`orders.id in (select id from ${found})`;
}

/**
 * True for an order refunded in the days, or sold or refunded, by `dayOf`; undefined if the day of
 * the sale decides or all orders match.
 */
function refundedFilter({
  from,
  to,
  dayOf,
}: Pick<OrdersFilters, 'from' | 'to' | 'dayOf'>): RawBuilder<SqlBool> | undefined {
  if (dayOf === 'sale' || (dayOf === 'either' && !from && !to)) return undefined;
  const within = (day: RawBuilder<unknown>) =>
    sql.join(
      [
        sql`true`,
        ...(from ? [sql`${day} >= ${from}::date`] : []),
        ...(to ? [sql`${day} <= ${to}::date`] : []),
      ],
      sql` and `,
    );
  const refunded = sql<SqlBool>`orders.id in (
    select r.order_id
    from refunds r
    where ${within(sql`r.business_day`)})`;
  return dayOf === 'refund'
    ? refunded
    : sql<SqlBool>`((${within(sql`orders.business_day`)}) or ${refunded})`;
}
