import { refuseVoided } from '#api/sales/payments/standing-payment.service.ts';
import type { Tx } from '#api/db/db.ts';
import { requireOpenFair } from '#api/fairs/fairs/fairs.service.ts';
import { missing } from '#api/http/failure.ts';
import { findOrderToDecide } from './order-decisions.queries.ts';

/**
 * Locks the open fair of an order and returns the order. Throws NOT_FOUND, FAIR_FINISHED, or
 * INVALID_TRANSITION if a reset has voided it, even just before the lock.
 */
export async function requireStandingOrder(tx: Tx, orderId: string) {
  const known = await findOrderToDecide(tx, orderId);
  if (!known) throw missing('order');
  refuseVoided(known.voidedByResetId);
  await requireOpenFair(tx, known.fairId);
  const order = (await findOrderToDecide(tx, orderId))!;
  refuseVoided(order.voidedByResetId);
  return order;
}
