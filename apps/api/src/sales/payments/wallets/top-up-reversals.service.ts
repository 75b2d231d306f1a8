import type { ReviewReason } from '@pos/contract/sales/payment-states';
import type { Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { movePayment } from '../payments.service.ts';
import { takeBackFromWallet } from './wallets.service.ts';

type ReversedTopUp = { id: string; walletId: string; amountCents: number };
type TakenBack = {
  /** Amount to take out of the eWallet, in cents; 0 to the amount of the payment. */
  takenCents: number;
  /** Reason of the bank or the processor; null if the money was handed back. */
  reviewReason: ReviewReason | null;
  /** Day of the reversal in the school's time zone. */
  businessDay: string;
  note: string;
};

/**
 * Reverses a completed top-up whose eWallet is locked: the payment fails after a review, or is
 * refunded if the money was handed back, and the eWallet loses `takenCents`. Refuses a payment that
 * is not completed with INVALID_TRANSITION.
 */
export async function reverseTopUpPayment(
  tx: Tx,
  { id, walletId, amountCents }: ReversedTopUp,
  { takenCents, reviewReason, businessDay, note }: TakenBack,
  actor: Actor,
): Promise<void> {
  if (reviewReason) {
    await movePayment(tx, id, 'under_review', actor, { note, reviewReason });
    await movePayment(tx, id, 'failed', actor);
  } else await movePayment(tx, id, 'refunded', actor, { note, refundedCents: amountCents });
  if (takenCents === 0) return;
  const balance = await takeBackFromWallet(
    tx,
    {
      walletId,
      type: 'adjust',
      amountCents: takenCents,
      idempotencyKey: `reversal:${id}`,
      paymentId: id,
      businessDay,
      note,
    },
    actor,
  );
  if (balance === undefined)
    throw new Error(`The eWallet ${walletId} has less than its lock said.`);
}
