import { type FoundOrder, MAX_FOUND_ORDERS } from '@pos/contract/sales/register-refunds';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { orderLines, orderPayments } from '#api/sales/orders/order-parts.queries.ts';

/**
 * Returns booked orders of a fair by their number or its last four digits, the receipt number, the
 * ID that the register made, the student's number or the last four digits of a card, newest first.
 */
export async function findOrdersForRegister(
  db: Db,
  fairId: string,
  search: string,
): Promise<FoundOrder[]> {
  const text = search.toLowerCase();
  const rows = await db
    .selectFrom('orders')
    .innerJoin('devices', 'devices.id', 'orders.deviceId')
    .innerJoin('admins', 'admins.id', 'orders.cashierId')
    .leftJoin('cashiers', 'cashiers.id', 'orders.fairCashierId')
    .leftJoin('students', 'students.id', 'orders.studentId')
    .select([
      'orders.clientOrderId',
      'orders.orderNumber',
      'devices.deviceId',
      'orders.epoch',
      'orders.sequence',
      'orders.soldAt',
      'orders.customerType',
      'students.studentNumber',
      'orders.status',
      'orders.totalCents',
      sql<string>`
        coalesce(cashiers.name, admins.first_name || ' ' || admins.last_name)`.as('cashierName'),
      sql<string | null>`
        coalesce(orders.customer_name, students.first_name || ' ' || students.last_name)`.as(
        'customerName',
      ),
      orderLines.as('lines'),
      orderPayments.as('payments'),
    ])
    .where('orders.fairId', '=', fairId)
    .where('orders.voidedByResetId', 'is', null)
    .where(
      sql<boolean>`lower(orders.order_number) = ${text}
        or right(orders.order_number, 4) = ${text}
        or lower(concat_ws('-', devices.device_id, orders.epoch, orders.sequence)) = ${text}
        or orders.client_order_id::text = ${text}
        or lower(students.student_number) = ${text}
        or orders.id in (select order_id from payments where card_last4 = ${text})`,
    )
    .orderBy('orders.soldAt', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(MAX_FOUND_ORDERS)
    .execute();
  return rows.map(({ lines, payments, ...order }) => ({
    ...order,
    lines: lines.map((line) => pick(line, LINE_FIELDS)),
    payments: payments.map((payment) => pick(payment, PAYMENT_FIELDS)),
  }));
}

const LINE_FIELDS = [
  'lineNo',
  'sku',
  'title',
  'quantity',
  'refundedQty',
  'unitPriceCents',
  'netCents',
  'taxCents',
  'fulfilment',
] as const;
const PAYMENT_FIELDS = ['method', 'status', 'amountCents', 'refundedCents', 'cardLast4'] as const;

/** Returns some fields of an object. */
function pick<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
}
