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
import { type MoveDetails, movePayment } from '#api/features/payments/payments.service.ts';
import { debitAveDollars } from '#api/features/wallets/ave-dollars.service.ts';
import { creditCompletedTopUp } from '#api/features/wallets/top-ups.service.ts';
import { debitWallet } from '#api/features/wallets/wallets.service.ts';
import { itemId, storeItem } from '#api/http/batch-item.ts';
import { Failure } from '#api/http/failure.ts';
import type { Actor, SignedInRegister } from '#api/http/identity.ts';
import { readItem } from '#api/http/input.ts';
import { lockAveDollars, lockWallets } from './balances.queries.ts';
import { moveFairFigures } from './booking.queries.ts';
import {
  findPaymentByClientId,
  lockPayment,
  paymentReached,
  settleOrderRow,
} from './payment-results.queries.ts';
import { lockFair, lockOrder, lockRefundStock } from './refunds.queries.ts';
import { bookAwaitedRefunds } from './refunds.service.ts';
import { requireStandingPayment } from './standing.service.ts';

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
): Promise<Result[]> {
  const results: Result[] = [];
  for (const raw of asked) {
    const read = readItem(PaymentResult, raw);
    const apply = (result: PaymentResult) => () =>
      inTransaction(db, (tx) =>
        applyResult(tx, deliverer, {
          ...result,
          clientPaymentId: result.clientPaymentId.toLowerCase(),
        }),
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
  await bookResult(tx, { ...known, order }, asked.status, details, actor);
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

type PendingPayment = Known & { purpose: 'sale' | 'wallet_top_up'; order: LockedOrder | undefined };

/**
 * Books the result of a locked pending payment: debits stored value (under review if there is not
 * enough), credits a top-up, and updates the order.
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
  if (payment.order) await settleOrder(tx, payment.order);
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
  await bookResult(tx, { ...payment, order }, status, { note }, actor);
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

type LockedOrder = Awaited<ReturnType<typeof lockOrder>>;

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
