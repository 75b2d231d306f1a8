import { REPORTS } from '@pos/contract/reports/list';
import { MAX_REPORT_DAYS, type ReportType } from '@pos/contract/reports/report-query';
import { addDays } from '@pos/contract/values/days';
import { toSeason } from '@pos/contract/fairs/seasons';
import type pg from 'pg';

/**
 * A call measured at one connection. `maxMs` limits its median, in milliseconds; a call with `bare`
 * must also reach at least the share `atLeast` of the bare handler's requests a second. `maxGrowth`
 * limits how many times as much it costs on a season ten times as large.
 */
export type BenchCall = {
  name: string;
  path: string;
  by?: 'register';
  maxMs?: number;
  bare?: { path: string; atLeast: number };
  maxGrowth: number;
};

const MAX_GROWTH = 1.5;

const limited =
  (maxMs: number, maxGrowth = MAX_GROWTH) =>
  (name: string, path: string, bare?: BenchCall['bare']): BenchCall => ({
    name,
    path,
    maxMs,
    maxGrowth,
    ...(bare && { bare }),
  });
/** A list or a record: at most 10 ms. */
const usual = limited(10);
/** A search: at most 20 ms. */
const search = limited(20);
/** A report of one fair: at most 25 ms. */
const fairReport = limited(25);
/** A report of all schools over a season, which reads ten times as many fairs: at most 2 s. */
const seasonReport = limited(2_000, 12);

/** Fairs that sell beside the measured one make a dashboard slower: limits in milliseconds. */
const DASHBOARD_MS = { few: 30, many: 100 };
const MANY_FAIRS = 100;

export type SeasonFair = {
  id: string;
  schoolId: string;
  identifier: string;
  school: string;
  startDate: string;
  endDate: string;
};

/** Returns the newest fair that has sold. */
export async function findNewestFair(db: pg.Client): Promise<SeasonFair | undefined> {
  const { rows } = await db.query<SeasonFair>(
    `
      select f.id, f.school_id as "schoolId", f.identifier, s.identifier as school,
        f.start_date::text as "startDate", f.end_date::text as "endDate"
      from fairs f
      join schools s on s.id = f.school_id
      where f.order_count > 0
      order by f.end_date desc, f.id
      limit 1`,
  );
  return rows[0];
}

/**
 * Builds the calls for the loaded season: its newest fair, an order in its middle, or of that fair. The
 * same season gives the same calls in the same order. `selling` is the number of fairs that sell meanwhile.
 */
export async function seasonCalls(
  db: pg.Client,
  selling = 0,
  of: 'season' | 'newest fair' = 'season',
): Promise<BenchCall[]> {
  const fair = await findNewestFair(db);
  const {
    rows: [all],
  } = await db.query<{ orders: number; first: string; last: string }>(
    `select sum(orders)::int as orders, min(day)::text as first, max(day)::text as last
     from fair_day_orders
     where fair_id is null`,
  );
  const {
    rows: [order],
  } = await db.query<SeasonOrder>(
    `
      select id, order_number as "orderNumber", business_day::text as "businessDay"
      from orders
      where $2::uuid is null or fair_id = $2
      order by sold_at desc
      offset $1
      limit 1`,
    of === 'season' ? [Math.floor((all?.orders ?? 0) / 2), null] : [0, fair?.id],
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
    ...orderCalls(fair, order, card.last4),
    ...paymentCalls(fair, order, card.last4),
    ...otherLists(fair),
    ...(await officeCalls(db, fair.schoolId)),
    dashboard(fair, selling),
    ...fairReports(fair),
    {
      name: "a register's catalog",
      path: '/v1/pos/catalog',
      by: 'register',
      maxGrowth: MAX_GROWTH,
    },
    ...seasonReports(all),
  ];
}

type SeasonOrder = { id: string; orderNumber: string; businessDay: string };

const twoWeeks = (order: SeasonOrder) =>
  `from=${addDays(order.businessDay, -13)}&to=${order.businessDay}`;

function orderCalls(fair: SeasonFair, order: SeasonOrder, last4: string): BenchCall[] {
  const range = twoWeeks(order);
  const title = encodeURIComponent('Frosty Canoe in Winter');
  return [
    usual('orders', '/v1/orders', { path: '/orders', atLeast: 0.5 }),
    usual('orders of a fair', `/v1/orders?fairId=${fair.id}`),
    usual('orders of a school', `/v1/orders?schoolId=${fair.schoolId}`),
    usual('orders of two weeks', `/v1/orders?${range}`),
    usual(
      'orders refunded in two weeks',
      `/v1/orders?${range}&status=refunded&status=partially_refunded`,
    ),
    search('orders by number', `/v1/orders?search=${encodeURIComponent(order.orderNumber)}`),
    search('orders by student', `/v1/orders?search=${fair.school}-0033`),
    search('orders by title', `/v1/orders?search=${title}`),
    search('orders by amount', '/v1/orders?search=25.98'),
    search('orders by last four digits', `/v1/orders?search=${last4}`),
    usual('one order', `/v1/orders/getById/${order.id}`, {
      path: `/order?id=${order.id}`,
      atLeast: 0.5,
    }),
  ];
}

