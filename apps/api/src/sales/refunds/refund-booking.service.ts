import { updatePaymentRow } from '#api/sales/payments/payments.queries.ts';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { distributeRefund, getRefundRounding } from '@pos/contract/sales/money-rules';
import type { RefundRejection, SoldRefund } from '@pos/contract/sales/register-refunds';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';
import { movePayment } from '#api/sales/payments/payments.service.ts';
import { allocate, recordMovements } from '#api/stock/stock/stock.service.ts';
import { creditAveDollars } from '#api/sales/payments/wallets/ave-dollars.service.ts';
import { creditWallet } from '#api/sales/payments/wallets/wallets.service.ts';
import type { Actor } from '#api/http/access/identity.ts';
import {
  findSoldLines,
  insertRefundRows,
  findSalePayments,
  refundIsKnown,
  settleRefundRows,
  type SalePayment,
} from './refunds.queries.ts';
import { lockOrder, lockRefundStock } from '#api/sales/payments/order-locks.queries.ts';
import { comesBack, endOfOrder, planRefund, type RefundPlan } from './refund.rules.ts';

/** A requested refund of an order that was found, on a day in the fair's time zone. */
export type RefundOrder = {
  refund: SoldRefund;
  hash: Buffer;
  orderId: string;
  deviceId: string | null;
  businessDay: string;
};

/**
 * - `booked`: done. `netCents` is subtracted from the fair's net sales; `totalCents` includes tax.
 * - `known`: another connection booked the same refund meanwhile.
 * - `waits`: the order is not in a state to be refunded yet.
 * - `gone`: the order was voided or canceled, so the refund can never be booked.
 * - `wrong`: it asks for something the order does not have.
 */
export type RefundOutcome =
  | { kind: 'booked'; netCents: number; totalCents: number }
  | { kind: 'known' }
  | { kind: 'waits' }
  | { kind: 'gone'; reason: RefundRejection }
  | { kind: 'wrong'; errors: Record<string, string> };

/**
 * Refunds units of an order: stored value first, each tender at most its remaining amount, units
 * back to the shelf if fit for sale (domain 8.4). The caller must have locked the open fair, and
 * must update the fair's net sales last.
 */
export async function bookRefund(tx: Tx, asked: RefundOrder, actor: Actor): Promise<RefundOutcome> {
  const { refund, orderId } = asked;
  await lockRefundStock(tx, orderId);
  const order = await lockOrder(tx, orderId);
  if (await refundIsKnown(tx, refund.clientRefundId)) return { kind: 'known' };
  const reason = endOfOrder(order);
  if (reason) return { kind: 'gone', reason };
  if (order.status === 'open') return { kind: 'waits' };
  const plan = planRefund(refund.lines, await findSoldLines(tx, orderId));
  if ('errors' in plan) return { kind: 'wrong', errors: plan.errors };
  const payments = await findSalePayments(tx, orderId);
  const { tenders, missingCents } = distributeRefund(plan.netCents + plan.taxCents, payments);
  if (missingCents > uncollectedLeft(order, payments)) return { kind: 'waits' };
  const roundingCents = refund.roundCash ? getRefundRounding(tenders) : 0;

  const refundId = uuidv7();
  await insertRefundRows(tx, {
    refund: {
      id: refundId,
      clientRefundId: refund.clientRefundId,
      bodyHash: asked.hash,
      orderId,
      fairId: order.fairId,
      deviceId: asked.deviceId,
      businessDay: asked.businessDay,
      refundedAt: refund.refundedAt,
      reason: refund.reason,
      units: plan.units,
      netCents: plan.netCents,
      taxCents: plan.taxCents,
      totalCents: plan.netCents + plan.taxCents,
      roundingCents,
      actor: actor.name,
    },
    lines: plan.parts.map(({ line, ...part }) => ({ refundId, orderLineId: line.id, ...part })),
    tenders: tenders.map((tender) => ({ id: uuidv7(), refundId, ...tender })),
  });
  await giveBack(tx, { refundId, businessDay: asked.businessDay, tenders, payments }, actor);
  await moveStock(tx, refundId, order.fairId, plan, actor);
  await settleRefundRows(tx, orderId, plan);
  return { kind: 'booked', netCents: plan.netCents, totalCents: plan.netCents + plan.taxCents };
}

/**
 * Returns the uncollected amount that may still be waived. Uncollected money cannot be refunded: a
 * refund reduces the amount owed once the tenders have returned theirs.
 */
function uncollectedLeft(
  order: Awaited<ReturnType<typeof lockOrder>>,
  payments: readonly SalePayment[],
): number {
  const givenBack = payments.reduce((sum, payment) => sum + payment.refundedCents, 0);
  return order.uncollectedCents - (order.refundedNetCents + order.refundedTaxCents - givenBack);
}

/** Amounts that a refund returns, and the payments of its order. */
type RefundedPayments = {
  refundId: string;
  businessDay: string;
  tenders: readonly { paymentId: string; amountCents: number }[];
  payments: readonly SalePayment[];
};

/** Reduces the payments, and credits amounts paid from an eWallet or the school's AveDollars. */
async function giveBack(
  tx: Tx,
  { refundId, businessDay, tenders, payments }: RefundedPayments,
  actor: Actor,
): Promise<void> {
  for (const { paymentId, amountCents } of tenders) {
    const payment = payments.find((each) => each.id === paymentId)!;
    const refundedCents = payment.refundedCents + amountCents;
    await updatePaymentRow(tx, paymentId, { refundedCents });
    if (refundedCents === payment.amountCents) await movePayment(tx, paymentId, 'refunded', actor);
    await giveBackPayment(
      tx,
      payment,
      { amountCents, idempotencyKey: `refund:${refundId}:${paymentId}`, refundId, businessDay },
      actor,
    );
  }
}

type GivenBack = {
  amountCents: number;
  idempotencyKey: string;
  refundId?: string;
  businessDay: string;
};

/**
 * Credits an amount paid from an eWallet or the school's AveDollars. Other tenders are paid out by
 * hand.
 */
export async function giveBackPayment(
  tx: Tx,
  payment: SalePayment,
  given: GivenBack,
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
