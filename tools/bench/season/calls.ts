import { REPORTS, type ReportType } from '@pos/contract/report-query';
import { addDays } from '@pos/api/time/days.ts';
import type pg from 'pg';

/**
 * One measured call: ours, the bare handler's for the same response, and the goals. `times` is a
 * multiple of the first page of the list named by `than`, `ms` a limit for the median at one
 * connection.
 */
export type BenchCall = {
  name: string;
  ours: string;
  bare: string;
  by?: 'register';
  atLeast?: number;
  steady?: true;
  atMost?: { ms: number } | { times: number; than: string };
};

/**
 * Lists and records: minimum share of the bare handler's requests a second, and a p99 of at most
 * five medians.
 */
const USUAL = { atLeast: 0.6, steady: true } as const;
const SEARCH = { ...USUAL, atMost: { ms: 20 } } as const;
const DEEP_PAGE = 25_000;

type SeasonFair = {
  id: string;
  schoolId: string;
  identifier: string;
  school: string;
  startDate: string;
  endDate: string;
  orders: number;
};

/**
 * Builds the calls for the loaded season: its newest fair, an order in its middle. The same season
 * gives the same calls in the same order.
 */
export async function seasonCalls(db: pg.Client): Promise<BenchCall[]> {
  const {
    rows: [fair],
  } = await db.query<SeasonFair>(
    `select f.id, f.school_id as "schoolId", f.identifier, s.identifier as school, f.start_date::text as "startDate", f.end_date::text as "endDate", f.order_count::int as orders
       from fairs f join schools s on s.id = f.school_id where f.order_count > 0 order by f.end_date desc, f.id limit 1`,
  );
  const {
    rows: [all],
  } = await db.query<{ orders: number; first: string; last: string }>(
    'select (select sum(orders)::int from season_order_totals where business_day is null and status is null) as orders, min(business_day)::text as first, max(business_day)::text as last from season_order_totals',
  );
  const {
    rows: [order],
  } = await db.query<{ id: string; orderNumber: string; businessDay: string }>(
    'select id, order_number as "orderNumber", business_day::text as "businessDay" from orders order by sold_at desc offset $1 limit 1',
    [Math.floor((all?.orders ?? 0) / 2)],
  );
  // The most common card values, so a page is full in a short season too.
  const {
    rows: [card],
  } = await db.query<{ last4: string }>(
    'select card_last4 as last4 from payments where card_last4 is not null group by card_last4 order by count(*) desc, card_last4 limit 1',
  );
  if (!fair || !order || !all || !card)
    throw new Error('The database contains no season. Run npm run bench -- season-load first.');
  return [...salesCalls(fair, order, all, card.last4), ...otherLists(fair), ...boards(fair)];
}

function salesCalls(
  fair: SeasonFair,
  order: { id: string; orderNumber: string; businessDay: string },
  all: { orders: number; first: string; last: string },
  last4: string,
): BenchCall[] {
  const range = `from=${addDays(order.businessDay, -13)}&to=${order.businessDay}`;
  const long = `from=${addDays(all.first, 3)}&to=${addDays(all.last, -3)}`;
  const deep = Math.max(2, Math.min(DEEP_PAGE, Math.floor((all.orders * 0.6) / 20)));
  const offset = (deep - 1) * 20;
  const lastOfFair = Math.max(1, Math.ceil(fair.orders / 20));
  const page = `page ${deep.toLocaleString('en-US')}`;
  const [number, student, title] = [
    order.orderNumber,
    'SEA0007-0033',
    'Frosty Canoe in Winter',
  ].map((text) => encodeURIComponent(text));
  return [
    { name: 'orders', ours: '/v1/orders', bare: '/orders', ...USUAL },
    { name: 'orders, against count(*)', ours: '/v1/orders', bare: '/orders/counted', atLeast: 30 },
    {
      name: 'orders of a fair',
      ours: `/v1/orders?fairId=${fair.id}`,
      bare: `/orders/of-fair?fairId=${fair.id}`,
      ...USUAL,
    },
    {
      name: 'orders of a school',
      ours: `/v1/orders?schoolId=${fair.schoolId}`,
      bare: `/orders/of-school?schoolId=${fair.schoolId}`,
      ...USUAL,
    },
    {
      name: 'orders of two weeks',
      ours: `/v1/orders?${range}`,
      bare: `/orders/of-days?${range}`,
      ...USUAL,
    },
    {
      name: 'orders refunded in two weeks',
      ours: `/v1/orders?${range}&status=refunded&status=partially_refunded`,
      bare: `/orders/refunded?${range}`,
      ...USUAL,
    },
    {
      name: `orders, ${page}`,
      ours: `/v1/orders?page=${deep}`,
      bare: `/orders/page?offset=${offset}`,
      ...USUAL,
      atMost: { times: 3, than: 'orders' },
    },
    {
      name: `orders of a date range, ${page}`,
      ours: `/v1/orders?${long}&page=${deep}`,
      bare: `/orders/page-of-days?${long}&offset=${offset}`,
      ...USUAL,
      atMost: { times: 3, than: 'orders' },
    },
    {
      name: 'orders of a fair, its last page',
      ours: `/v1/orders?fairId=${fair.id}&page=${lastOfFair}`,
      bare: `/orders/page-of-fair?fairId=${fair.id}&offset=${(lastOfFair - 1) * 20}`,
      ...USUAL,
      atMost: { times: 3, than: 'orders of a fair' },
    },
    {
      name: 'orders by number',
      ours: `/v1/orders?search=${number}`,
      bare: `/orders/number?search=${number}`,
      ...SEARCH,
    },
    {
      name: 'orders by student',
      ours: `/v1/orders?search=${student}`,
      bare: `/orders/student?search=${student}`,
      ...SEARCH,
    },
    {
      name: 'orders by title',
      ours: `/v1/orders?search=${title}`,
      bare: `/orders/title?search=${title}`,
      ...SEARCH,
    },
    {
      name: 'orders by amount',
      ours: '/v1/orders?search=25.98',
      bare: '/orders/amount?cents=2598',
      ...SEARCH,
    },
    {
      name: 'orders by last four digits',
      ours: `/v1/orders?search=${last4}`,
      bare: `/orders/last4?search=${last4}`,
      ...SEARCH,
    },
    {
      name: 'one order',
      ours: `/v1/orders/getById/${order.id}`,
      bare: `/order?id=${order.id}`,
      ...USUAL,
    },
    { name: 'payments', ours: '/v1/payments', bare: '/payments', ...USUAL },
    {
      name: 'payments of a fair',
      ours: `/v1/payments?fairId=${fair.id}`,
      bare: `/payments/of-fair?fairId=${fair.id}`,
      ...USUAL,
    },
    {
      name: 'cash payments of two weeks',
      ours: `/v1/payments?${range}&method=3`,
      bare: `/payments/cash-of-days?${range}`,
      ...USUAL,
    },
    {
      name: `payments, ${page}`,
      ours: `/v1/payments?page=${deep}`,
      bare: `/payments/page?offset=${offset}`,
      ...USUAL,
      atMost: { times: 3, than: 'payments' },
    },
    {
      name: 'payments by order number',
      ours: `/v1/payments?search=${number}`,
      bare: `/payments/number?search=${number}`,
      ...SEARCH,
    },
    {
      name: 'payments by last four digits',
      ours: `/v1/payments?search=${last4}`,
      bare: `/payments/last4?search=${last4}`,
      ...SEARCH,
    },
  ];
}

