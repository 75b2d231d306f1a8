import type { PaymentStatus } from '@pos/contract/sales/payment-states';
import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';
import type { LockedOrder } from './order-locks.queries.ts';

export function findPaymentByClientId(tx: Tx, clientPaymentId: string) {
  return tx
    .selectFrom('payments')
    .select([
      'id',
      'orderId',
      'fairId',
      'schoolId',
      'purpose',
      'method',
      'walletId',
      'amountCents',
      'businessDay',
    ])
    .where('clientPaymentId', '=', clientPaymentId)
    .executeTakeFirst();
}

/**
 * Returns the payment to decide. `voidedByResetId` is set if a reset has voided its order. Uses the
 * student's current eWallet, because there may have been none at the time of sale.
 */
export function findPaymentToDecide(tx: Tx, id: string) {
  return tx
    .selectFrom('payments')
    .leftJoin('orders', 'orders.id', 'payments.orderId')
    .leftJoin('wallets', (join) =>
      join.onRef('wallets.studentId', '=', 'payments.studentId').on('payments.method', '=', 5),
    )
    .select([
      'payments.id',
      'payments.orderId',
      'payments.fairId',
      'payments.schoolId',
      'payments.purpose',
      'payments.method',
      'payments.amountCents',
      'payments.businessDay',
      'orders.voidedByResetId',
    ])
    .select(sql<string | null>`coalesce(payments.wallet_id, wallets.id)`.as('walletId'))
    .where('payments.id', '=', id)
    .executeTakeFirst();
}

/** Increases the uncollected amount of an order. */
export async function addUncollectedRow(tx: Tx, orderId: string, cents: number): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ uncollectedCents: sql<number>`uncollected_cents + ${cents}` })
    .where('id', '=', orderId)
    .execute();
}

/**
 * Lowers the uncollected amount of a reported order by that of a payment which counts again; an open
 * order has none for it.
 */
export async function countAgain(tx: Tx, orderId: string, cents: number): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ uncollectedCents: sql<number>`uncollected_cents - ${cents}` })
    .where('id', '=', orderId)
    .where('status', '<>', 'open')
    .execute();
}

/** Locks a payment and returns its status. */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentStatus> {
  return (await lockPaymentState(tx, id)).status;
}

/** Locks a payment and returns its status with the reason of a review. */
export function lockPaymentState(tx: Tx, id: string) {
  return tx
    .selectFrom('payments')
    .select(['status', 'reviewReason'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Returns how much of a locked order nobody has paid and no refund has settled, in cents: the most
 * that a payment counted from now on may add (domain 8.2).
 */
export async function findUnpaidCents(
  tx: Tx,
  order: Pick<LockedOrder, 'id' | 'status' | 'totalCents' | 'uncollectedCents'> &
    Pick<LockedOrder, 'refundedNetCents' | 'refundedTaxCents'>,
): Promise<number> {
  if (order.status === 'cancelled') return 0;
  const { paidCents, givenBackCents } = await tx
    .selectFrom('payments')
    .select([
      sql<number>`coalesce(sum(amount_cents) filter (
        where status in ('completed', 'under_review', 'refunded')), 0)::bigint`.as('paidCents'),
      sql<number>`coalesce(sum(refunded_cents), 0)::bigint`.as('givenBackCents'),
    ])
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow();
  const settledCents = order.refundedNetCents + order.refundedTaxCents - givenBackCents;
  // An open order was never reported: its uncollected part is of another payment.
  const otherCents = order.status === 'open' ? order.uncollectedCents : 0;
  return order.totalCents - paidCents - settledCents - otherCents;
}

/** Returns true if a result of the payment with this status was recorded as not booked. */
export async function isResultRecorded(
  tx: Tx,
  paymentId: string,
  status: string,
): Promise<boolean> {
  const { rows } = await sql`
    select
    from activity
    where entity = 'payment'
      and entity_id = ${paymentId}
      and action = 'payment.result_not_booked'
      and changes -> 'reported' ->> 'to' = ${status}
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Returns true if the payment has been in this status before. */
export async function paymentReached(
  tx: Tx,
  paymentId: string,
  status: PaymentStatus,
): Promise<boolean> {
  return (
    (await tx
      .selectFrom('paymentEvents')
      .select('id')
      .where('paymentId', '=', paymentId)
      .where('toStatus', '=', status)
      .executeTakeFirst()) !== undefined
  );
}

/**
 * Returns true if the payment has been in this status before, or a register has reported it, which
 * means that the result is a repeat.
 */
export async function isResultKnown(
  tx: Tx,
  paymentId: string,
  status: PaymentStatus,
): Promise<boolean> {
  return (
    (await tx
      .selectFrom('paymentEvents')
      .select('id')
      .where('paymentId', '=', paymentId)
      .where((is) => is.or([is('toStatus', '=', status), is('reported', '=', status)]))
      .executeTakeFirst()) !== undefined
  );
}
