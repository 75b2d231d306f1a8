import { PENDING_HOURS, type PaymentStatus } from '@pos/contract/sales/payment-states';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';

/** Locks a payment and returns its status; undefined if there is none. */
export async function lockPaymentStatus(
  tx: Tx,
  paymentId: string,
): Promise<PaymentStatus | undefined> {
  const payment = await tx
    .selectFrom('payments')
    .select('status')
    .where('id', '=', paymentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return payment?.status;
}

export async function updatePaymentRow(
  tx: Tx,
  paymentId: string,
  changes: Updateable<Schema['payments']>,
): Promise<void> {
  await tx.updateTable('payments').set(changes).where('id', '=', paymentId).execute();
}

export async function insertPaymentEventRow(
  tx: Tx,
  event: Insertable<Schema['paymentEvents']>,
): Promise<void> {
  await tx.insertInto('paymentEvents').values(event).execute();
}

/** Makes others that check the same processor reference wait until the transaction ends. */
export async function lockReference(tx: Tx, processorRef: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(
    hashtextextended(${`processor reference ${processorRef}`}, 0))`.execute(tx);
}

/** Returns the ID of the payment with a processor reference. */
export async function findPaymentByReference(
  tx: Tx,
  processorRef: string,
): Promise<string | undefined> {
  const payment = await tx
    .selectFrom('payments')
    .select('id')
    .where('processorRef', '=', processorRef)
    .executeTakeFirst();
  return payment?.id;
}

/**
 * Returns the IDs of the first payments that have been pending for PENDING_HOURS, without those that a
 * reset voided.
 */
export async function findSilentPayments(db: Db, limit: number): Promise<string[]> {
  const silent = await db
    .selectFrom('payments')
    .leftJoin('orders', 'orders.id', 'payments.orderId')
    .select('payments.id')
    .where('payments.status', '=', 'pending')
    .where('orders.voidedByResetId', 'is', null)
    .where('payments.createdAt', '<', sql<string>`now() - make_interval(hours => ${PENDING_HOURS})`)
    .orderBy('payments.createdAt')
    .limit(limit)
    .execute();
  return silent.map(({ id }) => id);
}