function otherLists({ id, schoolId, identifier }: SeasonFair): BenchCall[] {
  const category = encodeURIComponent('Picture');
  const inFair = `/v1/inventory/fair-inventory?fairId=${id}`;
  const bareFair = `/fair-inventory?fairId=${id}`;
  return [
    { name: 'students', ours: '/v1/students', bare: '/students', ...USUAL },
    {
      name: 'students of a school',
      ours: `/v1/students?schoolId=${schoolId}`,
      bare: `/students/of-school?schoolId=${schoolId}`,
      ...USUAL,
    },
    {
      name: 'students by number',
      ours: '/v1/students?search=SEA0007-0033',
      bare: '/students/search?search=SEA0007-0033',
      ...SEARCH,
    },
    { name: 'fairs', ours: '/v1/fairs', bare: '/fairs', ...USUAL },
    {
      name: 'fairs not closed out',
      ours: '/v1/fairs?status=active&closeOut=open',
      bare: '/fairs/of-status',
      ...USUAL,
    },
    {
      name: 'fairs by identifier',
      ours: `/v1/fairs?search=${identifier}`,
      bare: `/fairs/search?search=${identifier}`,
      ...SEARCH,
    },
    { name: 'devices', ours: '/v1/devices', bare: '/devices', ...USUAL },
    {
      name: 'devices by ID',
      ours: '/v1/devices?search=POS-0012',
      bare: '/devices/search?search=POS-0012',
      ...SEARCH,
    },
    { name: 'users', ours: '/v1/admins', bare: '/users', ...USUAL },
    { name: 'fair inventory', ours: inFair, bare: bareFair, ...USUAL },
    {
      name: 'fair inventory of a category',
      ours: `${inFair}&category=${category}`,
      bare: bareFair.replace('?', `/of-category?category=${category}&`),
      ...USUAL,
    },
    {
      name: 'fair inventory by title',
      ours: `${inFair}&search=Canoe`,
      bare: bareFair.replace('?', '/search?search=Canoe&'),
      ...SEARCH,
    },
    {
      name: 'all inventory',
      ours: '/v1/inventory/all-inventory',
      bare: '/all-inventory',
      ...USUAL,
    },
    {
      name: 'all inventory of a category',
      ours: `/v1/inventory/all-inventory?category=${category}`,
      bare: `/all-inventory/of-category?category=${category}`,
      ...USUAL,
    },
    {
      name: 'all inventory by title',
      ours: '/v1/inventory/all-inventory?search=Canoe',
      bare: '/all-inventory/search?search=Canoe',
      ...SEARCH,
    },
  ];
}

function boards({ id, identifier, school, startDate, endDate }: SeasonFair): BenchCall[] {
  const days = { from: addDays(endDate, -13), to: endDate, before: addDays(endDate, -27) };
  return [
    {
      name: 'dashboard',
      ours: `/v1/dashboard?from=${days.from}&to=${days.to}`,
      bare: `/dashboard?${new URLSearchParams(days).toString()}`,
    },
    ...(Object.keys(REPORTS) as ReportType[]).map((type): BenchCall => ({
      name: `${type} of a fair`,
      ours: `/v1/reports?reportType=${type}&schoolIdentifier=${school}&fairIdentifier=${identifier}&startDate=${startDate}&endDate=${endDate}`,
      bare: `/report?type=${type}&fairId=${id}&from=${startDate}&to=${endDate}`,
    })),
    {
      name: "a register's catalog",
      ours: '/v1/pos/catalog',
      bare: `/catalogue?fairId=${id}`,
      by: 'register',
    },
  ];
}
