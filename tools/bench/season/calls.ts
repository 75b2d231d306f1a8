import { REPORTS } from '@pos/contract/reports/list';
import { MAX_REPORT_DAYS, type ReportType } from '@pos/contract/report-query';
import { addDays } from '@pos/contract/values/days';
import type pg from 'pg';
import { type BenchCall, page, search, tight, usual } from './bench-call.ts';
import { officeCalls } from './office-calls.ts';

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
    `
      select f.id, f.school_id as "schoolId", f.identifier, s.identifier as school,
        f.start_date::text as "startDate", f.end_date::text as "endDate",
        f.order_count::int as orders
      from fairs f
      join schools s on s.id = f.school_id
      where f.order_count > 0
      order by f.end_date desc, f.id
      limit 1`,
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
  return [
    ...salesCalls({ fair, order, all, last4: card.last4 }),
    ...otherLists(fair),
    ...(await officeCalls(db, fair.schoolId)),
    ...boards(fair),
    ...seasonReports(all),
  ];
}

/** Samples of the season that calls ask for. */
type Samples = {
  fair: SeasonFair;
  order: { id: string; orderNumber: string; businessDay: string };
  all: { orders: number; first: string; last: string };
  /** Last four digits of a card. */
  last4: string;
};

function salesCalls(samples: Samples): BenchCall[] {
  const deepPage = deepPageOf(samples.all.orders);
  const range = `from=${addDays(samples.order.businessDay, -13)}&to=${samples.order.businessDay}`;
  return [
    ...orderLists(samples.fair, range),
    ...orderPages(samples, deepPage),
    ...orderSearches(samples),
    ...paymentCalls(samples, deepPage, range),
  ];
}

/** Page far into the season's orders: its number, and the number of rows before it. */
type DeepPage = { name: string; number: number; offset: number };
function deepPageOf(orders: number): DeepPage {
  const number = Math.max(2, Math.min(DEEP_PAGE, Math.floor((orders * 0.6) / 20)));
  return { name: `page ${number.toLocaleString('en-US')}`, number, offset: (number - 1) * 20 };
}

function orderLists(fair: SeasonFair, range: string): BenchCall[] {
  return [
    usual('orders', '/v1/orders', '/orders'),
    tight('orders', '/v1/orders', '/orders/json'),
    { name: 'orders, against count(*)', ours: '/v1/orders', bare: '/orders/counted', atLeast: 30 },
    usual('orders of a fair', `/v1/orders?fairId=${fair.id}`, `/orders/of-fair?fairId=${fair.id}`),
    usual(
      'orders of a school',
      `/v1/orders?schoolId=${fair.schoolId}`,
      `/orders/of-school?schoolId=${fair.schoolId}`,
    ),
    usual('orders of two weeks', `/v1/orders?${range}`, `/orders/of-days?${range}`),
    usual(
      'orders refunded in two weeks',
      `/v1/orders?${range}&status=refunded&status=partially_refunded`,
      `/orders/refunded?${range}`,
    ),
  ];
}

function orderPages({ fair, all }: Samples, deepPage: DeepPage): BenchCall[] {
  const long = `from=${addDays(all.first, 3)}&to=${addDays(all.last, -3)}`;
  const lastOfFair = Math.max(1, Math.ceil(fair.orders / 20));
  return [
    page(
      `orders, ${deepPage.name}`,
      `/v1/orders?page=${deepPage.number}`,
      `/orders/page?offset=${deepPage.offset}`,
      'orders',
    ),
    page(
      `orders of a date range, ${deepPage.name}`,
      `/v1/orders?${long}&page=${deepPage.number}`,
      `/orders/page-of-days?${long}&offset=${deepPage.offset}`,
      'orders',
    ),
    page(
      'orders of a fair, its last page',
      `/v1/orders?fairId=${fair.id}&page=${lastOfFair}`,
      `/orders/page-of-fair?fairId=${fair.id}&offset=${(lastOfFair - 1) * 20}`,
      'orders of a fair',
    ),
  ];
}

function orderSearches({ order, last4 }: Samples): BenchCall[] {
  const number = encodeURIComponent(order.orderNumber);
  const student = 'SEA0007-0033';
  const title = encodeURIComponent('Frosty Canoe in Winter');
  return [
    search('orders by number', `/v1/orders?search=${number}`, `/orders/number?search=${number}`),
    search(
      'orders by student',
      `/v1/orders?search=${student}`,
      `/orders/student?search=${student}`,
    ),
    search('orders by title', `/v1/orders?search=${title}`, `/orders/title?search=${title}`),
    search('orders by amount', '/v1/orders?search=25.98', '/orders/amount?cents=2598'),
    search(
      'orders by last four digits',
      `/v1/orders?search=${last4}`,
      `/orders/last4?search=${last4}`,
    ),
    usual('one order', `/v1/orders/getById/${order.id}`, `/order?id=${order.id}`),
    tight('one order', `/v1/orders/getById/${order.id}`, `/order/json?id=${order.id}`),
  ];
}

