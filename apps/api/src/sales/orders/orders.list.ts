import { ORDER_LIST } from '@pos/contract/sales/orders.columns';
import { OrdersQuery, type OrdersFilters, type OrderRow } from '@pos/contract/sales/orders';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { type RawBuilder, sql } from 'kysely';
import { exportedList } from '#api/lists/exported-list.ts';
import { inDays } from '#api/lists/days.ts';
import { anyOf, isIn, List } from '#api/lists/list.ts';
import { readablePaths } from '#api/lists/search-path.ts';
import { storedOrderCount } from './order-counts.queries.ts';
import { selectOrders } from './order-rows.queries.ts';
import { orderTerms, ORDER_SEARCH } from './order-search.queries.ts';

/** SQL condition: an order has a line that meets the condition. */
const hasLine = (condition: RawBuilder<unknown>) => sql`
  exists (
    select
    from order_lines ol
    where ol.order_id = orders.id and ${condition})`;

/** The orders list: rows, sorts, filters, searches, counts and exported columns. */
export const orderList = new List(OrdersQuery, {
  rows: selectOrders,
  id: 'orders.id',
  sorts: {
    soldAt: sql`orders.sold_at`,
    orderNumber: sql`orders.order_number`,
    fairName: sql`lower(fairs.name)`,
    units: sql`orders.units`,
    subtotalCents: sql`orders.subtotal_cents`,
    taxCents: sql`orders.tax_cents`,
    totalCents: sql`orders.total_cents`,
  },
  defaults: { voided: 'exclude', dayOf: 'sale' },
  filters: {
    voided: (voided) => (voided === 'include' ? undefined : sql`orders.voided_by_reset_id is null`),
    fairId: (id) => sql`orders.fair_id = ${id}`,
    schoolId: (id) => sql`orders.school_id = ${id}`,
    deviceId: (id) => sql`orders.device_id = ${id}`,
    status: (statuses) => isIn(sql`orders.status`, statuses),
    method: (methods) => sql`orders.methods && array[${sql.join(methods)}]::smallint[]`,
    fulfilment: (fulfilment) =>
      fulfilment === 'ship_to_school'
        ? sql`orders.ship_to_school = true`
        : hasLine(sql`ol.fulfilment = 'in_person'`),
    fulfilmentStatus: (statuses) => hasLine(isIn(sql`ol.fulfilment_status`, statuses)),
    taxExempt: (isExempt) => sql`orders.tax_exempt = ${isExempt}`,
    from: (_from, query) => inRange(query),
    to: (_to, query) => (query.from ? undefined : inRange(query)),
    dayOf: (basis, { from, to }) =>
      basis === 'refund' && !from && !to ? isRefunded({}) : undefined,
  },
  stored: {
    by: ['fairId', 'schoolId', 'status', 'method', 'from', 'to'],
    total: storedOrderCount,
  },
  growing: {
    table: 'orders',
    time: 'sold_at',
    sort: 'soldAt',
    sortJoins: { fairName: sql`join fairs on fairs.id = orders.fair_id` },
    places: ({ fairId, schoolId, deviceId }) => {
      if (fairId || deviceId) return undefined;
      const ids = schoolId
        ? sql`array(select id from fairs where school_id = ${schoolId})`
        : sql`visible_fairs()`;
      return [{ ids, where: sql`orders.fair_id = place.id` }];
    },
    selective: ['fairId', 'schoolId', 'deviceId'],
    meanings: (text, readsStudents) => readablePaths(ORDER_SEARCH, orderTerms(text), readsStudents),
  },
  exported: exportedList<OrderRow, typeof ORDER_LIST>('Orders', ORDER_LIST, {
    methods: (row) => row.methods.map((method) => PAYMENT_METHODS[method]).join(' + '),
    flags: (row) => row.flags.map((flag) => flag.replaceAll('_', ' ')).join(', '),
  }),
});

type Range = Pick<OrdersFilters, 'from' | 'to'>;

/** SQL condition: an order of the days, by the day of its sale or of a refund of it. */
function inRange({ dayOf, ...range }: Range & Pick<OrdersFilters, 'dayOf'>): RawBuilder<unknown> {
  if (dayOf === 'refund') return isRefunded(range);
  if (dayOf === 'either')
    return anyOf([within(sql`orders.business_day`, range), isRefunded(range)]);
  return inDays(sql`orders.business_day`, sql`orders.sold_at`, range);
}

function isRefunded(range: Range): RawBuilder<unknown> {
  return sql`
    orders.id = any(array(
      select r.order_id
      from refunds r
      where ${within(sql`r.business_day`, range)}))`;
}

function within(day: RawBuilder<unknown>, { from, to }: Range): RawBuilder<unknown> {
  return sql.join(
    [
      sql`true`,
      ...(from ? [sql`${day} >= ${from}::date`] : []),
      ...(to ? [sql`${day} <= ${to}::date`] : []),
    ],
    sql` and `,
  );
}
