import { sql } from 'kysely';
import { PREPARED, type Tx } from '#api/db/db.ts';
import { toOrderPaymentStatus } from '#api/sales/payments/payment-status.rules.ts';

/**
 * Updates an order to match its payments: it is completed if the amounts paid, under review and
 * uncollected add up to its total (domain 4.2). Returns true if this completed it.
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
      paymentStatus: toOrderPaymentStatus(payments.map(({ status }) => status)),
      ...(completed && { status: 'completed' as const }),
    })
    .where('id', '=', orderId)
    .execute();
  return completed;
}

/**
 * Updates a fair's totals after sales. Must be the last statement of a transaction, because all
 * registers of a fair contend for this row.
 */
export async function moveFairFigures(
  tx: Tx,
  fairId: string,
  { orders, netCents }: { orders: number; netCents: number },
): Promise<void> {
  if (orders === 0 && netCents === 0) return;
  await sql`
    update ${PREPARED} fairs
    set order_count = order_count + ${orders}, net_cents = net_cents + ${netCents}
    where id = ${fairId}`.execute(tx);
}
