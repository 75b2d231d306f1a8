import { DOUBTS } from '@pos/contract/sales/payments';
import type { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type {
  PaymentPurpose,
  PaymentStatus,
  ReviewReason,
} from '@pos/contract/sales/payment-states';
import type { PaymentResult } from '@pos/contract/sales/register-payments';

/** A locked payment that a register reports a result for. */
export type ReportedPayment = {
  status: PaymentStatus;
  reviewReason: ReviewReason | null;
  purpose: PaymentPurpose;
  method: PaymentMethod;
  amountCents: number;
  /** Amount that the order still lacks, in cents; null for a top-up. */
  unpaidCents: number | null;
};

/**
 * Effect of a register's result (domain 4.1). `book`: it is the first one, in time or late. `review`:
 * the payment has another result, so a person decides. `none`: it cannot be booked; `isMoney` if money
 * may have moved, so that a person must know.
 */
export type ResultEffect = { kind: 'book' | 'review' } | { kind: 'none'; isMoney: boolean };

/** Returns true if the payment still has no result from a register or a person. */
export function awaitsResult({
  status,
  reviewReason,
}: Pick<ReportedPayment, 'status' | 'reviewReason'>): boolean {
  return status === 'pending' || (status === 'under_review' && reviewReason === 'NO_RESULT');
}

export function effectOfResult(
  result: PaymentResult['status'],
  payment: ReportedPayment,
): ResultEffect {
  const { status, purpose, method, amountCents, unpaidCents } = payment;
  if (awaitsResult(payment)) return { kind: 'book' };
  if (result === 'completed') {
    const isUnpaid = status === 'failed' || status === 'cancelled';
    const fits = unpaidCents === null || unpaidCents >= amountCents;
    return isUnpaid && fits ? { kind: 'review' } : { kind: 'none', isMoney: isUnpaid };
  }
  // Stored value and top-ups that were booked are corrected in their ledgers.
  const isDoubtful = status === 'completed' && purpose === 'sale' && DOUBTS[method] !== undefined;
  return isDoubtful
    ? { kind: 'review' }
    : { kind: 'none', isMoney: status === 'completed' || status === 'refunded' };
}
