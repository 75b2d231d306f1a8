import { averageOf } from '@pos/contract/money-rules';
import type {
  Order,
  OrderRow,
  OrdersFilters,
  OrdersQuery,
  OrderTotals,
} from '@pos/contract/orders';
import { type OrderStatus, REPORTED_ORDER_STATUSES } from '@pos/contract/order-states';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { runOnceCompiled, unseen } from '#api/db/compiled-once.ts';
import { PREPARED, type Db } from '#api/db/db.ts';
import { FEW_ROWS, inDays, pageStartOf, type PageStart } from '#api/http/page-start.ts';
import {
  allMeant,
  countVoided,
  pageOfMeant,
  wayToFind,
  type SearchWay,
} from '#api/http/meant-rows.ts';
import {
  cappedTotal,
  inOrder,
  inOrderOf,
  LAST_ROW,
  pageWithTotal,
  sortOf,
  type Total,
} from '#api/http/paging.ts';
import { keptCountOf, keptCountRow, keptFilters } from './order-counts.queries.ts';
import { orderLines, orderPayments, orderRefunds } from './order-parts.queries.ts';
import { isMeant, meantOrders, orderTerms } from './order-search.queries.ts';

const orderings: Record<string, RawBuilder<unknown>> = {
  soldAt: sql`orders.sold_at`,
  orderNumber: sql`orders.order_number`,
  fairName: sql`lower(fairs.name)`,
  units: sql`orders.units`,
  subtotalCents: sql`orders.subtotal_cents`,
  taxCents: sql`orders.tax_cents`,
  totalCents: sql`orders.total_cents`,
};

function joined(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('fairs', 'fairs.id', 'orders.fairId')
    .innerJoin('schools', 'schools.id', 'orders.schoolId')
    .innerJoin('devices', 'devices.id', 'orders.deviceId')
    .leftJoin('students', 'students.id', 'orders.studentId')
    .leftJoin('fairResets', 'fairResets.id', 'orders.voidedByResetId');
}

/** The columns of a row. Whoever may not read Students sees no name of a sale that a student stands behind (domain 9.1). */
export function withOrderColumns(rows: ReturnType<typeof joined>, readsStudents: boolean) {
  const ofStudent = <Value>(value: RawBuilder<Value>) => (readsStudents ? value : sql<Value>`null`);
  const name = sql<
    string | null
  >`coalesce(orders.customer_name, students.first_name || ' ' || students.last_name)`;
  return rows
    .select([
      'orders.id',
      'orders.orderNumber',
      'orders.soldAt',
      'orders.businessDay',
      'orders.fairId',
      'fairs.name as fairName',
      'schools.name as schoolName',
      'fairs.timeZone',
      'orders.customerType',
      'orders.units',
      'orders.grossCents',
      'orders.discountCents',
      'orders.subtotalCents',
      'orders.taxCents',
      'orders.totalCents',
      'orders.methods',
      'orders.paymentStatus',
      'orders.status',
      'orders.shipToSchool',
      'orders.taxExempt',
      'devices.deviceId',
      'orders.flags',
      'fairResets.resetAt as voidedAt',
    ])
    .select([
      sql<number>`orders.refunded_net_cents + orders.refunded_tax_cents`.as('refundedCents'),
      (readsStudents
        ? name
        : sql<
            string | null
          >`case when orders.customer_type = 'student' or orders.student_id is not null then null else orders.customer_name end`
      ).as('customerName'),
      ofStudent(sql<string | null>`students.student_number`).as('studentNumber'),
      ofStudent(sql<string | null>`students.grade`).as('grade'),
      ofStudent(sql<string | null>`students.teacher`).as('teacher'),
    ]);
}

type Filters = Omit<OrdersQuery, 'page' | 'limit'>;

/** One page of orders and how many match; equal instants keep one order. */
export async function findOrders(
  db: Db,
  query: OrdersQuery,
  readsStudents: boolean,
): Promise<{ results: OrderRow[]; total: Total }> {
  if (isNear(query)) {
    const { results, total } = await pageWithTotal(nearPage(db, query, readsStudents), () =>
      keptCountRow(db, query),
    );
    return { results, total: { total, isCapped: false } };
  }
  const found = isSearchAlone(query) ? await pageOfSearch(db, query, readsStudents) : undefined;
  if (typeof found === 'object') return found;
  const way = found ?? (await wayOfSearch(db, query, readsStudents));
  const [results, total] = await Promise.all([
    findPage(db, query, readsStudents, way),
    countOrders(db, query, readsStudents, way),
  ]);
  return { results, total };
}

