import type { SoldRefund } from '@pos/contract/register-refunds';
import type { SoldOrder } from '@pos/contract/register-orders';
import type { Random } from './random.ts';

const REASONS = [
  'Changed mind',
  'Torn page',
  'Bought twice',
  'Wrong book',
  'Missing pages',
] as const;

/** Builds a refund of some units of some lines of an order; damaged ones are not restocked. */
export function refundOfOrder(random: Random, order: SoldOrder, refundedAt: string): SoldRefund {
  const reason = random.pick(REASONS);
  const whole = random.chance(0.4);
  const lines = whole ? order.lines : [random.pick(order.lines)];
  return {
    clientRefundId: random.uuid(),
    clientOrderId: order.clientOrderId,
    refundedAt,
    reason,
    lines: lines.map(({ lineNo, quantity }) => ({
      lineNo,
      quantity: whole ? quantity : random.int(1, quantity),
      restock: reason !== 'Torn page' && reason !== 'Missing pages',
    })),
  };
}

/**
 * Returns true if a register can refund an order without staff: all of its payments are completed.
 */
export function isRefundable(order: SoldOrder): boolean {
  return order.payments.length > 0 && order.payments.every(({ status }) => status === 'completed');
}
