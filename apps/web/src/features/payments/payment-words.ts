import {
  PAYMENT_TYPES,
  type PaymentPurpose,
  type PaymentRow,
  type PaymentStatus,
  type PaymentType,
  type ReviewReason,
} from '@pos/contract/payments';
import type { StatusText } from '#web/ui/status-pill.tsx';
import type { Filter } from '#web/ui/table/description.ts';

/** How payments read on every screen. */
export const PAYMENT_STATUS: Record<PaymentStatus, StatusText> = {
  pending: { label: 'Pending', meaning: 'waiting' },
  completed: { label: 'Completed', meaning: 'ok' },
  failed: { label: 'Failed', meaning: 'bad' },
  cancelled: { label: 'Cancelled', meaning: 'off' },
  refunded: { label: 'Refunded', meaning: 'undone' },
  under_review: { label: 'Under review', meaning: 'info' },
};

export const REVIEW_REASONS: Record<ReviewReason, string> = {
  WALLET_SHORT: 'The eWallet held less than this amount',
  AVE_DOLLAR_SHORT: 'The school had fewer AveDollars than this amount',
  PROCESSOR_REVIEW: 'The card processor is looking into it',
  CHECK_RETURNED: 'The bank returned the check',
  FACTS_REFUSED: 'The school refused the Facts charge',
  CARD_DISPUTED: 'The card payment is disputed',
};

export const PURPOSES: Record<PaymentPurpose, string> = {
  sale: 'Sale',
  wallet_top_up: 'eWallet top-up',
};
/** Which ledger of stored value a payment touches (specification 3). */
export const TYPES: Record<PaymentType, string> = {
  [PAYMENT_TYPES.FULL]: 'Full',
  [PAYMENT_TYPES.E_WALLET]: 'EWallet',
  [PAYMENT_TYPES.AVE_DOLLAR]: 'AveDollar',
};

/** What a reset of its fair voided: it stands in the books and counts nowhere. */
export const VOIDED: StatusText = { label: 'Voided', meaning: 'off' };
/** The status of a payment: voided, else its own. */
export function paymentStatusOf({
  status,
  voidedAt,
}: Pick<PaymentRow, 'status' | 'voidedAt'>): StatusText {
  return voidedAt ? VOIDED : PAYMENT_STATUS[status];
}
/** The filter of a list for what a reset voided. */
export const VOIDED_FILTER: Filter = {
  kind: 'choice',
  key: 'voided',
  label: 'Voided by a reset',
  byDefault: 'exclude',
  choices: [
    { value: 'exclude', label: 'Leave out' },
    { value: 'include', label: 'Include voided' },
  ],
};

const FAILURES: Record<string, string> = { TIME_OUT: 'no result within 24 hours' };

/** Why a payment failed, in words where the code is ours, else as the processor said it. */
export function failureWords(code: string): string {
  return FAILURES[code] ?? code;
}
