import {
  type PaymentBatchAnswer,
  type PaymentRefusal,
  PaymentResult,
} from '@pos/contract/register-payments';
import type { RecordedResult } from '@pos/contract/payments';
import { PaymentMethod } from '@pos/contract/payment-methods';
import { PAYMENT_MOVES, type PaymentStatus } from '@pos/contract/payment-states';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/features/activity/activity.service.ts';
import { type MoveDetails, movePayment } from './payments.service.ts';
import { debitAveDollars } from './ave-dollars.service.ts';
import { creditCompletedTopUp } from './top-ups.service.ts';
import { debitWallet } from './wallets.service.ts';
import { itemId, storeItem } from '#api/http/batch-item.ts';
import { Failure } from '#api/http/failure.ts';
import type { Actor, SignedInRegister } from '#api/http/identity.ts';
import { readItem } from '#api/http/input.ts';
import { lockAveDollars, lockWallets } from './balance-locks.queries.ts';
import { findPaymentByClientId, lockPayment, paymentReached } from './payment-results.queries.ts';
import {
  lockFair,
  lockOrder,
  lockRefundStock,
  type LockedOrder,
  type SettleOrder,
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
  await lockStoredValue(tx, known);
  const order = known.orderId === null ? undefined : await lockOrder(tx, known.orderId);
  const status = await lockPayment(tx, known.id);
  if (await paymentReached(tx, known.id, asked.status)) return { result: 'duplicate' };
  const refusal = refusalOf(asked, { fair, order, status });
  if (refusal) return { result: 'refused', reason: refusal };

  const details = {
    ...(asked.processorRef !== null && { processorRef: asked.processorRef }),
    ...(asked.failureCode !== null && { failureCode: asked.failureCode }),
  };
  await bookResult(tx, known, asked.status, details, actor);
  if (order) await settle(tx, order);
  return { result: 'accepted' };
}

/** Locks the eWallet or the AveDollars that the result of a payment may change. */
async function lockStoredValue(
  tx: Tx,
  { method, purpose, walletId, schoolId }: FoundPayment,
): Promise<void> {
  if (walletId && (method === PaymentMethod.eWallet || purpose === 'wallet_top_up'))
    await lockWallets(tx, [walletId]);
  if (method === PaymentMethod.aveDollar) await lockAveDollars(tx, schoolId);
}

/** State under lock that a payment's result is checked against. */
type LockedState = {
  fair: Awaited<ReturnType<typeof lockFair>>;
  order: LockedOrder | undefined;
  status: PaymentStatus;
};

/** Returns the reason why a result cannot be booked now; undefined if it can. */
function refusalOf(
  asked: PaymentResult,
  { fair, order, status }: LockedState,
): PaymentRefusal | undefined {
  if (status !== 'pending' || !PAYMENT_MOVES[status].includes(asked.status))
    return 'INVALID_TRANSITION';
  if (order && order.voidedByResetId !== null) return 'INVALID_TRANSITION';
  if (fair.closeOutState === 'finished') return 'FAIR_FINISHED';
  // Payment results from a lost tablet are not trusted. It may send them again once the device is
  // active.
  return fair.deviceStatus === 'inactive' ? 'DEVICE_INACTIVE' : undefined;
}

type PendingPayment = Known & { purpose: 'sale' | 'wallet_top_up' };

/**
 * Books the result of a locked pending payment: debits stored value (under review if there is not
 * enough) or credits a top-up. Its order is settled after it.
 */
async function bookResult(
  tx: Tx,
  payment: PendingPayment,
  status: PaymentResult['status'],
  details: MoveDetails,
  actor: Actor,
): Promise<void> {
  const short =
    status === 'completed' &&
    payment.purpose === 'sale' &&
    !(await debitStoredValue(tx, payment, actor));
  if (short)
    await movePayment(tx, payment.id, 'under_review', actor, {
      ...details,
      reviewReason: payment.method === PaymentMethod.eWallet ? 'WALLET_SHORT' : 'AVE_DOLLAR_SHORT',
    });
  else await movePayment(tx, payment.id, status, actor, details);
  if (payment.purpose === 'wallet_top_up' && status === 'completed')
    await creditCompletedTopUp(tx, { ...payment, walletId: payment.walletId! }, actor);
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
  await bookResult(tx, payment, status, { note }, actor);
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
type Known = Pick<
  FoundPayment,
  'id' | 'method' | 'walletId' | 'schoolId' | 'fairId' | 'amountCents' | 'businessDay'
>;

/** Debits the amount of a stored-value payment. Returns true if nothing has to be debited. */
export async function debitStoredValue(tx: Tx, payment: Known, actor: Actor): Promise<boolean> {
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
