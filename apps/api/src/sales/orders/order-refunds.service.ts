import { createHash } from 'node:crypto';
import type { NewOrderRefund } from '@pos/contract/sales/order-refunds';
import { today } from '@pos/contract/values/clock';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { Failure, invalid } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { moveFairFigures } from '#api/sales/refunds/settlement.queries.ts';
import { findLineNumbers, findOrderToDecide, roundsCash } from './order-decisions.queries.ts';
import { GONE } from '#api/sales/refunds/refund.rules.ts';
import { bookRefund } from '#api/sales/refunds/refund-booking.service.ts';
import { requireStandingOrder } from './standing-order.service.ts';

/**
 * Refunds units of an order when the register is gone, by the rule of register refunds (domain
 * 8.4), on the fair's current day. Refuses units that the order does not have, on their field, and
 * an order with unsettled payments (INVALID_TRANSITION).
 */
export async function refundOrder(
  tx: Tx,
  actor: Actor,
  orderId: string,
  { lines, reason }: NewOrderRefund,
): Promise<void> {
  const order = await requireStandingOrder(tx, orderId);
  const numbers = await findLineNumbers(tx, orderId);
  const strangers = lines.flatMap(({ lineId }, index) =>
    numbers.has(lineId) ? [] : [[`lines.${index}.lineId`, 'This order does not have this line.']],
  );
  if (strangers.length > 0) throw invalid(Object.fromEntries(strangers) as Record<string, string>);

  const refund = {
    clientRefundId: uuidv7(),
    clientOrderId: order.clientOrderId,
    refundedAt: new Date().toISOString(),
    reason,
    roundCash: await roundsCash(tx),
    lines: lines.map(({ lineId, quantity, restock }) => ({
      lineNo: numbers.get(lineId)!,
      quantity,
      restock,
    })),
  };
  const hash = createHash('sha256').update(JSON.stringify(refund)).digest();
  const outcome = await bookRefund(
    tx,
    { refund, hash, orderId, deviceId: null, businessDay: today(order.timeZone) },
    actor,
  );
  if (outcome.kind === 'wrong') throw invalid(outcome.errors);
  if (outcome.kind !== 'booked') throw new Failure('INVALID_TRANSITION', await whyNot(tx, orderId));
  await recordActivity(tx, actor, {
    action: 'order.refunded',
    entity: 'order',
    entityId: orderId,
    changes: {
      refundedCents: { from: null, to: outcome.totalCents },
      reason: { from: null, to: reason },
    },
  });
  await moveFairFigures(tx, order.fairId, { orders: 0, netCents: -outcome.netCents });
}

async function whyNot(tx: Tx, orderId: string): Promise<string> {
  const order = await findOrderToDecide(tx, orderId);
  if (order?.status === 'cancelled') return GONE.ORDER_CANCELLED;
  if (order?.status === 'open') return 'This order is not fully paid. Resolve it first.';
  return 'A payment of this order is under review. Approve or reject it first.';
}
