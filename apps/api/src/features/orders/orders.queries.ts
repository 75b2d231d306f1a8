import type { OrderRow, OrdersQuery } from '@pos/contract/orders';
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { containing, sortOf } from '#api/http/paging.ts';
import { readMoneySearch } from '#api/http/search-text.ts';

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
  const name = sql<string | null>`coalesce(orders.customer_name, students.first_name || ' ' || students.last_name)`;
  return rows
    .select([
      'orders.id', 'orders.orderNumber', 'orders.soldAt', 'orders.businessDay', 'orders.fairId', 'fairs.name as fairName', 'schools.name as schoolName', 'fairs.timeZone', 'orders.customerType',
      'orders.units', 'orders.grossCents', 'orders.discountCents', 'orders.subtotalCents', 'orders.taxCents', 'orders.totalCents', 'orders.methods', 'orders.paymentStatus', 'orders.status',
      'orders.shipToSchool', 'orders.taxExempt', 'devices.deviceId', 'orders.flags', 'fairResets.resetAt as voidedAt',
    ])
    .select([
      sql<number>`orders.refunded_net_cents + orders.refunded_tax_cents`.as('refundedCents'),
      (readsStudents ? name : sql<string | null>`case when orders.customer_type = 'student' or orders.student_id is not null then null else orders.customer_name end`).as('customerName'),
      ofStudent(sql<string | null>`students.student_number`).as('studentNumber'),
      ofStudent(sql<string | null>`students.grade`).as('grade'),
      ofStudent(sql<string | null>`students.teacher`).as('teacher'),
    ]);
}

/** One page of orders and how many match; equal instants keep one order. */
export async function findOrders(db: Db, query: OrdersQuery, readsStudents: boolean): Promise<{ results: OrderRow[]; total: number }> {
  const [results, total] = await Promise.all([
    orderedOrders(db, query, readsStudents).limit(query.limit).offset((query.page - 1) * query.limit).execute(),
    countOrders(db, query, readsStudents),
  ]);
  return { results, total };
}

/** All orders that match in the order of the list, to be paged or streamed. */
export function orderedOrders(db: Db, query: Omit<OrdersQuery, 'page' | 'limit'>, readsStudents: boolean) {
  const { field, direction } = sortOf(query.sort);
  return withOrderColumns(filtered(joined(db), query, readsStudents), readsStudents).orderBy(orderings[field]!, direction).orderBy('orders.id', direction);
}

/** How many orders match. */
export async function countOrders(db: Db, query: Omit<OrdersQuery, 'page' | 'limit'>, readsStudents: boolean): Promise<number> {
  const { total } = await filtered(joined(db), query, readsStudents).select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return total;
}

function filtered(rows: ReturnType<typeof joined>, query: Omit<OrdersQuery, 'page' | 'limit'>, readsStudents: boolean): ReturnType<typeof joined> {
  let matching = rows;
  const { fairId, schoolId, deviceId, status, method, fulfilment, taxExempt, from, to, voided, search } = query;
  if (voided !== 'include') matching = matching.where('orders.voidedByResetId', 'is', null);
  if (fairId) matching = matching.where('orders.fairId', '=', fairId);
  if (schoolId) matching = matching.where('orders.schoolId', '=', schoolId);
  if (deviceId) matching = matching.where('orders.deviceId', '=', deviceId);
  if (status) matching = matching.where('orders.status', 'in', status);
  if (method) matching = matching.where(sql<SqlBool>`orders.methods && ${method}::smallint[]`);
  if (fulfilment) matching = matching.where((eb) => eb.exists(eb.selectFrom('orderLines').select('orderLines.id').whereRef('orderLines.orderId', '=', 'orders.id').where('orderLines.fulfilment', '=', fulfilment)));
  if (taxExempt !== undefined) matching = matching.where('orders.taxExempt', '=', taxExempt);
  if (from) matching = matching.where('orders.businessDay', '>=', from);
  if (to) matching = matching.where('orders.businessDay', '<=', to);
  if (search) {
    const text = containing(search);
    matching = matching.where((eb) => {
      const found: Expression<SqlBool>[] = [
        eb('orders.orderNumber', 'ilike', text),
        eb.exists(eb.selectFrom('orderLines').select('orderLines.id').whereRef('orderLines.orderId', '=', 'orders.id').where('orderLines.title', 'ilike', text)),
      ];
      if (readsStudents) found.push(eb(sql<string>`concat_ws(' ', students.student_number, students.first_name, students.last_name, orders.customer_name)`, 'ilike', text));
      const { last4, amountCents, day } = readMoneySearch(search);
      const paid = eb.selectFrom('payments').select('payments.orderId').where('payments.orderId', 'is not', null);
      if (last4) found.push(eb('orders.id', 'in', paid.where('payments.cardLast4', '=', last4)));
      if (amountCents !== undefined) found.push(eb('orders.totalCents', '=', amountCents), eb('orders.id', 'in', paid.where('payments.amountCents', '=', amountCents)));
      if (day) found.push(eb('orders.businessDay', '=', day));
      const receipt = /^(.+)-(\d{1,7})-(\d{1,9})$/.exec(search);
      if (receipt) found.push(sql<SqlBool>`(lower(devices.device_id) = ${receipt[1]!.toLowerCase()} and orders.epoch = ${Number(receipt[2])} and orders.sequence = ${Number(receipt[3])})`);
      return eb.or(found);
    });
  }
  return matching;
}

/** One order as the list has it, voided or not, with what its page adds. */
export function findOrderRow(db: Db, id: string, readsStudents: boolean) {
  return withOrderColumns(joined(db).where('orders.id', '=', id), readsStudents)
    .innerJoin('admins', 'admins.id', 'orders.cashierId')
    .select([
      'orders.clientOrderId', 'orders.epoch', 'orders.sequence', 'orders.receivedAt', 'orders.taxRatePpm', 'orders.exemptReason', 'orders.exemptCertificateNo',
      'orders.refundedNetCents', 'orders.refundedTaxCents', 'orders.uncollectedCents', 'orders.overpaidCents',
    ])
    .select(sql<string>`admins.first_name || ' ' || admins.last_name`.as('cashierName'))
    .executeTakeFirst();
}