/** Whether a text is all that is asked for, newest first. */
function isSearchAlone(query: OrdersQuery): query is OrdersQuery & { search: string } {
  const { search, page: _page, limit: _limit, sort, voided, dayOf, ...filters } = query;
  return (
    Boolean(search) &&
    sort === '-soldAt' &&
    voided !== 'include' &&
    dayOf === 'sale' &&
    Object.values(filters).every((value) => value === undefined)
  );
}

function pageOfSearch(
  db: Db,
  { search, page, limit }: OrdersQuery & { search: string },
  readsStudents: boolean,
) {
  return pageOfMeant(
    db,
    `orders meant ${readsStudents}`,
    orderTerms(search),
    (terms) => meantOrders(terms, readsStudents),
    {
      of: 'orders',
      skip: (page - 1) * limit,
      limit,
      rowsOf: (ids) =>
        withOrderColumns(joined(db).where(sql<SqlBool>`orders.id = any(${ids})`), readsStudents),
    },
  );
}

/** How a search is answered: from the orders that it may mean, or by looking at one order after the other, which costs as much as the fair or the page has. */
async function wayOfSearch(
  db: Db,
  { search, fairId, schoolId, deviceId, sort }: OrdersQuery,
  readsStudents: boolean,
): Promise<SearchWay> {
  if (!search) return 'meant';
  if (fairId || schoolId || deviceId) return 'looked-through';
  return wayToFind(
    db,
    'orders',
    meantOrders(orderTerms(search), readsStudents),
    sort === '-soldAt',
  );
}

/** What everybody asks for all the time: the newest orders and some pages more, of all fairs, of one or of a school, with how many there are. */
function nearPage(
  db: Db,
  query: OrdersQuery,
  readsStudents: boolean,
): Promise<(OrderRow & { listTotal: number })[]> {
  const { page, limit, sort, voided, dayOf, fairId, schoolId } = query;
  return runOnceCompiled(
    db,
    `orders ${limit} ${readsStudents}`,
    { fairId, schoolId, skip: (page - 1) * limit || undefined },
    ({ skip, ...place }) => {
      const total = keptCountOf(place);
      const newest = ordered(filtered(db, { voided, dayOf, ...place }, readsStudents), { sort })
        .select('orders.id')
        .limit(sql.lit(limit));
      const chosen = skip === undefined ? newest : newest.offset(sql<number>`${unseen(skip)}::int`);
      return ordered(
        withOrderColumns(joined(db).where('orders.id', 'in', chosen), readsStudents).select(
          total.as('listTotal'),
        ),
        query,
      ).modifyFront(PREPARED);
    },
  );
}

/** Any other page: first which rows, planned anew for what is asked, then what they show, which is read the same way every time. */
async function findPage(
  db: Db,
  query: OrdersQuery,
  readsStudents: boolean,
  way: SearchWay,
): Promise<OrderRow[]> {
  const { page, limit, sort, from, to, fairId, status } = query;
  const skip = (page - 1) * limit;
  const start: PageStart | undefined =
    isUsual(query) && skip > FEW_ROWS
      ? await pageStartOf(db, 'order', skip, { fairId, from, to })
      : { before: null, skip };
  if (!start) return [];
  const idsOf = async () => {
    let matching = filtered(db, query, readsStudents, way);
    if (start.before !== null) matching = matching.where('orders.soldAt', '<', start.before);
    const named =
      sortOf(sort).field === 'fairName'
        ? matching.innerJoin('fairs', 'fairs.id', 'orders.fairId')
        : matching;
    return (
      await ordered(named, query).select('orders.id').limit(limit).offset(start.skip).execute()
    ).map(({ id }) => id);
  };
  const ids =
    status && status.length > 1 && sort === '-soldAt' && !fairId
      ? await newestOfStatuses(db, { ...query, status }, readsStudents, way)
      : await idsOf();
  return rowsOf(db, ids, readsStudents);
}

/** What the orders of a page show, in the order of their ids. */
async function rowsOf(db: Db, ids: readonly string[], readsStudents: boolean): Promise<OrderRow[]> {
  const rows = await runOnceCompiled(db, `orders by id ${readsStudents}`, { ids }, (given) =>
    withOrderColumns(
      joined(db).where(sql<SqlBool>`orders.id = any(${given.ids}::uuid[])`),
      readsStudents,
    ).modifyFront(PREPARED),
  );
  return inOrderOf(ids, rows);
}

