import { MAX_RACE_TRIES, retry } from '@pos/basics/retry';
import { toBookedTime } from '@pos/contract/sales/register-clock';
import {
  APPROVAL_NEEDED,
  type RefundBatch,
  type RefundBatchAnswer,
  type RefundHold,
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
  isInstantOfSale,
  NO_CLOCK,
  type NotReadable,
  type Received,
  receiveItem,
} from '#api/http/received-item.ts';
import {
  findApproverId,
  findRefundApproval,
  findWaitingApproval,
  type RefundApproval,
} from '#api/sales/approvals/refund-approval.service.ts';
import { bookRefund } from './refund-booking.service.ts';
import { endOfOrder, GONE, type RefundOutcome } from './refund.rules.ts';
import {
  findAwaitedRefunds,
  findOrdersOfLateRefunds,
  findRefundState,
  holdRefundRow,
  lockUnbookedOrder,
  updateHeldRefundRow,
} from './refunds.queries.ts';
import { moveFairFigures } from './settlement.queries.ts';

type RefundResult = RefundBatchAnswer['results'][number];
type Answer = Omit<RefundResult, 'clientRefundId'>;
/** Sentence for a refund that nobody approved, or not as much. */
const UNAPPROVED = 'A person with the duty must approve this refund, with their own code.';

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
  const isAlone = batch.refunds.length === 1;
  for (const raw of batch.refunds) {
    const received = readRefund(raw);
    const answer: Answer =
      'errors' in received
        ? { result: 'rejected', errors: received.errors }
        : await storeItem(deliverer.actor.requestId, isAlone, () =>
            takeInRefund(db, deliverer, received),
          );
    results.push({ ...answer, clientRefundId: itemId(raw, 'clientRefundId') });
  }
  return results;
}

/** Reads one refund of a batch. */
function readRefund(raw: unknown): Received<SoldRefund> | NotReadable {
  const received = receiveItem(SoldRefund, raw, (whole, { clientRefundId }) => ({
    ...whole,
    clientRefundId: clientRefundId.toLowerCase(),
    // A refund that was rejected without an approval may be sent again with one.
    approvalId: undefined,
  }));
  if ('errors' in received) return received;
  const { clientRefundId, clientOrderId, refundedAt } = received.body;
  if (!isInstantOfSale(refundedAt)) return { errors: { refundedAt: NO_CLOCK } };
  return {
    ...received,
    body: {
      ...received.body,
      clientRefundId: clientRefundId.toLowerCase(),
      clientOrderId: clientOrderId.toLowerCase(),
    },
  };
}

/** Decides on one refund, and stores the decision in the same transaction. */
async function takeInRefund(
  db: Db,
  { register, actor }: Deliverer,
  received: Received<SoldRefund>,
): Promise<Answer> {
  const takeIn = (strength: 'key share' | 'update') =>
    retry(
      () =>
        inTransaction(db, async (tx) => {
          const decision = await decideOnRefund(tx, { register, actor }, received, strength);
          return decision && storeDecision(tx, { register, actor }, received, decision);
        }),
      {
        when: (error) =>
          isDuplicate(error, 'refunds_client_refund_key', 'held_refunds_client_refund_key'),
        maxTries: MAX_RACE_TRIES,
      },
    );
  // If the order is not found, checks again while no sale of the fair is running, so that refund
  // and order cannot miss each other.
  const answer = (await takeIn('key share')) ?? (await takeIn('update'));
  if (!answer) throw new Error('The last try to take in a refund gave no answer.');
  return answer;
}

/**
 * Decision on a refund. `refused`: it repeats another one or names an order of another fair, and
 * changes nothing.
 */
type Decision = RefundOutcome | { kind: 'refused'; errors: Record<string, string> };

/**
 * Books a refund, or decides why not. Returns undefined if its order is not found and sales of the
 * fair may be running.
 */
async function decideOnRefund(
  tx: Tx,
  { register, actor }: Deliverer,
  { body: refund, hash }: Received<SoldRefund>,
  strength: 'key share' | 'update',
): Promise<Decision | undefined> {
  const fair = await lockFair(tx, register.fairId, register.id, strength);
  const { orderId, orderFairId, bookedHash, waitingHash } = await findRefundState(
    tx,
    refund.clientRefundId,
    refund.clientOrderId,
  );
  const earlier = bookedHash ?? waitingHash;
  if (earlier && !earlier.equals(hash))
    return refused('clientRefundId', 'This refund was sent before with different content.');
  if (bookedHash) return { kind: 'known' };
  if (orderFairId !== null && orderFairId !== register.fairId)
    return refused('clientOrderId', 'This order belongs to another fair.');
  const approval = await findRefundApproval(tx, register, actor, refund);
  if (approval.isNeeded && !approval.used) return { kind: 'unapproved' };

  return decideOnNew(tx, { register, actor }, { refund, hash, orderId, fair, approval, strength });
}

