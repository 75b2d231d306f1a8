import type { PaymentRow, PaymentsQuery } from '@pos/contract/payments';
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
import { searchTerms } from '#api/http/search-text.ts';
import {
  cappedTotal,
  inOrder,
  byIdOrder,
  LAST_ROW,
  pageWithTotal,
  toSort,
  type Total,
} from '#api/http/paging.ts';
import { cachedCount, cachedPaymentCount, toCachedCountFilters } from './payment-counts.queries.ts';
import { matchingPayments } from './payment-filters.queries.ts';
import { joinedPayments, withPaymentColumns } from './payment-rows.queries.ts';
import { paymentSearchQueries } from './payment-search.queries.ts';

const orderings: Record<string, RawBuilder<unknown>> = {
  paidAt: sql`payments.paid_at`,
  amountCents: sql`payments.amount_cents`,
  status: sql`payments.status`,
  method: sql`payments.method`,
  orderNumber: sql`orders.order_number`,
  fairName: sql`lower(fairs.name)`,
};

export type Filters = Omit<PaymentsQuery, 'page' | 'limit'>;

/** One page of payments and how many match; equal instants keep one order. */
export async function findPayments(
  db: Db,
  query: PaymentsQuery,
  readsStudents: boolean,
): Promise<{ results: PaymentRow[]; total: Total }> {
  if (isNear(query)) {
    const { results, total } = await pageWithTotal(nearPage(db, query, readsStudents), () =>
      cachedCount(db, query),
    );
    return { results, total: { total, isCapped: false } };
  }
  const found = isSearchAlone(query) ? await pageOfSearch(db, query, readsStudents) : undefined;
  if (typeof found === 'object') return found;
  const way = found ?? (await wayOfSearch(db, query, readsStudents));
  const [results, total] = await Promise.all([
    findPage(db, query, readsStudents, way),
    countPayments(db, query, readsStudents, way),
  ]);
  return { results, total };
}

/** Returns true if the query has only a search text, newest first. */
function isSearchAlone(query: PaymentsQuery): query is PaymentsQuery & { search: string } {
  const { search, page: _page, limit: _limit, sort, voided, ...filters } = query;
  return (
    Boolean(search) &&
    sort === '-paidAt' &&
    voided !== 'include' &&
    Object.values(filters).every((value) => value === undefined)
  );
}

function pageOfSearch(
  db: Db,
  { search, page, limit }: PaymentsQuery & { search: string },
  readsStudents: boolean,
) {
  return findSearchPage(
    db,
    `payments meant ${readsStudents}`,
    searchTerms(search),
    (terms) => paymentSearchQueries(terms, readsStudents),
    {
      of: 'payments',
      skip: (page - 1) * limit,
      limit,
      rowsOf: (ids) =>
        withPaymentColumns(
          joinedPayments(db).where(sql<SqlBool>`payments.id = any(${ids})`),
          readsStudents,
        ),
    },
  );
}

/**
 * Decides how to answer a search: from indexes of matching payments, or by checking one payment
 * after another, which costs as much as the size of the fair or page.
 */
async function wayOfSearch(
  db: Db,
  { search, fairId, deviceId, sort }: PaymentsQuery,
  readsStudents: boolean,
): Promise<SearchPlan> {
  if (!search) return 'meant';
  if (fairId || deviceId) return 'looked-through';
  return chooseSearchPlan(
    db,
    'payments',
    paymentSearchQueries(searchTerms(search), readsStudents),
    sort === '-paidAt',
  );
}

/**
 * The newest payments and some pages more, of all fairs or of one, with how many there are: the pages
 * that are asked for most.
 */
