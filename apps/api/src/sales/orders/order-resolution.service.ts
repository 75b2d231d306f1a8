import { updatePaymentRow } from '#api/sales/payments/payments.queries.ts';
import type { OrderResolution } from '@pos/contract/sales/orders';
import { today } from '@pos/contract/values/clock';
import type { Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { movePayment } from '#api/sales/payments/payments.service.ts';
import { allocate, recordMovements } from '#api/stock/stock/stock.service.ts';
import { Failure } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { cancelOrderRows } from './order-decisions.queries.ts';
import { addUncollectedRow } from '#api/sales/payments/payment-results.queries.ts';
import { settleOrder } from '#api/sales/refunds/settlement.service.ts';
import { giveBackPayment } from '#api/sales/refunds/refund-booking.service.ts';
import { comesBack } from '#api/sales/refunds/refund.rules.ts';
import {
  findSalePayments,
  findSoldLines,
  type SalePayment,
} from '#api/sales/refunds/refunds.queries.ts';
import { lockOrder, lockRefundStock } from '#api/sales/payments/order-locks.queries.ts';
import { requireStandingOrder } from './standing-order.service.ts';

/**
 * Resolves an open order whose payment failed (domain 4.2). `cancel`: the goods came back, so their
 * stock is restored and the money is returned to its tenders. `uncollected`: the goods are gone, so
 * the order is completed and the unpaid amount is uncollected.
 */
export async function resolveOrder(
  tx: Tx,
  actor: Actor,
  orderId: string,
  { decision, reason }: OrderResolution,
): Promise<void> {
  const known = await requireStandingOrder(tx, orderId);
  await lockRefundStock(tx, orderId);
  const order = await lockOrder(tx, orderId);
  if (order.status !== 'open')
    throw new Failure(
      'INVALID_TRANSITION',
      `Only an unpaid order can be resolved. This one is ${order.status.replace('_', ' ')}.`,
    );
  const payments = await findSalePayments(tx, orderId);
  if (payments.some(({ status }) => status === 'pending'))
    throw new Failure(
      'INVALID_TRANSITION',
      'A payment of this order is still pending. Resolve the order after its result arrives.',
    );

  const open = { order, payments, reason };
  if (decision === 'uncollected') await completeUncollected(tx, actor, open);
  else await cancel(tx, actor, open, today(known.timeZone));
}

/** A locked open order with its payments, and the reason of the decision. */
type OpenOrder = {
  order: Awaited<ReturnType<typeof lockOrder>>;
  payments: readonly SalePayment[];
  reason: string;
};

/** Completes an order with the unpaid amount uncollected. Updates the fair's totals last. */
async function completeUncollected(
  tx: Tx,
  actor: Actor,
  { order, payments, reason }: OpenOrder,
): Promise<void> {
  const paidCents = payments.reduce(
    (sum, { status, amountCents }) =>
      sum + (status === 'completed' || status === 'under_review' ? amountCents : 0),
    0,
  );
  const missingCents = order.totalCents - order.uncollectedCents - paidCents;
  await recordActivity(tx, actor, {
    action: 'order.completed_uncollected',
    entity: 'order',
    entityId: order.id,
    changes: {
      status: { from: 'open', to: 'completed' },
      uncollectedCents: {
        from: order.uncollectedCents,
        to: order.uncollectedCents + missingCents,
      },
      reason: { from: null, to: reason },
    },
  });
  await addUncollectedRow(tx, order.id, missingCents);
  await settleOrder(tx, order);
}

/** Cancels an order whose goods came back, and returns the money that was paid. */
async function cancel(
  tx: Tx,
  actor: Actor,
  { order, payments, reason }: OpenOrder,
  businessDay: string,
): Promise<void> {
  if (payments.some(({ status }) => status === 'under_review'))
    throw new Failure(
      'INVALID_TRANSITION',
      'A payment of this order is under review. Approve or reject it first.',
    );
  await restoreStock(tx, order.id, order.fairId, actor);
  await giveBackAll(tx, order.id, businessDay, payments, actor);
  await cancelOrderRows(tx, order.id, order.clientOrderId);
  await recordActivity(tx, actor, {
    action: 'order.cancelled',
    entity: 'order',
    entityId: order.id,
    changes: {
      status: { from: 'open', to: 'cancelled' },
      reason: { from: null, to: reason },
    },
  });
}

/**
 * Reverses the stock movements: units go back to the fair's shelf, and units to be shipped become
 * available in the warehouse again.
 */
async function restoreStock(tx: Tx, orderId: string, fairId: string, actor: Actor): Promise<void> {
  const lines = await findSoldLines(tx, orderId);
  const taken = lines.filter(comesBack);
  await recordMovements(
    tx,
    taken.map((line) => ({
      titleId: line.titleId!,
      qty: line.quantity,
      from: 'customer',
      to: { fairId },
      reason: 'sale',
      refType: 'order_line',
      refId: line.id,
    })),
    actor,
  );
  const freed = new Map<string, number>();
  for (const { titleId, fulfilmentStatus, quantity } of lines)
    if (titleId !== null && fulfilmentStatus === 'to_ship')
      freed.set(titleId, (freed.get(titleId) ?? 0) - quantity);
  await allocate(tx, freed);
}

async function giveBackAll(
  tx: Tx,
  orderId: string,
  businessDay: string,
  payments: readonly SalePayment[],
  actor: Actor,
): Promise<void> {
  for (const payment of payments.filter(({ status }) => status === 'completed')) {
    await updatePaymentRow(tx, payment.id, { refundedCents: payment.amountCents });
    await movePayment(tx, payment.id, 'refunded', actor, { note: 'The order was canceled.' });
    await giveBackPayment(
      tx,
      payment,
      {
        amountCents: payment.amountCents,
        idempotencyKey: `refund:${orderId}:${payment.id}`,
        businessDay,
      },
      actor,
    );
  }
}
