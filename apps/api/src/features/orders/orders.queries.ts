import type { OrderRow, OrdersQuery } from '@pos/contract/orders';
import type { OrderStatus } from '@pos/contract/order-states';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { runOnceCompiled, unseen } from '#api/db/compiled-once.ts';
import { PREPARED, type Db } from '#api/db/db.ts';
import { FEW_ROWS, type PageStart, findPageStart } from '#api/http/page-start.ts';
import {
  countVoided,
  findSearchPage,
  type SearchPlan,
  chooseSearchPlan,
} from '#api/http/search-rows.ts';
import {
  cappedTotal,
  inOrder,
  byIdOrder,
  LAST_ROW,
  pageWithTotal,
  toSort,
  type Total,
} from '#api/http/paging.ts';
import { cachedOrderCount, cachedCountRow, toCachedCountFilters } from './order-counts.queries.ts';
import { matchingOrders } from './order-filters.queries.ts';
import { joinedOrders, withOrderColumns } from './order-rows.queries.ts';
import { orderSearchQueries, orderTerms } from './order-search.queries.ts';

const orderings: Record<string, RawBuilder<unknown>> = {
  soldAt: sql`orders.sold_at`,
  orderNumber: sql`orders.order_number`,
  fairName: sql`lower(fairs.name)`,
  units: sql`orders.units`,
  subtotalCents: sql`orders.subtotal_cents`,
  taxCents: sql`orders.tax_cents`,
  totalCents: sql`orders.total_cents`,
};

type Filters = Omit<OrdersQuery, 'page' | 'limit'>;

/** One page of orders and how many match; equal instants keep one order. */
export async function findOrders(
  db: Db,
  query: OrdersQuery,
  readsStudents: boolean,
): Promise<{ results: OrderRow[]; total: Total }> {
  if (isNear(query)) {
    const { results, total } = await pageWithTotal(nearPage(db, query, readsStudents), () =>
      cachedCountRow(db, query),
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

/** Returns true if the query has only a search text, newest first. */
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
  return findSearchPage(
    db,
    `orders meant ${readsStudents}`,
    orderTerms(search),
    (terms) => orderSearchQueries(terms, readsStudents),
    {
      of: 'orders',
      skip: (page - 1) * limit,
      limit,
      rowsOf: (ids) =>
        withOrderColumns(
          joinedOrders(db).where(sql<SqlBool>`orders.id = any(${ids})`),
          readsStudents,
        ),
    },
  );
}

/**
 * Decides how to answer a search: from indexes of matching orders, or by checking one order after
 * another, which costs as much as the size of the fair or page.
 */
async function wayOfSearch(
  db: Db,
  { search, fairId, schoolId, deviceId, sort }: OrdersQuery,
  readsStudents: boolean,
): Promise<SearchPlan> {
  if (!search) return 'meant';
  if (fairId || schoolId || deviceId) return 'looked-through';
  return chooseSearchPlan(
    db,
    'orders',
    orderSearchQueries(orderTerms(search), readsStudents),
    sort === '-soldAt',
  );
}

/**
 * The newest orders and some pages more, of all fairs, of one or of a school, with how many there
 * are: the pages that are asked for most.
 */
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
      const total = cachedOrderCount(place);
      const newest = ordered(matchingOrders(db, { voided, dayOf, ...place }, readsStudents), {
        sort,
      })
        .select('orders.id')
        .limit(sql.lit(limit));
      const chosen = skip === undefined ? newest : newest.offset(sql<number>`${unseen(skip)}::int`);
      return ordered(
        withOrderColumns(joinedOrders(db).where('orders.id', 'in', chosen), readsStudents).select(
          total.as('listTotal'),
        ),
        query,
      ).modifyFront(PREPARED);
    },
  );
}

/**
 * Reads any other page: first the IDs, with a new plan for each query, then their columns, which
 * are always read the same way.
 */
async function findPage(
  db: Db,
  query: OrdersQuery,
  readsStudents: boolean,
  way: SearchPlan,
): Promise<OrderRow[]> {
  const { page, limit, sort, from, to, fairId, status } = query;
  const skip = (page - 1) * limit;
  const start: PageStart | undefined =
    isUsual(query) && skip > FEW_ROWS
      ? await findPageStart(db, 'order', skip, { fairId, from, to })
      : { before: null, skip };
  if (!start) return [];
  const idsOf = async () => {
    let matching = matchingOrders(db, query, readsStudents, way);
    if (start.before !== null) matching = matching.where('orders.soldAt', '<', start.before);
    const named =
      toSort(sort).field === 'fairName'
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

/** Returns the rows of a page in the order of their IDs. */
async function rowsOf(db: Db, ids: readonly string[], readsStudents: boolean): Promise<OrderRow[]> {
  const rows = await runOnceCompiled(db, `orders by id ${readsStudents}`, { ids }, (given) =>
    withOrderColumns(
      joinedOrders(db).where(sql<SqlBool>`orders.id = any(${given.ids}::uuid[])`),
      readsStudents,
    ).modifyFront(PREPARED),
  );
  return byIdOrder(ids, rows);
}

/**
 * The orders of several statuses on a page, newest first: the newest of each status, which an index
 * has in order, and of these the newest.
 */
async function newestOfStatuses(
  db: Db,
  query: OrdersQuery & { status: readonly OrderStatus[] },
  readsStudents: boolean,
  way: SearchPlan,
): Promise<string[]> {
  const { page, limit } = query;
  const parts = [...new Set(query.status)].map(
    (status) =>
      sql`(${ordered(matchingOrders(db, { ...query, status: [status] }, readsStudents, way), query)
        .select(['orders.id', 'orders.soldAt'])
        .limit(page * limit)})`,
  );
  const newest = sql<{ id: string }>`
    select id
    from (${sql.join(parts, sql` union all `)}) newest
    order by sold_at desc, id desc
    limit ${limit} offset ${(page - 1) * limit}`;
  const { rows } = await newest.execute(db);
  return rows.map(({ id }) => id);
}

/** Newest first, of all or of a fair, with or without days: kept numbers say where its pages begin. */
function isUsual(query: OrdersQuery): boolean {
  return !query.schoolId && isNewestFirst(query);
}

function isNewestFirst(query: OrdersQuery): boolean {
  const { sort, status, method } = query;
  return sort === '-soldAt' && toCachedCountFilters(query) !== undefined && !status && !method;
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
      joinedOrders(db).where(
        'orders.id',
        'in',
        matchingOrders(db, query, readsStudents).select('orders.id'),
      ),
      readsStudents,
    ),
    query,
  );
}

/** Counts the matching orders: exactly if stored totals can, otherwise up to LAST_ROW. */
async function countOrders(
  db: Db,
  query: OrdersQuery,
  readsStudents: boolean,
  way: SearchPlan,
): Promise<Total> {
  const cached = toCachedCountFilters(query);
  if (cached) return { total: await cachedCountRow(db, cached), isCapped: false };
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
  const some = matchingOrders(
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

function ordered<Rows extends Parameters<typeof inOrder>[0]>(
  rows: Rows,
  { sort }: Pick<Filters, 'sort'>,
): Rows {
  const { field, direction } = toSort(sort);
  return inOrder(rows, orderings[field]!, 'orders.id', direction);
}
