import { DOUBTS, type PaymentDoubt, type PaymentReview } from '@pos/contract/sales/payments';
import { PAYMENT_METHODS, PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { movePayment } from './payments.service.ts';
import { creditCompletedTopUp } from './wallets/top-ups.service.ts';
import { Failure } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { lockWallets } from './wallets/balance-locks.queries.ts';
import { addUncollectedRow, lockPayment, paymentReached } from './payment-results.queries.ts';
import { debitStoredValue } from './payment-results.service.ts';
import { lockOrder, lockRefundStock, type SettleOrder } from './order-locks.queries.ts';
import { requireStandingPayment } from './standing-payment.service.ts';

/**
 * Approves or rejects a payment under review (domain 4.1), so that it does not block the close-out.
 * Approving a stored-value payment retries its debit (domain 8.9); rejecting a payment of a sale
 * leaves its amount uncollected. Books the refunds that waited for it.
 */
export async function reviewPayment(
  tx: Tx,
  actor: Actor,
  id: string,
  { decision, note: writtenNote }: PaymentReview,
  settle: SettleOrder,
): Promise<void> {
  const note = writtenNote ?? '';
  const payment = await requireStandingPayment(tx, id);
  if (payment.walletId !== null) await lockWallets(tx, [payment.walletId]);
  if (payment.orderId !== null) await lockRefundStock(tx, payment.orderId);
  const order = payment.orderId === null ? undefined : await lockOrder(tx, payment.orderId);
  const status = await lockPayment(tx, id);
  if (status !== 'under_review')
    throw new Failure(
      'INVALID_TRANSITION',
      `Only a payment under review can be decided. This one is ${status}.`,
    );

  if (decision === 'approve') await approve(tx, actor, payment, note);
  else {
    await movePayment(tx, id, 'failed', actor, { note });
    if (order) await addUncollectedRow(tx, order.id, payment.amountCents);
  }
  const changes = {
    status: { from: 'under_review', to: decision === 'approve' ? 'completed' : 'failed' },
    amountCents: { from: null, to: payment.amountCents },
    ...(note && { note: { from: null, to: note } }),
  };
  await recordActivity(tx, actor, {
    action: decision === 'approve' ? 'payment.approved' : 'payment.rejected',
    entity: 'payment',
    entityId: id,
    changes,
  });
  if (!order) return;
  await recordActivity(tx, actor, {
    action: decision === 'approve' ? 'order.payment_approved' : 'order.payment_rejected',
    entity: 'order',
    entityId: order.id,
    changes,
  });
  await settle(tx, order);
}

/** Completes a payment. Debits or credits its stored value unless it was completed before. */
async function approve(
  tx: Tx,
  actor: Actor,
  payment: Awaited<ReturnType<typeof requireStandingPayment>>,
  note: string,
): Promise<void> {
  const { id, purpose, method, walletId } = payment;
  const wasCompleted = await paymentReached(tx, id, 'completed');
  if (purpose === 'sale' && !wasCompleted && !(await debitStoredValue(tx, payment, actor)))
    throw toFailure(method);
  if (purpose === 'wallet_top_up' && !wasCompleted)
    await creditCompletedTopUp(tx, { ...payment, walletId: walletId! }, actor);
  await movePayment(tx, id, 'completed', actor, { note, ...(walletId !== null && { walletId }) });
}

/**
 * Puts a completed payment of a sale under review: a returned check, a refused Facts charge, a
 * disputed card payment (domain 4.1). No figure changes until it is decided.
 */
export async function putUnderReview(
  tx: Tx,
  actor: Actor,
  id: string,
  { note }: PaymentDoubt,
  settle: SettleOrder,
): Promise<void> {
  const payment = await requireStandingPayment(tx, id);
  const reviewReason = DOUBTS[payment.method];
  if (payment.purpose !== 'sale' || payment.orderId === null)
    throw new Failure('INVALID_TRANSITION', "A top-up is corrected in the student's eWallet.");
  if (!reviewReason)
    throw new Failure(
      'INVALID_TRANSITION',
      `A payment by ${PAYMENT_METHODS[payment.method]} is final: it cannot be returned or disputed.`,
    );
  const order = await lockOrder(tx, payment.orderId);
  const status = await lockPayment(tx, id);
  if (status !== 'completed')
    throw new Failure(
      'INVALID_TRANSITION',
      `Only a completed payment can be put under review. This one is ${status.replace('_', ' ')}.`,
    );
  await movePayment(tx, id, 'under_review', actor, { note, reviewReason });
  const changes = {
    status: { from: 'completed', to: 'under_review' },
    amountCents: { from: null, to: payment.amountCents },
    note: { from: null, to: note },
  };
  await recordActivity(tx, actor, {
    action: 'payment.put_under_review',
    entity: 'payment',
    entityId: id,
    changes,
  });
  await recordActivity(tx, actor, {
    action: 'order.payment_put_under_review',
    entity: 'order',
    entityId: payment.orderId,
    changes,
  });
  await settle(tx, order);
}

function toFailure(method: number): Failure {
  return method === PaymentMethod.eWallet
    ? new Failure(
        'WALLET_INSUFFICIENT',
        'The eWallet balance is too low. Reject the payment, or approve it after money is added.',
      )
    : new Failure(
        'AVE_DOLLAR_INSUFFICIENT',
        'The school does not have enough AveDollars. Reject the payment, or approve it once there are enough.',
      );
}
