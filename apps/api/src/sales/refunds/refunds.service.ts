import { MAX_RACE_TRIES, retry } from '@pos/basics/retry';
import { toBookedTime } from '@pos/contract/sales/register-clock';
import {
  type RefundBatch,
  type RefundBatchAnswer,
  type RefundHold,
  type RefundRejection,
  SoldRefund,
} from '@pos/contract/sales/register-refunds';
import { v7 as uuidv7 } from 'uuid';
import { isDuplicate, isRetryable, isUnavailable } from '#api/db/database-errors.ts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { releaseSavepoint, rollbackToSavepoint, setSavepoint } from '#api/db/savepoint.ts';
import { lockFair, lockOrder } from '#api/sales/payments/order-locks.queries.ts';
import { itemId, storeItem } from '#api/http/batch-item.ts';
import type { Actor, SignedInRegister } from '#api/http/access/identity.ts';
import { currentLog } from '#api/http/log.ts';
import {
  type Received,
  isInstantOfSale,
  NO_CLOCK,
  type NotReadable,
  receiveItem,
} from '#api/http/received-item.ts';
import { bookRefund, type RefundOutcome } from './refund-booking.service.ts';
import { endOfOrder, GONE } from './refund.rules.ts';
import { findOrdersOfLateRefunds, holdRefundRow, updateHeldRefundRow } from './refunds.queries.ts';
import {
  endWaitingRow,
  findAwaitedRefunds,
  findRefundState,
  lockUnbookedOrder,
} from './refunds.queries.ts';
import { moveFairFigures } from './settlement.queries.ts';

type RefundResult = RefundBatchAnswer['results'][number];
type Deliverer = { register: SignedInRegister; actor: Actor };

/**
 * Accepts a batch of refunds, each in its own transaction with its own answer (api.md,
 * pos/refunds).
 */
export async function takeInRefunds(
  db: Db,
  deliverer: Deliverer,
  batch: RefundBatch,
): Promise<RefundResult[]> {
  const results: RefundResult[] = [];
  for (const raw of batch.refunds) {
    const received = readRefund(raw);
    const isAlone = batch.refunds.length === 1;
    const result: Answer =
      'errors' in received
        ? { result: 'rejected', errors: received.errors }
        : await storeItem(deliverer.actor.requestId, isAlone, () =>
            takeInRefund(db, deliverer, received),
          );
    results.push({ ...result, clientRefundId: itemId(raw, 'clientRefundId') });
  }
  return results;
}

type Answer = Omit<RefundResult, 'clientRefundId'>;

async function takeInRefund(
  db: Db,
  deliverer: Deliverer,
  received: Received<SoldRefund>,
): Promise<Answer> {
  const takeInWith = (strength: 'key share' | 'update') =>
    retry(() => inTransaction(db, (tx) => takeIn(tx, deliverer, received, strength)), {
      when: (error) =>
        isDuplicate(error, 'refunds_client_refund_key', 'held_refunds_client_refund_key'),
      maxTries: MAX_RACE_TRIES,
    });
  // If the order is not found, checks again while no sale of the fair is running, so that refund
  // and order cannot miss each other.
  const answer = (await takeInWith('key share')) ?? (await takeInWith('update'));
  if (!answer) throw new Error('The last try to take in a refund gave no answer.');
  return answer;
}

/** Returns undefined if the order is not found and sales of the fair may be running. */

