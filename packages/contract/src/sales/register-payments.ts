import { z } from 'zod';
import { anyCents, ClientId, ClockInstant, item, nullableText } from './register-values.ts';
import { Cents, optional } from '../values.ts';

/** Results of pending payments, and eWallet top-ups, from registers (`pos/payments`). */

export const PaymentResult = z.strictObject({
  clientPaymentId: ClientId,
  status: z.enum(['completed', 'failed', 'cancelled'], 'Unknown status.'),
  processorRef: nullableText(120),
  failureCode: nullableText(60),
});
export type PaymentResult = z.infer<typeof PaymentResult>;

function topUp(cents: typeof Cents) {
  return z.strictObject({
    clientPaymentId: ClientId,
    studentNumber: z.string().min(1, 'Student number is required.').max(40),
    method: z.literal([1, 2, 3], 'An eWallet is funded by card, check or cash.'),
    amountCents: cents.min(1, 'The amount must be above zero.'),
    tenderedCents: optional(cents),
    changeCents: optional(cents),
    status: z.enum(['completed', 'pending'], 'Unknown status.'),
    paidAt: ClockInstant,
    checkNumber: nullableText(40),
    processorRef: nullableText(120),
  });
}
/**
 * A top-up of an eWallet at a register. With `tenderedCents`, `changeCents` is tendered less
 * `amountCents`.
 */
export const TopUp = topUp(Cents);
export type TopUp = z.infer<typeof TopUp>;
/**
 * A top-up with amounts of any size. One beyond the limits is refused (AMOUNT_LIMIT) unless it was
 * booked before.
 */
export const UnlimitedTopUp = topUp(anyCents);

/**
 * Results and top-ups are each checked on their own, so that an invalid one never blocks the
 * others.
 */
export const PaymentBatch = z.strictObject({
  results: optional(z.array(item(PaymentResult)).max(200, 'Send at most 200 results.')),
  topUps: optional(z.array(item(TopUp)).max(200, 'Send at most 200 top-ups.')),
});
export type PaymentBatch = z.infer<typeof PaymentBatch>;
/**
 * Reasons why a payment result or a top-up changed nothing. UNKNOWN_PAYMENT: its order is not
 * booked (yet); send it again later. PAYMENT_ID_USED: the id belongs to another payment.
 * AMOUNT_LIMIT: an amount exceeds the limits of the contract. CHANGE_MISMATCH: the change is not
 * tendered less amount. NOT_ALLOWED: the person may not work this register at this fair.
 */
export const PaymentRefusal = z.enum([
  'UNKNOWN_PAYMENT',
  'INVALID_TRANSITION',
  'FAIR_FINISHED',
  'DEVICE_INACTIVE',
  'UNKNOWN_STUDENT',
  'TOP_UP_BELOW_MINIMUM',
  'TOP_UP_ABOVE_MAXIMUM',
  'PAYMENT_ID_USED',
  'AMOUNT_LIMIT',
  'CHANGE_MISMATCH',
  'NOT_ALLOWED',
]);
export type PaymentRefusal = z.infer<typeof PaymentRefusal>;
export const PaymentBatchAnswer = z.strictObject({
  /** `errors` has the fields of an item that was rejected, or refused for its amounts. */
  results: z.array(
    z.strictObject({
      clientPaymentId: z.string(),
      result: z.enum(['accepted', 'duplicate', 'refused', 'rejected']),
      reason: PaymentRefusal.optional(),
      errors: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
export type PaymentBatchAnswer = z.infer<typeof PaymentBatchAnswer>;