function paymentCalls(
  { fair, order, last4 }: Samples,
  deepPage: DeepPage,
  range: string,
): BenchCall[] {
  const number = encodeURIComponent(order.orderNumber);
  return [
    usual('payments', '/v1/payments', '/payments'),
    usual(
      'payments of a fair',
      `/v1/payments?fairId=${fair.id}`,
      `/payments/of-fair?fairId=${fair.id}`,
    ),
    usual(
      'cash payments of two weeks',
      `/v1/payments?${range}&method=3`,
      `/payments/cash-of-days?${range}`,
    ),
    page(
      `payments, ${deepPage.name}`,
      `/v1/payments?page=${deepPage.number}`,
      `/payments/page?offset=${deepPage.offset}`,
      'payments',
    ),
    search(
      'payments by order number',
      `/v1/payments?search=${number}`,
      `/payments/number?search=${number}`,
    ),
    search(
      'payments by last four digits',
      `/v1/payments?search=${last4}`,
      `/payments/last4?search=${last4}`,
    ),
  ];
}

function otherLists({ id, schoolId, identifier }: SeasonFair): BenchCall[] {
  const category = encodeURIComponent('Picture');
  const inFair = `/v1/inventory/fair-inventory?fairId=${id}`;
  const bareFair = `/fair-inventory?fairId=${id}`;
  return [
    usual('students', '/v1/students', '/students'),
    usual(
      'students of a school',
      `/v1/students?schoolId=${schoolId}`,
      `/students/of-school?schoolId=${schoolId}`,
    ),
    search(
      'students by number',
      '/v1/students?search=SEA0007-0033',
      '/students/search?search=SEA0007-0033',
    ),
    usual('fairs', '/v1/fairs', '/fairs'),
    usual('fairs not closed out', '/v1/fairs?status=active&closeOut=open', '/fairs/of-status'),
    search(
      'fairs by identifier',
      `/v1/fairs?search=${identifier}`,
      `/fairs/search?search=${identifier}`,
    ),
    usual('schools', '/v1/schools', '/schools'),
    search('schools by identifier', '/v1/schools?search=SEA0007', '/schools/search?search=SEA0007'),
    usual('devices', '/v1/devices', '/devices'),
    search('devices by ID', '/v1/devices?search=POS-0012', '/devices/search?search=POS-0012'),
    usual('users', '/v1/admins', '/users'),
    usual('fair inventory', inFair, bareFair),
    usual(
      'fair inventory of a category',
      `${inFair}&category=${category}`,
      bareFair.replace('?', `/of-category?category=${category}&`),
    ),
    search(
      'fair inventory by title',
      `${inFair}&search=Canoe`,
      bareFair.replace('?', '/search?search=Canoe&'),
    ),
    usual('all inventory', '/v1/inventory/all-inventory', '/all-inventory'),
    usual(
      'all inventory of a category',
      `/v1/inventory/all-inventory?category=${category}`,
      `/all-inventory/of-category?category=${category}`,
    ),
    search(
      'all inventory by title',
      '/v1/inventory/all-inventory?search=Canoe',
      '/all-inventory/search?search=Canoe',
    ),
  ];
}

function boards({ id, identifier, school, startDate, endDate }: SeasonFair): BenchCall[] {
  const days = { from: addDays(endDate, -13), to: endDate };
  return [
    {
      name: 'dashboard',
      ours: `/v1/dashboard?from=${days.from}&to=${days.to}`,
      bare: `/dashboard?${new URLSearchParams(days).toString()}`,
      atMost: { ms: 25 },
    },
    ...(Object.keys(REPORTS) as ReportType[]).flatMap((type): BenchCall[] => {
      const call = {
        ours: `/v1/reports?reportType=${type}&schoolIdentifier=${school}&fairIdentifier=${identifier}&startDate=${startDate}&endDate=${endDate}`,
        bare: `/report?type=${type}&fairId=${id}&from=${startDate}&to=${endDate}`,
      };
      return [
        { ...call, name: `${type} of a fair`, atLeast: 0.5 },
        { ...call, name: `${type} of a fair that sells`, sellingFair: id },
      ];
    }),
    {
      name: "a register's catalog",
      ours: '/v1/pos/catalog',
      bare: `/catalog?fairId=${id}`,
      by: 'register',
    },
  ];
}

/**
 * Reports of all schools over the whole season, or its last year, which is all that a report takes,
 * beside a handler that counts the orders.
 */
function seasonReports({ first, last }: Samples['all']): BenchCall[] {
  const yearsStart = addDays(last, 1 - MAX_REPORT_DAYS);
  const from = first < yearsStart ? yearsStart : first;
  return (['SALES_SUMMARY', 'DAILY_SALES', 'ITEM_SALES'] as const).map((type) => ({
    name: `${type} of all schools and one season`,
    ours: `/v1/reports?reportType=${type}&schoolIdentifier=*&startDate=${from}&endDate=${last}`,
    bare: '/orders/counted',
    atMost: { ms: 2_000 },
    ofSeason: true,
  }));
}
