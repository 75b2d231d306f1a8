import { findSilentPayments } from './payments.queries.ts';
import { PENDING_HOURS } from '@pos/contract/payment-states';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { movePayment } from './payments.service.ts';
import { SYSTEM } from '#api/http/identity.ts';
import { findPaymentToDecide, lockPayment } from './payment-results.queries.ts';
import { holdFairs, lockOrder, lockRefundStock, type SettleOrder } from './order-locks.queries.ts';

/** Task that fails payments without a result, every ten minutes. */
export const TIME_OUT_TASK = 'fail-silent-payments';
export const TIME_OUT_EVERY = '*/10 * * * *';

const BATCH = 500;

/**
 * Fails payments that have been pending for 24 hours without a result (domain 4.1). Their orders
 * stay open until someone resolves them. Returns how many.
 */
export async function failSilentPayments(db: Db, settle: SettleOrder): Promise<number> {
  const silent = await findSilentPayments(db, BATCH);
  for (const id of silent) await inTransaction(db, (tx) => failSilent(tx, id, settle));
  return silent.length;
}

async function failSilent(tx: Tx, id: string, settle: SettleOrder): Promise<void> {
  const payment = await findPaymentToDecide(tx, id);
  if (!payment) return;
  if (payment.fairId !== null) await holdFairs(tx, [payment.fairId]);
  if (payment.orderId !== null) await lockRefundStock(tx, payment.orderId);
  const order = payment.orderId === null ? undefined : await lockOrder(tx, payment.orderId);
  // A reset may have voided it just before the fair was locked.
  if (order && order.voidedByResetId !== null) return;
  if ((await lockPayment(tx, id)) !== 'pending') return;
  await movePayment(tx, id, 'failed', SYSTEM, {
    failureCode: 'TIME_OUT',
    note: `No result arrived within ${PENDING_HOURS} hours.`,
  });
  if (order) await settle(tx, order);
}
