import {
  PAYMENT_METHOD_NUMBERS,
  type PaymentDetails,
  type PaymentRow,
  type PaymentsFilters,
  type PaymentsQuery,
  type PaymentTotals,
  PENDING_HOURS,
} from '@pos/contract/payments';
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
import { searchTerms } from '#api/http/search-text.ts';
import {
  cappedTotal,
  inOrder,
  inOrderOf,
  LAST_ROW,
  pageWithTotal,
  sortOf,
  type Total,
} from '#api/http/paging.ts';
import {
  keptCount,
  keptCountOf,
  keptFilters,
  keptPaymentTotals,
} from './payment-counts.queries.ts';
import { isMeant, meantPayments } from './payment-search.queries.ts';

const orderings: Record<string, RawBuilder<unknown>> = {
  paidAt: sql`payments.paid_at`,
  amountCents: sql`payments.amount_cents`,
  status: sql`payments.status`,
  method: sql`payments.method`,
  orderNumber: sql`orders.order_number`,
  fairName: sql`lower(fairs.name)`,
};

function joined(db: Db) {
  return db
    .selectFrom('payments')
    .innerJoin('schools', 'schools.id', 'payments.schoolId')
    .leftJoin('fairs', 'fairs.id', 'payments.fairId')
    .leftJoin('orders', 'orders.id', 'payments.orderId')
    .leftJoin('devices', 'devices.id', 'payments.deviceId')
    .leftJoin('fairResets', 'fairResets.id', 'payments.voidedByResetId')
    .leftJoin('students', (join) =>
      join.on('students.id', '=', sql<string>`coalesce(orders.student_id, payments.student_id)`),
    );
}

/** Whoever may not read Students sees no name of a payment that a student stands behind (domain 9.1). */
function withColumns(rows: ReturnType<typeof joined>, readsStudents: boolean) {
  const name = sql<
    string | null
  >`coalesce(orders.customer_name, students.first_name || ' ' || students.last_name)`;
  return rows
    .select([
      'payments.id',
      'payments.paidAt',
      'payments.businessDay',
      'payments.purpose',
      'payments.method',
      'payments.type',
      'payments.status',
      'payments.amountCents',
      'payments.tenderedCents',
      'payments.changeCents',
      'payments.refundedCents',
      'payments.checkNumber',
      'payments.cardBrand',
      'payments.cardLast4',
      'payments.processorRef',
      'payments.reviewReason',
      'payments.failureCode',
      'payments.orderId',
      'orders.orderNumber',
      'payments.fairId',
      'fairs.name as fairName',
      'schools.name as schoolName',
      'devices.deviceId',
      'fairResets.resetAt as voidedAt',
    ])
    .select([
      sql<string>`coalesce(fairs.time_zone, schools.time_zone)`.as('timeZone'),
      (readsStudents
        ? name
        : sql<
            string | null
          >`case when orders.customer_type = 'student' or students.id is not null then null else orders.customer_name end`
      ).as('customerName'),
      (readsStudents ? sql<string | null>`students.student_number` : sql<string | null>`null`).as(
        'studentNumber',
      ),
    ]);
}

type Filters = Omit<PaymentsQuery, 'page' | 'limit'>;

