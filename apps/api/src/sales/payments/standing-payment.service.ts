import type { Tx } from '#api/db/db.ts';
import { requireOpenFair } from '#api/fairs/fairs/fairs.service.ts';
import { Failure, missing } from '#api/http/failure.ts';
import { findPaymentToDecide } from './payment-results.queries.ts';
import { ORDER_VOIDED } from './payment-status.rules.ts';

/**
 * Refuses a decision about an order that a reset has voided (domain 4.5). It still exists, so the
 * answer is 409.
 */
export function refuseVoided(voidedByResetId: string | null): void {
  if (voidedByResetId !== null) throw new Failure('INVALID_TRANSITION', ORDER_VOIDED);
}

/** Does the same for a payment of an order, or of an eWallet, which no reset voids. */
export async function requireStandingPayment(tx: Tx, id: string) {
  const known = await findPaymentToDecide(tx, id);
  if (!known) throw missing('payment');
  refuseVoided(known.voidedByResetId);
  if (known.fairId !== null) await requireOpenFair(tx, known.fairId);
  const payment = (await findPaymentToDecide(tx, id))!;
  refuseVoided(payment.voidedByResetId);
  return payment;
}
