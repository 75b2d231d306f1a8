import type { PaymentStatus } from '@pos/contract/payments';
import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';
import { paymentStatusOf } from './sale-plan.rules.ts';

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
 * A payment that is to be decided; `voidedByResetId` is set where a reset has voided its order. Its eWallet is the student's
 * as it is now: at the sale there may have been none.
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

/** Adds to what was never collected of an order. */
export async function addUncollectedRow(tx: Tx, orderId: string, cents: number): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ uncollectedCents: sql<number>`uncollected_cents + ${cents}` })
    .where('id', '=', orderId)
    .execute();
}

/** Locks a payment and says how it stands. */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentStatus> {
  return (
    await tx
      .selectFrom('payments')
      .select('status')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
  ).status;
}

/** True when the payment has been in this status before: the same result came already. */
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
 * Brings an order up to its payments: it is completed when what was paid or is under review, with what is uncollected, makes its total (domain 4.2).
 * True when it was open and is completed now.
 */
export async function settleOrderRow(tx: Tx, orderId: string): Promise<boolean> {
  const order = await tx
    .selectFrom('orders')
    .select(['status', 'totalCents', 'uncollectedCents'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const payments = await tx
    .selectFrom('payments')
    .select(['status', 'amountCents'])
    .where('orderId', '=', orderId)
    .execute();
  const paid = payments.reduce(
    (sum, { status, amountCents }) =>
      sum +
      (status === 'completed' || status === 'under_review' || status === 'refunded'
        ? amountCents
        : 0),
    0,
  );
  const completed = order.status === 'open' && paid + order.uncollectedCents === order.totalCents;
  await tx
    .updateTable('orders')
    .set({
      paymentStatus: paymentStatusOf(payments.map(({ status }) => status)),
      ...(completed && { status: 'completed' as const }),
    })
    .where('id', '=', orderId)
    .execute();
  return completed;
}