async function takeIn(
  tx: Tx,
  { register, actor }: Deliverer,
  received: Received<SoldRefund>,
  strength: 'key share' | 'update',
): Promise<Answer | undefined> {
  const { body: refund, hash } = received;
  const fair = await lockFair(tx, register.fairId, register.id, strength);
  const state = await findRefundState(tx, refund.clientRefundId, refund.clientOrderId);
  const known = answerFromState(state, hash, register.fairId);
  if (known) return known;
  const { orderId } = state;
  const closed = closedReason(fair);
  if (orderId === null)
    return takeInWithoutOrder(tx, register, received, { closed, isLast: strength === 'update' });
  if (closed) {
    const reason = endOfOrder(await lockOrder(tx, orderId));
    return reason ? reject(tx, refund, reason) : holdRefund(tx, register, received, closed);
  }
  const { at, day } = toBookedTime(refund.refundedAt, new Date().toISOString(), fair);
  const outcome = await bookRefund(
    tx,
    {
      refund: { ...refund, refundedAt: at },
      hash,
      orderId,
      deviceId: register.id,
      businessDay: day,
    },
    actor,
  );
  return answerToBooking(tx, register, received, outcome);
}

/** Answers a refund that was sent before, or whose order belongs to another fair. */
function answerFromState(
  state: Awaited<ReturnType<typeof findRefundState>>,
  hash: Buffer,
  fairId: string,
): Answer | undefined {
  const earlier = state.bookedHash ?? state.waitingHash;
  if (earlier && !earlier.equals(hash))
    return {
      result: 'rejected',
      errors: { clientRefundId: 'This refund was sent before with different content.' },
    };
  if (state.bookedHash) return { result: 'duplicate' };
  if (state.orderFairId !== null && state.orderFairId !== fairId)
    return { result: 'rejected', errors: { clientOrderId: 'This order belongs to another fair.' } };
  return undefined;
}

/** Returns the reason why this fair or device accepts no refund now. */
function closedReason(fair: Awaited<ReturnType<typeof lockFair>>): RefundHold | undefined {
  if (fair.closeOutState === 'finished') return 'FAIR_FINISHED';
  return fair.deviceStatus === 'inactive' ? 'DEVICE_INACTIVE' : undefined;
}

/**
 * Holds a refund whose order is not booked, or rejects it if the order was discarded. Returns
 * undefined instead of holding it unless this is the last try.
 */
async function takeInWithoutOrder(
  tx: Tx,
  register: SignedInRegister,
  received: Received<SoldRefund>,
  { closed, isLast }: { closed: RefundHold | undefined; isLast: boolean },
): Promise<Answer | undefined> {
  const unbooked = await lockUnbookedOrder(tx, received.body.clientOrderId);
  if (unbooked === 'discarded') return reject(tx, received.body, 'ORDER_DISCARDED');
  if (closed) return holdRefund(tx, register, received, closed);
  if (!isLast) return undefined;
  return holdRefund(tx, register, received, unbooked ? 'ORDER_HELD' : 'ORDER_UNKNOWN');
}

/** Answers a refund after the try to book it, and updates the fair's net sales last. */
async function answerToBooking(
  tx: Tx,
  register: SignedInRegister,
  received: Received<SoldRefund>,
  outcome: RefundOutcome,
): Promise<Answer> {
  const { body: refund } = received;
  switch (outcome.kind) {
    case 'known':
      return { result: 'duplicate' };
    case 'wrong':
      await endWaitingRow(tx, refund.clientRefundId, 'discarded');
      return { result: 'rejected', errors: outcome.errors };
    case 'gone':
      return reject(tx, refund, outcome.reason);
    case 'waits':
      return holdRefund(tx, register, received, 'INVALID_TRANSITION');
    case 'booked':
      await endWaitingRow(tx, refund.clientRefundId, 'released');
      await moveFairFigures(tx, register.fairId, { orders: 0, netCents: -outcome.netCents });
      return { result: 'accepted' };
  }
}

/** Rejects a refund that can never be booked, and stops it from waiting. */
async function reject(
  tx: Tx,
  { clientRefundId }: SoldRefund,
  reason: RefundRejection,
): Promise<Answer> {
  await endWaitingRow(tx, clientRefundId, 'discarded');
  return { result: 'rejected', reason, errors: { clientOrderId: GONE[reason] } };
}