/** Books a refund that the server has not seen before, or decides why not; as `decideOnRefund`. */
async function decideOnNew(
  tx: Tx,
  { register, actor }: Deliverer,
  { refund, hash, orderId, fair, approval, strength }: NewRefund,
): Promise<Decision | undefined> {
  const closed = getClosedReason(fair);
  if (orderId === null) {
    const unbooked = await lockUnbookedOrder(tx, refund.clientOrderId);
    if (unbooked === 'discarded') return { kind: 'gone', reason: 'ORDER_DISCARDED' };
    if (closed) return { kind: 'held', reason: closed };
    if (strength === 'key share') return undefined;
    return { kind: 'held', reason: unbooked ? 'ORDER_HELD' : 'ORDER_UNKNOWN' };
  }
  if (closed) {
    const reason = endOfOrder(await lockOrder(tx, orderId));
    return reason ? { kind: 'gone', reason } : { kind: 'held', reason: closed };
  }
  const { at, day } = toBookedTime(refund.refundedAt, new Date().toISOString(), fair);
  const asked = { refund: { ...refund, refundedAt: at }, hash, orderId, businessDay: day };
  return bookRefund(tx, { ...asked, deviceId: register.id, approval }, actor);
}

type LockedFair = Awaited<ReturnType<typeof lockFair>>;
/** A refund that was not booked before, with its order (null if not found) and locked fair. */
type NewRefund = {
  refund: SoldRefund;
  hash: Buffer;
  orderId: string | null;
  fair: LockedFair;
  approval: RefundApproval;
  strength: 'key share' | 'update';
};

/** Returns the reason why this fair or device accepts no refund now. */
function getClosedReason(fair: LockedFair): RefundHold | undefined {
  if (fair.closeOutState === 'finished') return 'FAIR_FINISHED';
  return fair.deviceStatus === 'inactive' ? 'DEVICE_INACTIVE' : undefined;
}

const refused = (field: string, sentence: string): Decision => ({
  kind: 'refused',
  errors: { [field]: sentence },
});

/** Stores a decision, updates the fair's net sales last, and returns the answer. */
async function storeDecision(
  tx: Tx,
  { register, actor }: Deliverer,
  { body: { clientRefundId, clientOrderId }, whole, hash }: Received<SoldRefund>,
  decision: Decision,
): Promise<Answer> {
  const { id: deviceId, fairId } = register;
  switch (decision.kind) {
    case 'known':
      return { result: 'duplicate' };
    case 'refused':
      return { result: 'rejected', errors: decision.errors };
    case 'unapproved':
      return { result: 'rejected', reason: APPROVAL_NEEDED, errors: { approvalId: UNAPPROVED } };
    case 'wrong':
      await updateHeldRefundRow(tx, clientRefundId, { state: 'discarded' });
      return { result: 'rejected', errors: decision.errors };
    case 'gone': {
      const { reason } = decision;
      await updateHeldRefundRow(tx, clientRefundId, { state: 'discarded' });
      return { result: 'rejected', reason, errors: { clientOrderId: GONE[reason] } };
    }
    case 'held': {
      const { reason } = decision;
      const body = JSON.stringify(whole);
      const ids = { id: uuidv7(), clientRefundId, clientOrderId, fairId, deviceId };
      const approverId = await findApproverId(tx, register, actor);
      await holdRefundRow(tx, { ...ids, body, bodyHash: hash, reason, approverId });
      return { result: 'held', reason };
    }
    case 'booked':
      await updateHeldRefundRow(tx, clientRefundId, { state: 'released' });
      await moveFairFigures(tx, fairId, { orders: 0, netCents: -decision.netCents });
      return { result: 'accepted' };
  }
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
          approval: await findWaitingApproval(tx, waiting, refund),
        },
        actor,
      );
      if (outcome.kind === 'booked') netCents += outcome.netCents;
      await updateHeldRefundRow(tx, waiting.clientRefundId, toHeldChanges(outcome));
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
function toHeldChanges(outcome: RefundOutcome): Parameters<typeof updateHeldRefundRow>[2] {
  switch (outcome.kind) {
    case 'booked':
    case 'known':
      return { state: 'released' };
    case 'gone':
      return { state: 'discarded' };
    case 'held':
      return { reason: outcome.reason };
    case 'wrong':
    case 'unapproved':
      return { reason: 'NOT_REFUNDABLE' };
  }
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
