import { updatePaymentRow } from '#api/sales/payments/payments.queries.ts';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { SoldRefund } from '@pos/contract/sales/register-refunds';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';
import { movePayment } from '#api/sales/payments/payments.service.ts';
import { allocate, recordMovements } from '#api/stock/stock/stock.service.ts';
import { creditAveDollars } from '#api/sales/payments/wallets/ave-dollars.service.ts';
import { creditWallet } from '#api/sales/payments/wallets/wallets.service.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { flagUnapprovedRow } from '#api/sales/approvals/approvals.queries.ts';
import { useApprovals } from '#api/sales/approvals/approvals.service.ts';
import {
  isApprovedFor,
  type RefundApproval,
} from '#api/sales/approvals/refund-approval.service.ts';
import {
  insertRefundRows,
  lockRefundedOrder,
  settleRefundRows,
  type SalePayment,
} from './refunds.queries.ts';
import { comesBack, planRefund, type RefundOutcome, type RefundPlan } from './refund.rules.ts';

/** A requested refund of an order that was found, on a day in the fair's time zone. */
export type RefundOrder = {
  refund: SoldRefund;
  hash: Buffer;
  orderId: string;
  deviceId: string | null;
  businessDay: string;
  /** Of a register's refund: by whom it is approved. */
  approval?: RefundApproval;
};

/**
 * Refunds units of an order: money back to its tenders, units back to the shelf if fit for sale
 * (domain 8.4). The caller must have locked the open fair, and must update the fair's net sales last.
 */
export async function bookRefund(tx: Tx, asked: RefundOrder, actor: Actor): Promise<RefundOutcome> {
  const { refund, hash, orderId, deviceId, businessDay } = asked;
  const refunded = await lockRefundedOrder(tx, orderId, refund.clientRefundId);
  if (!refunded) return { kind: 'known' };
  const plan = planRefund(refund, refunded);
  if (plan.kind !== 'plan') return plan;
  const isApproved = isApprovedFor(plan.totalCents, asked.approval);
  if (asked.approval?.isNeeded && !isApproved) return { kind: 'unapproved' };
  const { parts, tenders, units, netCents, taxCents, totalCents, roundingCents } = plan;
  const { order, payments } = refunded;
  const refundId = uuidv7();
  await insertRefundRows(tx, {
    refund: {
      id: refundId,
      clientRefundId: refund.clientRefundId,
      bodyHash: hash,
      orderId,
      fairId: order.fairId,
      deviceId,
      businessDay,
      refundedAt: refund.refundedAt,
      reason: refund.reason,
      units,
      netCents,
      taxCents,
      totalCents,
      roundingCents,
      actor: actor.name,
    },
    lines: parts.map(({ line, ...part }) => ({ refundId, orderLineId: line.id, ...part })),
    tenders: tenders.map((tender) => ({ id: uuidv7(), refundId, ...tender })),
  });
  for (const { paymentId, amountCents } of tenders) {
    const payment = payments.find(({ id }) => id === paymentId)!;
    const refundedCents = payment.refundedCents + amountCents;
    await updatePaymentRow(tx, paymentId, { refundedCents });
    if (refundedCents === payment.amountCents) await movePayment(tx, paymentId, 'refunded', actor);
    const idempotencyKey = `refund:${refundId}:${paymentId}`;
    await giveBackPayment(
      tx,
      payment,
      { amountCents, idempotencyKey, refundId, businessDay },
      actor,
    );
  }
  await moveStock(tx, refundId, order.fairId, plan, actor);
  await settleRefundRows(tx, orderId, plan);
  if (!isApproved) await flagUnapprovedRow(tx, orderId);
  else if (asked.approval?.used && deviceId !== null)
    await useApprovals(tx, actor, {
      ...refund,
      orderId,
      fairId: order.fairId,
      deviceId,
      soldAt: refund.refundedAt,
      approvals: [asked.approval.used],
    });
  return { kind: 'booked', netCents, totalCents };
}

/**
 * Credits an amount paid from an eWallet or the school's AveDollars. Other tenders are paid out by
 * hand.
 */
export async function giveBackPayment(
  tx: Tx,
  payment: SalePayment,
  given: { amountCents: number; idempotencyKey: string; refundId?: string; businessDay: string },
  actor: Actor,
): Promise<void> {
  const move = { type: 'refund', ...given, paymentId: payment.id } as const;
  if (payment.method === PaymentMethod.eWallet)
    await creditWallet(tx, { ...move, walletId: payment.walletId! }, actor);
  if (payment.method === PaymentMethod.aveDollar)
    await creditAveDollars(
      tx,
      { ...move, schoolId: payment.schoolId, fairId: payment.fairId! },
      actor,
    );
}

async function moveStock(
  tx: Tx,
  refundId: string,
  fairId: string,
  plan: RefundPlan,
  actor: Actor,
): Promise<void> {
  const restocked = plan.parts.filter(({ line, restock }) => restock && comesBack(line));
  await recordMovements(
    tx,
    restocked.map(({ line, quantity }) => ({
      titleId: line.titleId!,
      qty: quantity,
      from: 'customer',
      to: { fairId },
      reason: 'restock',
      refType: 'refund',
      refId: refundId,
    })),
    actor,
  );
  const freed = new Map<string, number>();
  for (const { line, quantity } of plan.parts) {
    const waits =
      line.titleId !== null &&
      line.fulfilment === 'ship_to_school' &&
      ['to_ship', 'cancelled'].includes(line.fulfilmentStatus);
    if (waits) freed.set(line.titleId!, (freed.get(line.titleId!) ?? 0) - quantity);
  }
  await allocate(tx, freed);
}