/** One page of payments and how many match; equal instants keep one order. */
export async function findPayments(
  db: Db,
  query: PaymentsQuery,
  readsStudents: boolean,
): Promise<{ results: PaymentRow[]; total: Total }> {
  if (isNear(query)) {
    const { results, total } = await pageWithTotal(nearPage(db, query, readsStudents), () =>
      keptCount(db, query),
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

/** Whether a text is all that is asked for, newest first. */
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
  return pageOfMeant(
    db,
    `payments meant ${readsStudents}`,
    searchTerms(search),
    (terms) => meantPayments(terms, readsStudents),
    {
      of: 'payments',
      skip: (page - 1) * limit,
      limit,
      rowsOf: (ids) =>
        withColumns(joined(db).where(sql<SqlBool>`payments.id = any(${ids})`), readsStudents),
    },
  );
}

/** How a search is answered: from the payments that it may mean, or by looking at one payment after the other, which costs as much as the fair or the page has. */
async function wayOfSearch(
  db: Db,
  { search, fairId, deviceId, sort }: PaymentsQuery,
  readsStudents: boolean,
): Promise<SearchWay> {
  if (!search) return 'meant';
  if (fairId || deviceId) return 'looked-through';
  return wayToFind(
    db,
    'payments',
    meantPayments(searchTerms(search), readsStudents),
    sort === '-paidAt',
  );
}

/** What everybody asks for all the time: the newest payments and some pages more, of all fairs or of one, with how many there are. */
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
      const total = keptCountOf(place);
      const newest = ordered(filtered(db, { voided, ...place }, readsStudents), { sort })
        .select('payments.id')
        .limit(sql.lit(limit));
      const chosen = skip === undefined ? newest : newest.offset(sql<number>`${unseen(skip)}::int`);
      return ordered(
        withColumns(joined(db).where('payments.id', 'in', chosen), readsStudents).select(
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
  query: PaymentsQuery,
  readsStudents: boolean,
  way: SearchWay,
): Promise<PaymentRow[]> {
  const { page, limit, sort, from, to, fairId } = query;
  const skip = (page - 1) * limit;
  const start: PageStart | undefined =
    isUsual(query) && skip > FEW_ROWS
      ? await pageStartOf(db, 'payment', skip, { fairId, from, to })
      : { before: null, skip };
  if (!start) return [];
  let matching = filtered(db, query, readsStudents, way);
  if (start.before !== null) matching = matching.where('payments.paidAt', '<', start.before);
  const { field } = sortOf(sort);
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

/** What the payments of a page show, in the order of their ids. */
async function rowsOf(
  db: Db,
  ids: readonly string[],
  readsStudents: boolean,
): Promise<PaymentRow[]> {
  const rows = await runOnceCompiled(db, `payments by id ${readsStudents}`, { ids }, (given) =>
    withColumns(
      joined(db).where(sql<SqlBool>`payments.id = any(${given.ids}::uuid[])`),
      readsStudents,
    ).modifyFront(PREPARED),
  );
  return inOrderOf(ids, rows);
}

/** Newest first, of all or of a fair, with or without days: kept numbers say where its pages begin. */
function isUsual(query: PaymentsQuery): boolean {
  const { sort, status, method, type, purpose } = query;
  return (
    sort === '-paidAt' &&
    keptFilters(query) !== undefined &&
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
    withColumns(
      joined(db).where(
        'payments.id',
        'in',
        filtered(db, query, readsStudents).select('payments.id'),
      ),
      readsStudents,
    ),
    query,
  );
}

/** How many payments match: exactly where kept totals know it, else up to LAST_ROW. */
async function countPayments(
  db: Db,
  query: PaymentsQuery,
  readsStudents: boolean,
  way: SearchWay,
): Promise<Total> {
  const kept = keptFilters(query);
  if (kept) return { total: await keptCount(db, kept), isCapped: false };
  const { page: _page, limit: _limit, sort: _sort, voided, search, ...filters } = query;
  const isSearchAlone =
    search !== undefined && Object.values(filters).every((value) => value === undefined);
  if (isSearchAlone && voided !== 'include' && way === 'looked-through')
    return cappedTotal(LAST_ROW + 1);
  if (isSearchAlone && typeof way === 'object')
    return cappedTotal(
      way.count - (voided === 'include' ? 0 : await countVoided(db, 'payments', way.ids)),
    );
  const some = filtered(
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

/** How many payments match, however many: for what reads them all anyway. */
export async function countAllPayments(
  db: Db,
  query: Filters,
  readsStudents: boolean,
): Promise<number> {
  const { counted } = await filtered(db, query, readsStudents)
    .select((eb) => eb.fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow();
  return counted;
}

/** What the payments that match come to, by method; every method has its line. Voided ones are in no sum. */
export async function findPaymentTotals(
  db: Db,
  query: PaymentsFilters,
  readsStudents: boolean,
): Promise<PaymentTotals> {
  const standing = { ...query, voided: 'exclude' as const };
  const kept = keptFilters(standing);
  if (kept) return keptPaymentTotals(db, kept);
  const rows = await filtered(
    db,
    standing,
    readsStudents,
    (query.fairId ?? query.deviceId) ? 'looked-through' : 'meant',
  )
    .select([
      'payments.method',
      (eb) => eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(payments.amount_cents), 0)::bigint`.as('amountCents'),
      sql<number>`coalesce(sum(payments.refunded_cents), 0)::bigint`.as('refundedCents'),
    ])
    .groupBy('payments.method')
    .execute();
  return PAYMENT_METHOD_NUMBERS.map(
    (method) =>
      rows.find((row) => row.method === method) ?? {
        method,
        count: 0,
        amountCents: 0,
        refundedCents: 0,
      },
  );
}

function ordered<Rows extends Parameters<typeof inOrder>[0]>(
  rows: Rows,
  { sort }: Pick<Filters, 'sort'>,
): Rows {
  const { field, direction } = sortOf(sort);
  return inOrder(rows, orderings[field]!, 'payments.id', direction);
}

function filtered(
  db: Db,
  query: PaymentsFilters,
  readsStudents: boolean,
  way: SearchWay = 'meant',
) {
  let matching = db.selectFrom('payments');
  const {
    status,
    method,
    type,
    purpose,
    fairId,
    schoolId,
    deviceId,
    from,
    to,
    minCents,
    maxCents,
    voided,
    search,
  } = query;
  if (voided !== 'include') matching = matching.where('payments.voidedByResetId', 'is', null);
  if (status) matching = matching.where('payments.status', 'in', status);
  if (method) matching = matching.where('payments.method', 'in', method);
  if (type) matching = matching.where('payments.type', 'in', type);
  if (purpose) matching = matching.where('payments.purpose', '=', purpose);
  if (fairId) matching = matching.where('payments.fairId', '=', fairId);
  if (schoolId) matching = matching.where('payments.schoolId', '=', schoolId);
  if (deviceId) matching = matching.where('payments.deviceId', '=', deviceId);
  if (from ?? to)
    matching = matching.where(inDays(sql`payments.business_day`, sql`payments.paid_at`, query));
  if (minCents !== undefined) matching = matching.where('payments.amountCents', '>=', minCents);
  if (maxCents !== undefined) matching = matching.where('payments.amountCents', '<=', maxCents);
  if (search && typeof way === 'object')
    matching = matching.where(sql<SqlBool>`payments.id = any(${way.ids}::uuid[])`);
  else if (search)
    matching = matching.where(
      way === 'meant'
        ? sql<SqlBool>`payments.id in (select id from ${allMeant('payments', meantPayments(searchTerms(search), readsStudents))})`
        : isMeant(search, readsStudents),
    );
  return matching;
}

/** One payment, voided or not, with its moves, its order and all parts that the order was paid in. */
export async function findPayment(
  db: Db,
  id: string,
  readsStudents: boolean,
): Promise<PaymentDetails | undefined> {
  const row = await withColumns(
    joined(db).where('payments.id', '=', id),
    readsStudents,
  ).executeTakeFirst();
  if (!row) return undefined;
  const ofOrder = row.orderId ?? null;
  const [events, order, parts, { pendingUntil }] = await Promise.all([
    db
      .selectFrom('paymentEvents')
      .select(['id', 'fromStatus', 'toStatus', 'actor', 'note', 'at'])
      .where('paymentId', '=', id)
      .orderBy('seq')
      .execute(),
    db
      .selectFrom('orders')
      .select(['id', 'orderNumber', 'status', 'totalCents', 'uncollectedCents'])
      .where('id', '=', ofOrder)
      .executeTakeFirst(),
    db
      .selectFrom('payments')
      .select(['id', 'method', 'status', 'amountCents', 'refundedCents'])
      .where('orderId', '=', ofOrder)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('payments')
      .select(
        sql<
          string | null
        >`case when status = 'pending' then created_at + make_interval(hours => ${PENDING_HOURS}) end`.as(
          'pendingUntil',
        ),
      )
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  ]);
  return { ...row, pendingUntil, events, order: order ?? null, parts };
}
