import { z } from 'zod';
import { Id, Instant } from './values.ts';

/** The payment methods by number (specification 3). */
export const PAYMENT_METHODS = { 1: 'Credit Card', 2: 'Check', 3: 'Cash', 4: 'Facts', 5: 'EWallet', 6: 'AveDollar' } as const;
export type PaymentMethod = keyof typeof PAYMENT_METHODS;
export type PaymentMethodName = (typeof PAYMENT_METHODS)[PaymentMethod];
export const PaymentMethod = z.literal([1, 2, 3, 4, 5, 6], 'Unknown payment method.');
export const PAYMENT_METHOD_NUMBERS = [1, 2, 3, 4, 5, 6] as const satisfies readonly PaymentMethod[];
/** The order in which refunds go back to the tenders: stored value first (domain 8.4). */
export const REFUND_ORDER = [5, 6, 4, 1, 2, 3] as const satisfies readonly PaymentMethod[];

export const PaymentStatus = z.enum(['pending', 'completed', 'failed', 'cancelled', 'refunded', 'under_review']);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** The moves a payment may make (domain 4.1); what is not listed answers 409 INVALID_TRANSITION. */
export const PAYMENT_MOVES: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['completed', 'failed', 'cancelled', 'under_review'],
  completed: ['refunded', 'under_review'],
  under_review: ['completed', 'failed'],
  failed: [],
  cancelled: [],
  refunded: [],
};

/** What a payment is for: a sale, or money put into an eWallet. */
export const PaymentPurpose = z.enum(['sale', 'wallet_top_up']);
export type PaymentPurpose = z.infer<typeof PaymentPurpose>;

/** Which stored-value ledger a payment touches (specification 3): FULL 0, E_WALLET 1, AVE_DOLLAR 2. */
export const PAYMENT_TYPES = { FULL: 0, E_WALLET: 1, AVE_DOLLAR: 2 } as const;
export type PaymentType = (typeof PAYMENT_TYPES)[keyof typeof PAYMENT_TYPES];
export const PaymentType = z.literal([0, 1, 2]);

/** Derived by the server, never sent (domain 3.12). */
export function paymentTypeOf(purpose: PaymentPurpose, method: PaymentMethod): PaymentType {
  if (purpose === 'wallet_top_up' || method === 5) return PAYMENT_TYPES.E_WALLET;
  return method === 6 ? PAYMENT_TYPES.AVE_DOLLAR : PAYMENT_TYPES.FULL;
}

/** Why a payment is under review. */
export const ReviewReason = z.enum(['WALLET_SHORT', 'AVE_DOLLAR_SHORT', 'PROCESSOR_REVIEW']);
export type ReviewReason = z.infer<typeof ReviewReason>;

/** A payment as an order shows it, amounts in cents. */
export const Payment = z.strictObject({
  id: Id,
  method: PaymentMethod,
  type: PaymentType,
  status: PaymentStatus,
  amountCents: z.int(),
  tenderedCents: z.int(),
  changeCents: z.int(),
  refundedCents: z.int(),
  checkNumber: z.string().nullable(),
  cardBrand: z.string().nullable(),
  cardLast4: z.string().nullable(),
  processorRef: z.string().nullable(),
  reviewReason: ReviewReason.nullable(),
  failureCode: z.string().nullable(),
  paidAt: Instant,
});
export type Payment = z.infer<typeof Payment>;