function paymentCalls(fair: SeasonFair, order: SeasonOrder, last4: string): BenchCall[] {
  const number = encodeURIComponent(order.orderNumber);
  return [
    usual('payments', '/v1/payments'),
    usual('payments of a fair', `/v1/payments?fairId=${fair.id}`),
    usual('cash payments of two weeks', `/v1/payments?${twoWeeks(order)}&method=3`),
    search('payments by order number', `/v1/payments?search=${number}`),
    search('payments by last four digits', `/v1/payments?search=${last4}`),
  ];
}

function otherLists({ id, schoolId, school, identifier }: SeasonFair): BenchCall[] {
  const category = `category=${encodeURIComponent('Picture')}`;
  const inFair = `/v1/inventory/fair-inventory?fairId=${id}`;
  const everywhere = '/v1/inventory/all-inventory';
  return [
    usual('students', '/v1/students'),
    usual('students of a school', `/v1/students?schoolId=${schoolId}`),
    search('students by number', `/v1/students?search=${school}-0033`),
    usual('fairs', '/v1/fairs'),
    usual('fairs not closed out', '/v1/fairs?status=active&closeOut=open'),
    search('fairs by identifier', `/v1/fairs?search=${identifier}`),
    usual('schools', '/v1/schools'),
    search('schools by identifier', `/v1/schools?search=${school}`),
    usual('devices', '/v1/devices'),
    search('devices by ID', '/v1/devices?search=POS-0012'),
    usual('users', '/v1/admins'),
    usual('fair inventory', inFair),
    usual('fair inventory of a category', `${inFair}&${category}`),
    search('fair inventory by title', `${inFair}&search=Canoe`),
    usual('all inventory', everywhere),
    usual('all inventory of a category', `${everywhere}?${category}`),
    search('all inventory by title', `${everywhere}?search=Canoe`),
  ];
}

function dashboard({ endDate }: SeasonFair, selling: number): BenchCall {
  return {
    ...usual('dashboard', `/v1/dashboard?from=${addDays(endDate, -13)}&to=${endDate}`),
    maxMs: selling >= MANY_FAIRS ? DASHBOARD_MS.many : DASHBOARD_MS.few,
  };
}

function fairReports({ id, identifier, school, startDate, endDate }: SeasonFair): BenchCall[] {
  const of = `schoolIdentifier=${school}&fairIdentifier=${identifier}&startDate=${startDate}&endDate=${endDate}`;
  return (Object.keys(REPORTS) as ReportType[]).map((type) =>
    fairReport(
      `${type} of a fair`,
      `/v1/reports?reportType=${type}&${of}`,
      type === 'SALES_SUMMARY'
        ? { path: `/sales-summary?fairId=${id}&from=${startDate}&to=${endDate}`, atLeast: 0.4 }
        : undefined,
    ),
  );
}

/** Reports of all schools over the whole season, or its last year, which is all that a report takes. */
function seasonReports({ first, last }: { first: string; last: string }): BenchCall[] {
  const yearsStart = addDays(last, 1 - MAX_REPORT_DAYS);
  const from = first < yearsStart ? yearsStart : first;
  return (['SALES_SUMMARY', 'DAILY_SALES', 'ITEM_SALES'] as const).map((type) =>
    seasonReport(
      `${type} of all schools and one season`,
      `/v1/reports?reportType=${type}&schoolIdentifier=*&startDate=${from}&endDate=${last}`,
    ),
  );
}

/** Calls of the office's own work, for the loaded season: its newest packages and desk top-ups. */
async function officeCalls(db: pg.Client, schoolId: string): Promise<BenchCall[]> {
  const {
    rows: [newest],
  } = await db.query<{ day: string; listed: string }>(
    'select max(office_day)::text as day, (select max(updated_at)::text from package_lists) as listed from desk_top_ups',
  );
  if (!newest?.day)
    throw new Error(
      'This season has no desk top-ups. Load it again with npm run bench -- season-load.',
    );
  const season = toSeason(newest.listed);
  return [
    usual('one school', `/v1/schools/getById/${schoolId}`),
    usual('packages of a season', `/v1/packages?season=${season}`),
    usual('contents of a package', `/v1/packages/contents?season=${season}&packageOption=3`),
    usual('scheduled reports', '/v1/report-schedules'),
    usual('top-ups', '/v1/payments?purpose=wallet_top_up'),
    // Read in one snapshot, like a report.
    fairReport('desk top-ups of a day', `/v1/payments/office-day?businessDay=${newest.day}`),
  ];
}
