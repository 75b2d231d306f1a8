import { findSilentPayments } from './payments.queries.ts';
import { PENDING_HOURS } from '@pos/contract/sales/payment-states';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { alertFair } from '#api/notifications/notify.ts';
import { movePayment } from './payments.service.ts';
import { SYSTEM } from '#api/http/access/identity.ts';
import { findPaymentToDecide, lockPayment } from './payment-results.queries.ts';
import { holdFairs, lockOrder, lockRefundStock, type SettleOrder } from './order-locks.queries.ts';

/** Task that puts payments without a result under review, every ten minutes. */
export const TIME_OUT_TASK = 'fail-silent-payments';
export const TIME_OUT_EVERY = { minutes: 10 };

const BATCH = 500;

/**
 * Puts payments under review that have been pending for 24 hours without a result (domain 4.1): a
 * person decides, unless the result comes first. Returns how many.
 */
export async function reviewSilentPayments(db: Db, settle: SettleOrder): Promise<number> {
  const silent = await findSilentPayments(db, BATCH);
  for (const id of silent) await inTransaction(db, (tx) => reviewSilent(tx, id, settle));
  return silent.length;
}

async function reviewSilent(tx: Tx, id: string, settle: SettleOrder): Promise<void> {
  const payment = await findPaymentToDecide(tx, id);
  if (!payment) return;
  if (payment.fairId !== null) await holdFairs(tx, [payment.fairId]);
  if (payment.orderId !== null) await lockRefundStock(tx, payment.orderId);
  const order = payment.orderId === null ? undefined : await lockOrder(tx, payment.orderId);
  // A reset may have voided it just before the fair was locked.
  if (order && order.voidedByResetId !== null) return;
  if ((await lockPayment(tx, id)) !== 'pending') return;
  await movePayment(tx, id, 'under_review', SYSTEM, {
    reviewReason: 'NO_RESULT',
    note: `No result arrived within ${PENDING_HOURS} hours.`,
  });
  if (order) await settle(tx, order);
  if (payment.fairId !== null)
    await alertFair(tx, payment.fairId, { kind: 'payments_under_review' });
}
