import type { Tx } from '#api/db/db.ts';
import type { LockedOrder } from '#api/sales/payments/order-locks.queries.ts';
import { bookAwaitedRefunds } from './refunds.service.ts';
import { moveFairFigures, settleOrderRow } from './settlement.queries.ts';

/**
 * Updates a locked order to match its payments, books the refunds that waited for it, and updates
 * the fair's totals last.
 */
export async function settleOrder(tx: Tx, order: LockedOrder): Promise<void> {
  const completed = await settleOrderRow(tx, order.id);
  const refundedNetCents =
    completed || order.status !== 'open' ? await bookAwaitedRefunds(tx, [order.clientOrderId]) : 0;
  await moveFairFigures(tx, order.fairId, {
    orders: 0,
    netCents: (completed ? order.subtotalCents : 0) - refundedNetCents,
  });
}
