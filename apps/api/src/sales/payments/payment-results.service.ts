import {
  type PaymentBatchAnswer,
  type PaymentRefusal,
  PaymentResult,
} from '@pos/contract/sales/register-payments';
import { type RecordedResult, DOUBTS } from '@pos/contract/sales/payments';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type {
  PaymentStatus,
  PaymentPurpose,
  ReviewReason,
} from '@pos/contract/sales/payment-states';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { type MoveDetails, movePayment } from './payments.service.ts';
import { debitAveDollars } from './wallets/ave-dollars.service.ts';
import { creditCompletedTopUp } from './wallets/top-ups.service.ts';
import { debitWallet } from './wallets/wallets.service.ts';
import { itemId, storeItem } from '#api/http/batch-item.ts';
import { Failure } from '#api/http/failure.ts';
import { alertFair } from '#api/notifications/notify.ts';
import type { Actor, SignedInRegister } from '#api/http/access/identity.ts';
import { readItem } from '#api/http/input.ts';
import { lockAveDollars, lockWallets } from './wallets/balance-locks.queries.ts';
import {
  addUncollectedRow,
  countAgain,
  findPaymentByClientId,
  findUnpaidCents,
  isResultKnown,
  isResultRecorded,
  lockPayment,
  lockPaymentState,
} from './payment-results.queries.ts';
import { updatePaymentRow } from './payments.queries.ts';
import {
  lockFair,
  lockOrder,
  lockRefundStock,
  type SettleOrder,
  type LockedOrder,
} from './order-locks.queries.ts';
import { requireStandingPayment } from './standing-payment.service.ts';

type Result = PaymentBatchAnswer['results'][number];
type Deliverer = { register: SignedInRegister; actor: Actor };

type Outcome = Omit<Result, 'clientPaymentId'>;

/**
 * Applies results of pending payments, each in its own transaction with its own answer (domain
 * 4.1). A result for an unknown payment is refused, because its order may still be on its way.
 */
export async function applyPaymentResults(
  db: Db,
  deliverer: Deliverer,
  asked: readonly unknown[],
  settle: SettleOrder,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const raw of asked) {
    const read = readItem(PaymentResult, raw);
    const apply = (result: PaymentResult) => () =>
      inTransaction(db, (tx) =>
        applyResult(
          tx,
          deliverer,
          { ...result, clientPaymentId: result.clientPaymentId.toLowerCase() },
          settle,
        ),
      );
    const outcome: Outcome =
      'errors' in read
        ? { result: 'rejected', ...read }
        : await storeItem(deliverer.actor.requestId, asked.length === 1, apply(read.data));
    results.push({ clientPaymentId: itemId(raw, 'clientPaymentId'), ...outcome });
  }
  return results;
}

async function applyResult(
  tx: Tx,
  { register, actor }: Deliverer,
  asked: PaymentResult,
  settle: SettleOrder,
): Promise<Outcome> {
  const fair = await lockFair(tx, register.fairId, register.id, 'key share');
  const known = await findPaymentByClientId(tx, asked.clientPaymentId);
  if (!known || known.fairId !== register.fairId)
    return { result: 'refused', reason: 'UNKNOWN_PAYMENT' };
  const order = await lockReported(tx, known);
  const payment = { ...known, ...(await lockPaymentState(tx, known.id)) };
  if (await isResultKnown(tx, known.id, asked.status)) return { result: 'duplicate' };
  // Payment results from a lost tablet are not trusted. It may send them again once the device is
  // active.
  if (fair.deviceStatus === 'inactive') return { result: 'refused', reason: 'DEVICE_INACTIVE' };
  const unpaidCents = await findUnpaid(tx, order);
  const effect = effectOfResult(asked.status, { ...payment, unpaidCents });
  const reason = findRefusal(effect, fair, order);
  if (reason !== undefined) {
    if (effect.kind !== 'none' || effect.isMoney)
      await recordUnbooked(tx, payment, asked.status, actor);
    return { result: 'refused', reason };
  }
  const isReview = effect.kind === 'review';
  await (isReview ? reviewResult : bookResult)(tx, payment, asked.status, toDetails(asked), actor);
  if (order) await settle(tx, order);
  if (isReview) await alertFair(tx, register.fairId, { kind: 'payments_under_review' });
  return { result: 'accepted' };
}

/** Returns the amount that a locked order still lacks, in cents; null for a top-up. */
async function findUnpaid(tx: Tx, order: LockedOrder | undefined): Promise<number | null> {
  if (order === undefined) return null;
  return order.voidedByResetId === null ? findUnpaidCents(tx, order) : 0;
}

