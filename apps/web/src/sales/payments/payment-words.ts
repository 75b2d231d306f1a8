import type { PaymentRow } from '@pos/contract/sales/payments';
import { PAYMENT_STATUS } from '@pos/contract/sales/payment-states';
import type { StatusText } from '#web/ui/values/status-pill.tsx';
import { formatCents } from '@pos/contract/values/money';

/** Status of a payment voided by a reset of its fair: kept in the books, counted nowhere. */
export const VOIDED: StatusText = { label: 'Voided', meaning: 'off' };
/** Status of a payment: voided, else its own. */
export function paymentStatusLabel({
  status,
  voidedAt,
}: Pick<PaymentRow, 'status' | 'voidedAt'>): StatusText {
  return voidedAt ? VOIDED : PAYMENT_STATUS[status];
}
const FAILURES: Record<string, string> = { TIME_OUT: 'no result within 24 hours' };

/** Says how cash was rounded to the nearest five cents (domain 8.11). */
export function roundingWords(roundingCents: number): string {
  return `Cash rounding ${formatCents(roundingCents)}`;
}

/** Reason of a failed payment: our wording for our own codes, else the processor's. */
export function failureWords(code: string): string {
  return FAILURES[code] ?? code;
}

/** Reference of a payment next to its method: the card's last digits or the check number. */
export function paymentReference({
  cardBrand,
  cardLast4,
  checkNumber,
}: Pick<PaymentRow, 'cardBrand' | 'cardLast4' | 'checkNumber'>): string {
  return [
    cardBrand && cardBrand.charAt(0).toUpperCase() + cardBrand.slice(1),
    cardLast4 && `ending ${cardLast4}`,
    checkNumber && `No. ${checkNumber}`,
  ]
    .filter(Boolean)
    .join(' ');
}
