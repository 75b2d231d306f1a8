import { PAYMENT_METHOD_NUMBERS, type PaymentDetails, type PaymentRow, type PaymentsFilters, type PaymentsQuery, type PaymentTotals } from '@pos/contract/payments';
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { containing, sortOf } from '#api/http/paging.ts';
import { readMoneySearch } from '#api/http/search-text.ts';

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
    .leftJoin('students', (join) => join.on('students.id', '=', sql<string>`coalesce(orders.student_id, payments.student_id)`));
}

/** Whoever may not read Students sees no name of a payment that a student stands behind (domain 9.1). */
function withColumns(rows: ReturnType<typeof joined>, readsStudents: boolean) {
  const name = sql<string | null>`coalesce(orders.customer_name, students.first_name || ' ' || students.last_name)`;
  return rows
    .select([
      'payments.id', 'payments.paidAt', 'payments.businessDay', 'payments.purpose', 'payments.method', 'payments.type', 'payments.status', 'payments.amountCents', 'payments.tenderedCents', 'payments.changeCents',
      'payments.refundedCents', 'payments.checkNumber', 'payments.cardBrand', 'payments.cardLast4', 'payments.processorRef', 'payments.reviewReason', 'payments.failureCode',
      'payments.orderId', 'orders.orderNumber', 'payments.fairId', 'fairs.name as fairName', 'schools.name as schoolName', 'devices.deviceId',
      'fairResets.resetAt as voidedAt',
    ])
    .select([
      sql<string>`coalesce(fairs.time_zone, schools.time_zone)`.as('timeZone'),
      (readsStudents ? name : sql<string | null>`case when orders.customer_type = 'student' or students.id is not null then null else orders.customer_name end`).as('customerName'),
      (readsStudents ? sql<string | null>`students.student_number` : sql<string | null>`null`).as('studentNumber'),
    ]);
}

/** One page of payments and how many match; equal instants keep one order. */
export async function findPayments(db: Db, query: PaymentsQuery, readsStudents: boolean): Promise<{ results: PaymentRow[]; total: number }> {
  const [results, total] = await Promise.all([
    orderedPayments(db, query, readsStudents).limit(query.limit).offset((query.page - 1) * query.limit).execute(),
    countPayments(db, query, readsStudents),
  ]);
  return { results, total };
}

/** All payments that match in the order of the list, to be paged or streamed. */
export function orderedPayments(db: Db, query: Omit<PaymentsQuery, 'page' | 'limit'>, readsStudents: boolean) {
  const { field, direction } = sortOf(query.sort);
  return withColumns(filtered(joined(db), query, readsStudents), readsStudents).orderBy(orderings[field]!, direction).orderBy('payments.id', direction);
}

/** How many payments match. */
export async function countPayments(db: Db, query: Omit<PaymentsQuery, 'page' | 'limit'>, readsStudents: boolean): Promise<number> {
  const { total } = await filtered(joined(db), query, readsStudents).select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return total;
}

/** What the payments that match come to, by method; every method has its line. Voided ones are in no sum. */
export async function findPaymentTotals(db: Db, query: PaymentsFilters, readsStudents: boolean): Promise<PaymentTotals> {
  const rows = await filtered(joined(db), { ...query, voided: 'exclude' }, readsStudents)
    .select([
      'payments.method', (eb) => eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(payments.amount_cents), 0)::bigint`.as('amountCents'), sql<number>`coalesce(sum(payments.refunded_cents), 0)::bigint`.as('refundedCents'),
    ])
    .groupBy('payments.method')
    .execute();
  return PAYMENT_METHOD_NUMBERS.map((method) => rows.find((row) => row.method === method) ?? { method, count: 0, amountCents: 0, refundedCents: 0 });
}

function filtered(rows: ReturnType<typeof joined>, query: PaymentsFilters, readsStudents: boolean): ReturnType<typeof joined> {
  let matching = rows;
  const { status, method, type, purpose, fairId, deviceId, from, to, minCents, maxCents, voided, search } = query;
  if (voided !== 'include') matching = matching.where('payments.voidedByResetId', 'is', null);
  if (status) matching = matching.where('payments.status', 'in', status);
  if (method) matching = matching.where('payments.method', 'in', method);
  if (type) matching = matching.where('payments.type', 'in', type);
  if (purpose) matching = matching.where('payments.purpose', '=', purpose);
  if (fairId) matching = matching.where('payments.fairId', '=', fairId);
  if (deviceId) matching = matching.where('payments.deviceId', '=', deviceId);
  if (from) matching = matching.where('payments.businessDay', '>=', from);
  if (to) matching = matching.where('payments.businessDay', '<=', to);
  if (minCents !== undefined) matching = matching.where('payments.amountCents', '>=', minCents);
  if (maxCents !== undefined) matching = matching.where('payments.amountCents', '<=', maxCents);
  if (search) matching = matching.where((eb) => eb.or(found(search, readsStudents)));
  return matching;
}

/** What a search text may stand for: order number, check number, reference, the last four digits, an amount such as 12.50, a day such as 10/12/2026, a student. */
function found(search: string, readsStudents: boolean): Expression<SqlBool>[] {
  const text = containing(search);
  const possible: Expression<SqlBool>[] = [sql<SqlBool>`orders.order_number ilike ${text}`, sql<SqlBool>`payments.check_number ilike ${text}`, sql<SqlBool>`payments.processor_ref ilike ${text}`];
  const { last4, amountCents, day } = readMoneySearch(search);
  if (last4) possible.push(sql<SqlBool>`payments.card_last4 = ${last4}`);
  if (amountCents !== undefined) possible.push(sql<SqlBool>`payments.amount_cents = ${amountCents}`);
  if (day) possible.push(sql<SqlBool>`payments.business_day = ${day}`);
  if (readsStudents) possible.push(sql<SqlBool>`concat_ws(' ', students.student_number, students.first_name, students.last_name, orders.customer_name) ilike ${text}`);
  return possible;
}

/** One payment, voided or not, with its moves, its order and all parts that the order was paid in. */
export async function findPayment(db: Db, id: string, readsStudents: boolean): Promise<PaymentDetails | undefined> {
  const row = await withColumns(joined(db).where('payments.id', '=', id), readsStudents).executeTakeFirst();
  if (!row) return undefined;
  const ofOrder = row.orderId ?? null;
  const [events, order, parts] = await Promise.all([
    db.selectFrom('paymentEvents').select(['id', 'fromStatus', 'toStatus', 'actor', 'note', 'at']).where('paymentId', '=', id).orderBy('seq').execute(),
    db.selectFrom('orders').select(['id', 'orderNumber', 'status', 'totalCents', 'uncollectedCents']).where('id', '=', ofOrder).executeTakeFirst(),
    db.selectFrom('payments').select(['id', 'method', 'status', 'amountCents', 'refundedCents']).where('orderId', '=', ofOrder).orderBy('id').execute(),
  ]);
  return { ...row, events, order: order ?? null, parts };
}
