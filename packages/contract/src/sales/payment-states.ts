import { z } from 'zod';

/** Enumerations of a payment: states, purposes and review reasons (domain 4.1). */

export const PaymentStatus = z.enum([
  'pending',
  'completed',
  'failed',
  'cancelled',
  'refunded',
  'under_review',
]);
export type PaymentStatus = z.infer<typeof PaymentStatus>;
export const PAYMENT_STATUS = {
  pending: { label: 'Pending', meaning: 'waiting' },
  completed: { label: 'Completed', meaning: 'ok' },
  failed: { label: 'Failed', meaning: 'bad' },
  cancelled: { label: 'Cancelled', meaning: 'off' },
  refunded: { label: 'Refunded', meaning: 'undone' },
  under_review: { label: 'Under review', meaning: 'info' },
} as const satisfies Record<PaymentStatus, object>;
/**
 * Statuses of payments that count as money of a sale (domain 8.2: they and `uncollected` add up to
 * the order's total).
 */
export const COUNTED_STATUSES = [
  'completed',
  'under_review',
  'refunded',
] as const satisfies readonly PaymentStatus[];

/** Allowed transitions of a payment (domain 4.1); others answer 409 INVALID_TRANSITION. */
export const PAYMENT_MOVES: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['completed', 'failed', 'cancelled', 'under_review'],
  completed: ['refunded', 'under_review'],
  under_review: ['completed', 'failed', 'cancelled'],
  failed: ['under_review'],
  cancelled: ['under_review'],
  refunded: [],
};

/** Purpose of a payment: a sale, or money put into an eWallet. */
export const PaymentPurpose = z.enum(['sale', 'wallet_top_up']);
export type PaymentPurpose = z.infer<typeof PaymentPurpose>;
export const PURPOSES: Record<PaymentPurpose, string> = {
  sale: 'Sale',
  wallet_top_up: 'eWallet top-up',
};

/**
 * Reasons for a payment under review. NO_RESULT: it was pending for PENDING_HOURS. RESULT_DIFFERS: a
 * register reported another result than the payment had.
 */
export const ReviewReason = z.enum([
  'WALLET_SHORT',
  'AVE_DOLLAR_SHORT',
  'PROCESSOR_REVIEW',
  'CHECK_RETURNED',
  'FACTS_REFUSED',
  'CARD_DISPUTED',
  'NO_RESULT',
  'RESULT_DIFFERS',
]);
export type ReviewReason = z.infer<typeof ReviewReason>;

/** Hours after which a payment without a result goes under review (domain 4.1). */
export const PENDING_HOURS = 24;