async function holdRefund(
  tx: Tx,
  register: SignedInRegister,
  { body, whole, hash }: Received<SoldRefund>,
  reason: RefundHold,
): Promise<Answer> {
  const { clientRefundId, clientOrderId } = body;
  await holdRefundRow(tx, {
    id: uuidv7(),
    clientRefundId,
    clientOrderId,
    body: JSON.stringify(whole),
    bodyHash: hash,
    fairId: register.fairId,
    deviceId: register.id,
    reason,
  });
  return { result: 'held', reason };
}

/**
 * Books the refunds that waited for these orders, which are now booked and paid. Those that still
 * cannot be booked keep waiting. Returns the reduction of the fair's net sales, which the caller
 * must apply.
 */
export async function bookAwaitedRefunds(
  tx: Tx,
  clientOrderIds: readonly string[],
  { byStaff = false } = {},
): Promise<number> {
  if (clientOrderIds.length === 0) return 0;
  let netCents = 0;
  for (const waiting of await findAwaitedRefunds(tx, clientOrderIds)) {
    const received = readRefund(waiting.body);
    // A refund from an inactive device waits for a person, who decides on it together with the
    // order.
    if ('errors' in received || (waiting.reason === 'DEVICE_INACTIVE' && !byStaff)) continue;
    const { body: refund } = received;
    const actor: Actor = {
      type: 'device',
      id: waiting.deviceId,
      name: waiting.deviceLabel,
      ip: null,
      requestId: null,
    };
    const { at, day } = toBookedTime(refund.refundedAt, waiting.receivedAt, waiting);
    await setSavepoint(tx);
    try {
      const outcome = await bookRefund(
        tx,
        {
          refund: { ...refund, refundedAt: at },
          hash: waiting.bodyHash,
          orderId: waiting.orderId,
          deviceId: waiting.deviceId,
          businessDay: day,
        },
        actor,
      );
      if (outcome.kind === 'booked') netCents += outcome.netCents;
      await updateHeldRefundRow(tx, waiting.id, afterTry(outcome));
      await releaseSavepoint(tx);
    } catch (error) {
      if (isRetryable(error) || isUnavailable(error)) throw error;
      // The order must not be lost because of its refund: the refund keeps waiting.
      await rollbackToSavepoint(tx);
      currentLog().warn({ err: error }, 'a refund that waited was not booked');
    }
  }
  return netCents;
}

/** New state or reason of a waiting refund after the try to book it. */
function afterTry({ kind }: RefundOutcome): {
  state?: 'released' | 'discarded';
  reason?: RefundHold;
} {
  if (kind === 'booked' || kind === 'known') return { state: 'released' };
  if (kind === 'gone') return { state: 'discarded' };
  return { reason: kind === 'waits' ? 'INVALID_TRANSITION' : 'NOT_REFUNDABLE' };
}

/**
 * Books the refunds that arrived while a fair was closed out, since it has been reopened and they
 * were paid out. Refunds without an order keep waiting for it, those of an inactive device for a
 * person. Updates the fair's net sales last.
 */
export async function bookLateRefunds(tx: Tx, fairId: string): Promise<void> {
  const netCents = await bookAwaitedRefunds(tx, await findOrdersOfLateRefunds(tx, fairId));
  await moveFairFigures(tx, fairId, { orders: 0, netCents: -netCents });
}

/** Reads one refund of a batch. */
function readRefund(raw: unknown): Received<SoldRefund> | NotReadable {
  const received = receiveItem(SoldRefund, raw, (whole, { clientRefundId }) => ({
    ...whole,
    clientRefundId: clientRefundId.toLowerCase(),
  }));
  if ('errors' in received) return received;
  if (!isInstantOfSale(received.body.refundedAt)) return { errors: { refundedAt: NO_CLOCK } };
  return {
    ...received,
    body: {
      ...received.body,
      clientRefundId: received.body.clientRefundId.toLowerCase(),
      clientOrderId: received.body.clientOrderId.toLowerCase(),
    },
  };
}