function nearPage(
  db: Db,
  query: PaymentsQuery,
  readsStudents: boolean,
): Promise<(PaymentRow & { listTotal: number })[]> {
  const { page, limit, sort, voided, fairId } = query;
  return runOnceCompiled(
    db,
    `payments ${limit} ${readsStudents}`,
    { fairId, skip: (page - 1) * limit || undefined },
    ({ skip, ...place }) => {
      const total = cachedPaymentCount(place);
      const newest = ordered(matchingPayments(db, { voided, ...place }, readsStudents), { sort })
        .select('payments.id')
        .limit(sql.lit(limit));
      const chosen = skip === undefined ? newest : newest.offset(sql<number>`${unseen(skip)}::int`);
      return ordered(
        withPaymentColumns(
          joinedPayments(db).where('payments.id', 'in', chosen),
          readsStudents,
        ).select(total.as('listTotal')),
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
  query: PaymentsQuery,
  readsStudents: boolean,
  way: SearchPlan,
): Promise<PaymentRow[]> {
  const { page, limit, sort, from, to, fairId } = query;
  const skip = (page - 1) * limit;
  const start: PageStart | undefined =
    isUsual(query) && skip > FEW_ROWS
      ? await findPageStart(db, 'payment', skip, { fairId, from, to })
      : { before: null, skip };
  if (!start) return [];
  let matching = matchingPayments(db, query, readsStudents, way);
  if (start.before !== null) matching = matching.where('payments.paidAt', '<', start.before);
  const { field } = toSort(sort);
  // The joins are for the sort alone; the builder's type stays that of the payments.
  if (field === 'fairName')
    matching = matching.leftJoin(
      'fairs',
      'fairs.id',
      'payments.fairId',
    ) as unknown as typeof matching;
  if (field === 'orderNumber')
    matching = matching.leftJoin(
      'orders',
      'orders.id',
      'payments.orderId',
    ) as unknown as typeof matching;
  const ids = (
    await ordered(matching, query).select('payments.id').limit(limit).offset(start.skip).execute()
  ).map(({ id }) => id);
  return rowsOf(db, ids, readsStudents);
}

/** Returns the rows of a page in the order of their IDs. */
async function rowsOf(
  db: Db,
  ids: readonly string[],
  readsStudents: boolean,
): Promise<PaymentRow[]> {
  const rows = await runOnceCompiled(db, `payments by id ${readsStudents}`, { ids }, (given) =>
    withPaymentColumns(
      joinedPayments(db).where(sql<SqlBool>`payments.id = any(${given.ids}::uuid[])`),
      readsStudents,
    ).modifyFront(PREPARED),
  );
  return byIdOrder(ids, rows);
}

/** Newest first, of all or of a fair, with or without days: kept numbers say where its pages begin. */
function isUsual(query: PaymentsQuery): boolean {
  const { sort, status, method, type, purpose } = query;
  return (
    sort === '-paidAt' &&
    toCachedCountFilters(query) !== undefined &&
    !status &&
    !method &&
    !type &&
    !purpose
  );
}

function isNear(query: PaymentsQuery): boolean {
  return isUsual(query) && !query.from && !query.to && (query.page - 1) * query.limit <= FEW_ROWS;
}

/** All payments that match in the order of the list, to be streamed. */
export function orderedPayments(db: Db, query: Filters, readsStudents: boolean) {
  return ordered(
    withPaymentColumns(
      joinedPayments(db).where(
        'payments.id',
        'in',
        matchingPayments(db, query, readsStudents).select('payments.id'),
      ),
      readsStudents,
    ),
    query,
  );
}

/** Counts the matching payments: exactly if stored totals can, otherwise up to LAST_ROW. */
async function countPayments(
  db: Db,
  query: PaymentsQuery,
  readsStudents: boolean,
  way: SearchPlan,
): Promise<Total> {
  const cached = toCachedCountFilters(query);
  if (cached) return { total: await cachedCount(db, cached), isCapped: false };
  const { page: _page, limit: _limit, sort: _sort, voided, search, ...filters } = query;
  const isSearchAlone =
    search !== undefined && Object.values(filters).every((value) => value === undefined);
  if (isSearchAlone && voided !== 'include' && way === 'looked-through')
    return cappedTotal(LAST_ROW + 1);
  if (isSearchAlone && typeof way === 'object')
    return cappedTotal(
      way.count - (voided === 'include' ? 0 : await countVoided(db, 'payments', way.ids)),
    );
  const some = matchingPayments(
    db,
    query,
    readsStudents,
    (filters.fairId ?? filters.deviceId) || typeof way === 'object' ? way : 'meant',
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
  return inOrder(rows, orderings[field]!, 'payments.id', direction);
}
