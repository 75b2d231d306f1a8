import { z } from 'zod';
import { PaymentMethod } from '../sales/payment-methods.ts';

/** Methods by which the office pays leftover money back. */
export const PAYOUT_METHODS = [PaymentMethod.cash, PaymentMethod.check] as const;
export const PayoutMethod = z.literal(PAYOUT_METHODS, 'Choose cash or check.');
export type PayoutMethod = z.infer<typeof PayoutMethod>;

/** Reasons for reversing a payout. */
export const PayoutReversalReason = z.enum(
  ['mistake', 'cash_returned', 'check_voided'],
  'Choose a reason.',
);
export type PayoutReversalReason = z.infer<typeof PayoutReversalReason>;

/** Reasons that fit each method: only cash can be brought back, only a check voided. */
export const PAYOUT_REVERSAL_REASONS: Record<PayoutMethod, readonly PayoutReversalReason[]> = {
  [PaymentMethod.cash]: ['cash_returned', 'mistake'],
  [PaymentMethod.check]: ['check_voided', 'mistake'],
};

/** Labels of the reasons. */
export const PAYOUT_REVERSAL_WORDS: Record<PayoutReversalReason, string> = {
  mistake: 'Booked by mistake',
  cash_returned: 'Cash brought back',
  check_voided: 'Check voided',
};
