import type { PaymentStatus } from '@pos/contract/payment-states';
import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';

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

/** Locks a payment and returns its status. */
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

/**
 * Returns true if the payment has been in this status before, which means that the result is a
 * repeat.
 */
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