/** Which orders of several statuses are on a page, newest first: the newest of each, which an index has in order, and of these the newest. */
async function newestOfStatuses(
  db: Db,
  query: OrdersQuery & { status: readonly OrderStatus[] },
  readsStudents: boolean,
  way: SearchWay,
): Promise<string[]> {
  const { page, limit } = query;
  const parts = [...new Set(query.status)].map(
    (status) =>
      sql`(${ordered(filtered(db, { ...query, status: [status] }, readsStudents, way), query)
        .select(['orders.id', 'orders.soldAt'])
        .limit(page * limit)})`,
  );
  const { rows } = await sql<{
    id: string;
  }>`select id from (${sql.join(parts, sql` union all `)}) newest order by sold_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Newest first, of all or of a fair, with or without days: kept numbers say where its pages begin. */
function isUsual(query: OrdersQuery): boolean {
  return !query.schoolId && isNewestFirst(query);
}

function isNewestFirst(query: OrdersQuery): boolean {
  const { sort, status, method } = query;
  return sort === '-soldAt' && keptFilters(query) !== undefined && !status && !method;
}

function isNear(query: OrdersQuery): boolean {
  return (
    isNewestFirst(query) && !query.from && !query.to && (query.page - 1) * query.limit <= FEW_ROWS
  );
}

/** All orders that match in the order of the list, to be streamed. */
export function orderedOrders(db: Db, query: Filters, readsStudents: boolean) {
  return ordered(
    withOrderColumns(
      joined(db).where('orders.id', 'in', filtered(db, query, readsStudents).select('orders.id')),
      readsStudents,
    ),
    query,
  );
}

/** How many orders match: exactly where kept totals know it, else up to LAST_ROW. */
async function countOrders(
  db: Db,
  query: OrdersQuery,
  readsStudents: boolean,
  way: SearchWay,
): Promise<Total> {
  const kept = keptFilters(query);
  if (kept) return { total: await keptCountRow(db, kept), isCapped: false };
  const { page: _page, limit: _limit, sort: _sort, voided, search, dayOf, ...filters } = query;
  const isSearchAlone =
    search !== undefined &&
    dayOf === 'sale' &&
    Object.values(filters).every((value) => value === undefined);
  if (isSearchAlone && voided !== 'include' && way === 'looked-through')
    return cappedTotal(LAST_ROW + 1);
  if (isSearchAlone && typeof way === 'object')
    return cappedTotal(
      way.count - (voided === 'include' ? 0 : await countVoided(db, 'orders', way.ids)),
    );
  const isBounded = filters.fairId ?? filters.schoolId ?? filters.deviceId;
  const some = filtered(
    db,
    query,
    readsStudents,
    isBounded || typeof way === 'object' ? way : 'meant',
  )
    .select(sql`1`.as('one'))
    .limit(LAST_ROW + 1);
  const { counted } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow();
  return cappedTotal(counted);
}

/** How many orders match, however many: for what reads them all anyway. */
export async function countAllOrders(
  db: Db,
  query: OrdersFilters,
  readsStudents: boolean,
): Promise<number> {
  const { counted } = await filtered(db, query, readsStudents)
    .select((eb) => eb.fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow();
  return counted;
}

function ordered<Rows extends Parameters<typeof inOrder>[0]>(
  rows: Rows,
  { sort }: Pick<Filters, 'sort'>,
): Rows {
  const { field, direction } = sortOf(sort);
  return inOrder(rows, orderings[field]!, 'orders.id', direction);
}

/** What the orders that match come to before tax, as reports count them: sales by the day of the sale, refunds by the day they were made. */
export async function findOrderTotals(
  db: Db,
  query: OrdersFilters,
  readsStudents: boolean,
): Promise<OrderTotals> {
  const { from, to, dayOf } = query;
  const within = (day: RawBuilder<unknown>) =>
    sql<SqlBool>`(${from ?? null}::date is null or ${day} >= ${from ?? null}::date) and (${to ?? null}::date is null or ${day} <= ${to ?? null}::date)`;
  const isSold = dayOf === 'refund' ? sql<SqlBool>`false` : within(sql`orders.business_day`);
  const refunds =
    dayOf === 'sale' || (!from && !to)
      ? sql`orders.refunded_net_cents`
      : sql`(select coalesce(sum(r.net_cents), 0) from refunds r where r.order_id = orders.id and ${within(sql`r.business_day`)})`;
  const { sold, soldNetCents, refundedNetCents } = await filtered(
    db,
    { ...query, voided: 'exclude' },
    readsStudents,
  )
    .where('orders.status', 'in', REPORTED_ORDER_STATUSES)
    .select([
      sql<number>`count(*) filter (where ${isSold})`.as('sold'),
      sql<number>`coalesce(sum(orders.gross_cents - orders.discount_cents) filter (where ${isSold}), 0)::bigint`.as(
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
    averageCents: averageOf(netCents, sold),
  };
}

/** Orders that reports do not count: not paid yet, or given back before they were. */
const NOT_SOLD = ['open', 'cancelled'] as const satisfies readonly OrderStatus[];

/** How many of the orders that match reports leave out. */
async function countNotSold(db: Db, query: OrdersFilters, readsStudents: boolean): Promise<number> {
  const { status = NOT_SOLD } = query;
  const meant = NOT_SOLD.filter((each) => status.includes(each));
  if (meant.length === 0) return 0;
  const matching = { ...query, voided: 'exclude', status: meant } as const;
  const kept = keptFilters(matching);
  return kept ? keptCountRow(db, kept) : countAllOrders(db, matching, readsStudents);
}

function filtered(db: Db, query: OrdersFilters, readsStudents: boolean, way: SearchWay = 'meant') {
  let matching = db.selectFrom('orders');
  const {
    fairId,
    schoolId,
    deviceId,
    status,
    method,
    fulfilment,
    fulfilmentStatus,
    taxExempt,
    from,
    to,
    dayOf,
    voided,
    search,
  } = query;
  if (voided !== 'include') matching = matching.where('orders.voidedByResetId', 'is', null);
  if (fairId) matching = matching.where('orders.fairId', '=', fairId);
  if (schoolId) matching = matching.where('orders.schoolId', '=', schoolId);
  if (deviceId) matching = matching.where('orders.deviceId', '=', deviceId);
  if (status) matching = matching.where('orders.status', 'in', status);
  if (method) matching = matching.where(sql<SqlBool>`orders.methods && ${method}::smallint[]`);
  if (fulfilment === 'ship_to_school') matching = matching.where('orders.shipToSchool', '=', true);
  if (fulfilment === 'in_person')
    matching = matching.where((eb) =>
      eb.exists(
        eb
          .selectFrom('orderLines')
          .select('orderLines.id')
          .whereRef('orderLines.orderId', '=', 'orders.id')
          .where('orderLines.fulfilment', '=', 'in_person'),
      ),
    );
  if (fulfilmentStatus)
    matching = matching.where((eb) =>
      eb.exists(
        eb
          .selectFrom('orderLines')
          .select('orderLines.id')
          .whereRef('orderLines.orderId', '=', 'orders.id')
          .where('orderLines.fulfilmentStatus', 'in', fulfilmentStatus),
      ),
    );
  if (taxExempt !== undefined) matching = matching.where('orders.taxExempt', '=', taxExempt);
  const refunded = refundedFilter(query);
  if (refunded) matching = matching.where(refunded);
  if (dayOf === 'sale' && (from ?? to))
    matching = matching.where(inDays(sql`orders.business_day`, sql`orders.sold_at`, query));
  if (search && typeof way === 'object')
    matching = matching.where(sql<SqlBool>`orders.id = any(${way.ids}::uuid[])`);
  else if (search)
    matching = matching.where(
      way === 'meant'
        ? sql<SqlBool>`orders.id in (select id from ${allMeant('orders', meantOrders(orderTerms(search), readsStudents))})`
        : isMeant(search, readsStudents),
    );
  return matching;
}

/** True for an order that was refunded in the days, or sold or refunded, as `dayOf` says; nothing where the day of the sale decides or every order is meant. */
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
  const refunded = sql<SqlBool>`orders.id in (select r.order_id from refunds r where ${within(sql`r.business_day`)})`;
  return dayOf === 'refund'
    ? refunded
    : sql<SqlBool>`((${within(sql`orders.business_day`)}) or ${refunded})`;
}

/** One order whole, voided or not. */
export function findOrder(db: Db, id: string, readsStudents: boolean): Promise<Order | undefined> {
  return runOnceCompiled(db, `order ${readsStudents}`, { id }, (given) =>
    withOrderColumns(joined(db).where('orders.id', '=', given.id), readsStudents)
      .modifyFront(PREPARED)
      .innerJoin('admins', 'admins.id', 'orders.cashierId')
      .select([
        'orders.clientOrderId',
        'orders.epoch',
        'orders.sequence',
        'orders.receivedAt',
        'orders.taxRatePpm',
        'orders.exemptReason',
        'orders.exemptCertificateNo',
        'orders.refundedNetCents',
        'orders.refundedTaxCents',
        'orders.uncollectedCents',
        'orders.overpaidCents',
      ])
      .select([
        sql<string>`admins.first_name || ' ' || admins.last_name`.as('cashierName'),
        orderLines.as('lines'),
        orderPayments.as('payments'),
        orderRefunds.as('refunds'),
      ]),
  ).then(([row]) => row);
}
