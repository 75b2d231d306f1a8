import type { z } from 'zod';
import { closedSet } from '../values.ts';

/** Enumerations of a payment: states, purposes and review reasons (domain 4.1). */
export const PAYMENT_STATUS = {
  pending: { label: 'Pending', meaning: 'waiting' },
  completed: { label: 'Completed', meaning: 'ok' },
  failed: { label: 'Failed', meaning: 'bad' },
  cancelled: { label: 'Cancelled', meaning: 'off' },
  refunded: { label: 'Refunded', meaning: 'undone' },
  under_review: { label: 'Under review', meaning: 'info' },
} as const;
export const PaymentStatus = closedSet(PAYMENT_STATUS);
export type PaymentStatus = z.infer<typeof PaymentStatus>;
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
export const PURPOSES = {
  sale: 'Sale',
  wallet_top_up: 'eWallet top-up',
} as const;
export const PaymentPurpose = closedSet(PURPOSES);
export type PaymentPurpose = z.infer<typeof PaymentPurpose>;

/**
 * Reasons for a payment under review. NO_RESULT: it was pending for PENDING_HOURS. RESULT_DIFFERS: a
 * register reported another result than the payment had.
 */
export const REVIEW_REASONS = {
  WALLET_SHORT: 'The eWallet had less than this amount',
  AVE_DOLLAR_SHORT: 'The school had fewer AveDollars than this amount',
  PROCESSOR_REVIEW: 'The card processor is looking into it',
  CHECK_RETURNED: 'The bank returned the check',
  FACTS_REFUSED: 'The school refused the Facts charge',
  CARD_DISPUTED: 'The card payment is disputed',
  NO_RESULT: 'No result arrived within 24 hours',
  RESULT_DIFFERS: 'A register reported another result than the payment had',
} as const;
export const ReviewReason = closedSet(REVIEW_REASONS);
export type ReviewReason = z.infer<typeof ReviewReason>;

/** Hours after which a payment without a result goes under review (domain 4.1). */
export const PENDING_HOURS = 24;
