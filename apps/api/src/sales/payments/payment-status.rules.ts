import type { PaymentStatus } from '@pos/contract/sales/payment-states';

const BY_NEED: readonly PaymentStatus[] = [
  'under_review',
  'failed',
  'pending',
  'cancelled',
  'completed',
  'refunded',
];

/** Sentence for an order that a reset has voided (domain 4.5). */
export const ORDER_VOIDED = 'A reset of the fair voided this order. It can no longer be changed.';

/**
 * Returns one status for all payments of an order: the one that most needs a person. An order that
 * costs nothing is paid.
 */
export function toOrderPaymentStatus(statuses: readonly PaymentStatus[]): PaymentStatus {
  return BY_NEED.find((status) => statuses.includes(status)) ?? 'completed';
}
