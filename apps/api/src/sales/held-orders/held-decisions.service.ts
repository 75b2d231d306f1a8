import { findFairOfHeldOrder } from './held-orders.queries.ts';
import type { HeldDecision } from '@pos/contract/sales/held-orders';
import { toBookedTime } from '@pos/contract/sales/register-clock';
import type { Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { requireOpenFair } from '#api/fairs/fairs/fairs.service.ts';
import { Failure, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { findTakenPayments } from '#api/sales/register-orders/balances.queries.ts';
import { moveFairFigures } from '#api/sales/refunds/settlement.queries.ts';
import { bookSales } from '#api/sales/register-orders/booking.service.ts';
import { findHeldOrder } from './held-contents.queries.ts';
import {
  decideRow,
  discardWaitingRefundRows,
  lockEpoch,
  lockHeldOrder,
} from './held-orders.queries.ts';
import { computeRelease } from './held-release.rules.ts';
import { approvalsAndFlags } from '#api/sales/register-orders/sale-approvals.rules.ts';
import { bookAwaitedRefunds } from '#api/sales/refunds/refunds.service.ts';
import { loadSaleFacts } from '#api/sales/register-orders/sale-facts.queries.ts';
import { readStoredOrder } from '#api/sales/register-orders/read-order.rules.ts';

type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockHeldOrder>>>;

/**
 * Releases a held order into the books of its open fair, or discards it with a reason (domain 4.4).
 * A decision is final.
 */
export async function decideHeldOrder(
  tx: Tx,
  actor: Actor,
  id: string,
  { decision, reason = '' }: HeldDecision,
): Promise<void> {
  const held = await lockWaitingOrder(tx, id, decision);
  const order = decision === 'release' ? await release(tx, actor, held) : undefined;
  await decideRow(tx, id, {
    state: decision === 'release' ? 'released' : 'discarded',
    orderId: order?.id ?? null,
    decidedBy: actor.id,
    decisionReason: reason || null,
  });
  if (!order) await discardWaitingRefundRows(tx, held.clientOrderId);
  await recordDecision(tx, actor, { held, order, reason });
  // Updated last, because all registers of the fair contend for its totals.
  if (order) await moveFairFigures(tx, held.fairId, { orders: 1, netCents: order.netCents });
}

/**
 * Locks an order that waits for a decision, after its open fair if it is to be released. Throws
 * NOT_FOUND or INVALID_TRANSITION.
 */
async function lockWaitingOrder(
  tx: Tx,
  id: string,
  decision: HeldDecision['decision'],
): Promise<LockedOrder> {
  const fairId = await findFairOfHeldOrder(tx, id);
  if (!fairId) throw missing('held order');
  if (decision === 'release') await requireOpenFair(tx, fairId);
  const held = (await lockHeldOrder(tx, id))!;
  if (held.state !== 'waiting')
    throw new Failure(
      'INVALID_TRANSITION',
      `This order was already ${held.state} by ${(await findHeldOrder(tx, id, false))?.outcome?.by}.`,
    );
  return held;
}

type Released = { id: string; orderNumber: string; netCents: number };

/** Records the decision at the fair, and at the order if it was released. */
async function recordDecision(
  tx: Tx,
  actor: Actor,
  { held, order, reason }: { held: LockedOrder; order: Released | undefined; reason: string },
): Promise<void> {
  const changes = {
    heldBecause: { from: null, to: held.reason },
    ...(order
      ? { orderNumber: { from: null, to: order.orderNumber } }
      : { receipt: { from: `${held.epoch}-${held.sequence}`, to: null } }),
    ...(reason && { reason: { from: null, to: reason } }),
  };
  await recordActivity(tx, actor, {
    action: order ? 'fair.held_order_released' : 'fair.held_order_discarded',
    entity: 'fair',
    entityId: held.fairId,
    changes,
  });
  if (order)
    await recordActivity(tx, actor, {
      action: 'order.released',
      entity: 'order',
      entityId: order.id,
      changes,
    });
}

/**
 * Books the order according to `computeRelease`, in the name of the person who releases it, and the
 * refunds that waited for it.
 */
async function release(tx: Tx, actor: Actor, held: LockedOrder): Promise<Released> {
  const { deviceId, fairId, cashierId, fairCashierId } = held;
  const seller = { id: deviceId, fairId, cashierId, fairCashierId };
  const { body, exceededLimits } = readStoredOrder(held.body);
  if (exceededLimits !== undefined)
    throw new Failure(
      'INVALID_TRANSITION',
      'Some amounts of this order are over the limits, so it can only be discarded.',
    );
  const { order, sums, uncollectedCents, overpaidCents } = computeRelease(body);
  const facts = await loadSaleFacts(tx, seller, [order]);
  const booking = toBookedTime(order.soldAt, held.receivedAt, facts.fair);
  const { idIsTaken, sequenceIsTaken } = await lockEpoch(tx, held);
  // The other order keeps this ID. The register identifies this one by its content.
  const clientOrderId = idIsTaken ? held.id : order.clientOrderId;
  const [booked] = await bookSales(tx, actor, {
    seller,
    facts,
    taken: await findTakenPayments(tx, order.payments),
    sales: [
      {
        order: { ...order, clientOrderId, soldAt: booking.at, mode: 'offline' },
        hash: held.bodyHash,
        sums,
        businessDay: booking.day,
        clockSoldAt: booking.clockAt,
        ...approvalsAndFlags(order, booking, facts, null),
        release: { uncollectedCents, overpaidCents, sequenceRepeated: sequenceIsTaken },
      },
    ],
  });
  const refundedNetCents = await bookAwaitedRefunds(tx, [clientOrderId], { byStaff: true });
  return { ...booked!, netCents: booked!.netCents - refundedNetCents };
}