/** Returns the reason why a result cannot be booked now; undefined if it can. */
function findRefusal(
  effect: ResultEffect,
  { closeOutState }: Awaited<ReturnType<typeof lockFair>>,
  order: LockedOrder | undefined,
): PaymentRefusal | undefined {
  if (effect.kind === 'none') return 'INVALID_TRANSITION';
  if (order && order.voidedByResetId !== null) return 'INVALID_TRANSITION';
  return closeOutState === 'finished' ? 'FAIR_FINISHED' : undefined;
}

/** Locks all that the result of a payment may change, and returns its order. */
async function lockReported(tx: Tx, { orderId, walletId }: FoundPayment) {
  if (orderId !== null) {
    await lockRefundStock(tx, orderId);
    return lockOrder(tx, orderId);
  }
  await lockWallets(tx, walletId ? [walletId] : []);
  return undefined;
}

function toDetails({ processorRef, failureCode }: PaymentResult): MoveDetails {
  return {
    ...(processorRef !== null && { processorRef }),
    ...(failureCode !== null && { failureCode }),
  };
}

/**
 * Puts a payment under review whose result differs from the one that it has (domain 4.1). Its amount
 * counts again until a person decides.
 */
async function reviewResult(
  tx: Tx,
  { id, orderId, status, amountCents }: FoundPayment & { status: PaymentStatus },
  reported: PaymentResult['status'],
  details: MoveDetails,
  actor: Actor,
): Promise<void> {
  const note = `A register reported ${reported} after the payment was ${status}.`;
  const review = { ...details, note, reported, reviewReason: 'RESULT_DIFFERS' } as const;
  await movePayment(tx, id, 'under_review', actor, review);
  if (orderId !== null && status !== 'completed') await countAgain(tx, orderId, amountCents);
  const changes = reportedChanges(status, reported);
  const action = 'payment.result_differs';
  await recordActivity(tx, actor, { action, entity: 'payment', entityId: id, changes });
  if (orderId !== null)
    await recordActivity(tx, actor, {
      action: 'order.payment_result_differs',
      entity: 'order',
      entityId: orderId,
      changes,
    });
}

/**
 * Records a result that the payment cannot take, once, and tells the people responsible: money may
 * have moved that no figure shows.
 */
async function recordUnbooked(
  tx: Tx,
  { id, fairId, status }: FoundPayment & { status: PaymentStatus },
  reported: PaymentResult['status'],
  actor: Actor,
): Promise<void> {
  if (await isResultRecorded(tx, id, reported)) return;
  await recordActivity(tx, actor, {
    action: 'payment.result_not_booked',
    entity: 'payment',
    entityId: id,
    changes: reportedChanges(status, reported),
  });
  await alertFair(tx, fairId!, { kind: 'result_not_booked', paymentId: id });
}

function reportedChanges(status: PaymentStatus, reported: PaymentResult['status']) {
  return { reported: { from: status, to: reported } };
}

type PendingPayment = KnownPayment & {
  purpose: 'sale' | 'wallet_top_up';
  orderId: string | null;
  status: PaymentStatus;
};

/**
 * Books the result of a locked payment that had none: debits stored value (under review if there is
 * not enough) or credits a top-up. Its order, which counted a payment under review, is settled after
 * it.
 */
async function bookResult(
  tx: Tx,
  payment: PendingPayment,
  to: PaymentResult['status'],
  details: MoveDetails,
  actor: Actor,
): Promise<void> {
  const { id, orderId, purpose, method, status: from } = payment;
  const short =
    to === 'completed' && purpose === 'sale' && !(await debitStoredValue(tx, payment, actor));
  const reviewReason = method === PaymentMethod.eWallet ? 'WALLET_SHORT' : 'AVE_DOLLAR_SHORT';
  if (short && from === 'under_review') await updatePaymentRow(tx, id, { reviewReason });
  else if (short) await movePayment(tx, id, 'under_review', actor, { ...details, reviewReason });
  else await movePayment(tx, id, to, actor, details);
  if (purpose === 'wallet_top_up' && to === 'completed')
    await creditCompletedTopUp(tx, { ...payment, walletId: payment.walletId! }, actor);
  if (from === 'under_review' && to !== 'completed' && orderId !== null)
    await addUncollectedRow(tx, orderId, payment.amountCents);
}

/**
 * Records the result of a pending payment that staff learned from the processor. Throws
 * INVALID_TRANSITION if it is not pending.
 */
export async function recordResult(
  tx: Tx,
  actor: Actor,
  id: string,
  { status, note }: RecordedResult,
  settle: SettleOrder,
): Promise<void> {
  const payment = await requireStandingPayment(tx, id);
  if (payment.walletId !== null) await lockWallets(tx, [payment.walletId]);
  if (payment.method === PaymentMethod.aveDollar) await lockAveDollars(tx, payment.schoolId);
  if (payment.orderId !== null) await lockRefundStock(tx, payment.orderId);
  const order = payment.orderId === null ? undefined : await lockOrder(tx, payment.orderId);
  const before = await lockPayment(tx, id);
  if (before !== 'pending')
    throw new Failure(
      'INVALID_TRANSITION',
      `Only a pending payment accepts a result. This one is ${before.replace('_', ' ')}.`,
    );
  await bookResult(tx, { ...payment, status: before }, status, { note }, actor);
  if (order) await settle(tx, order);
  const changes = {
    status: { from: 'pending', to: status },
    amountCents: { from: null, to: payment.amountCents },
    note: { from: null, to: note },
  };
  await recordActivity(tx, actor, {
    action: 'payment.result_recorded',
    entity: 'payment',
    entityId: id,
    changes,
  });
  if (order)
    await recordActivity(tx, actor, {
      action: 'order.payment_result_recorded',
      entity: 'order',
      entityId: order.id,
      changes,
    });
}

type FoundPayment = NonNullable<Awaited<ReturnType<typeof findPaymentByClientId>>>;
type KnownPayment = Pick<
  FoundPayment,
  'id' | 'method' | 'walletId' | 'schoolId' | 'fairId' | 'amountCents' | 'businessDay'
>;

/** Debits the amount of a stored-value payment. Returns true if nothing has to be debited. */
export async function debitStoredValue(
  tx: Tx,
  payment: KnownPayment,
  actor: Actor,
): Promise<boolean> {
  const move = {
    type: 'spend',
    amountCents: payment.amountCents,
    idempotencyKey: `payment:${payment.id}`,
    paymentId: payment.id,
    businessDay: payment.businessDay,
  } as const;
  if (payment.method === PaymentMethod.eWallet)
    return (
      payment.walletId !== null &&
      (await debitWallet(tx, { ...move, walletId: payment.walletId }, actor)) !== undefined
    );
  if (payment.method === PaymentMethod.aveDollar)
    return (
      (await debitAveDollars(
        tx,
        { ...move, schoolId: payment.schoolId, fairId: payment.fairId! },
        actor,
      )) !== undefined
    );
  return true;
}

/** A locked payment that a register reports a result for. */
type ReportedPayment = {
  status: PaymentStatus;
  reviewReason: ReviewReason | null;
  purpose: PaymentPurpose;
  method: PaymentMethod;
  amountCents: number;
  /** Amount that the order still lacks, in cents; null for a top-up. */
  unpaidCents: number | null;
};

/**
 * Effect of a register's result (domain 4.1). `book`: it is the first one, in time or late. `review`:
 * the payment has another result, so a person decides. `none`: it cannot be booked; `isMoney` if money
 * may have moved, so that a person must know.
 */
type ResultEffect = { kind: 'book' | 'review' } | { kind: 'none'; isMoney: boolean };

/** Returns true if the payment still has no result from a register or a person. */
function awaitsResult({
  status,
  reviewReason,
}: Pick<ReportedPayment, 'status' | 'reviewReason'>): boolean {
  return status === 'pending' || (status === 'under_review' && reviewReason === 'NO_RESULT');
}

function effectOfResult(result: PaymentResult['status'], payment: ReportedPayment): ResultEffect {
  const { status, purpose, method, amountCents, unpaidCents } = payment;
  if (awaitsResult(payment)) return { kind: 'book' };
  if (result === 'completed') {
    const isUnpaid = status === 'failed' || status === 'cancelled';
    const fits = unpaidCents === null || unpaidCents >= amountCents;
    return isUnpaid && fits ? { kind: 'review' } : { kind: 'none', isMoney: isUnpaid };
  }
  // Stored value and top-ups that were booked are corrected in their ledgers.
  const isDoubtful = status === 'completed' && purpose === 'sale' && DOUBTS[method] !== undefined;
  return isDoubtful
    ? { kind: 'review' }
    : { kind: 'none', isMoney: status === 'completed' || status === 'refunded' };
}
