import {
  findPaymentByReference,
  lockReference,
  insertPaymentEventRow,
  lockPaymentStatus,
  updatePaymentRow,
} from './payments.queries.ts';
import { PAYMENT_MOVES, type PaymentStatus } from '@pos/contract/sales/payment-states';
import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { insertAll, type RowsByTable } from '#api/db/insert-rows.ts';
import type { Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';
import { Failure, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';

export type NewPayment = Insertable<Schema['payments']>;

/** Initial statuses of a payment (domain 4.1). */
export const FIRST_STATUSES = [
  'pending',
  'completed',
  'under_review',
] as const satisfies readonly PaymentStatus[];

/** Builds the rows of new payments with their first events. `toNote` returns a note for staff. */
export function paymentRows(
  payments: readonly NewPayment[],
  actor: Actor,
  toNote: (payment: NewPayment) => string,
): Pick<RowsByTable, 'payments' | 'paymentEvents'> {
  return {
    payments,
    paymentEvents: payments.map((payment) => ({
      id: uuidv7(),
      paymentId: payment.id,
      fromStatus: null,
      toStatus: payment.status,
      actor: actor.name,
      note: toNote(payment),
    })),
  };
}

/** Adds payments with their first events. */
export async function addPayments(
  tx: Tx,
  payments: readonly NewPayment[],
  actor: Actor,
  toNote: (payment: NewPayment) => string = () => '',
): Promise<void> {
  await insertAll(tx, paymentRows(payments, actor, toNote));
}

/** Fields that a move may set beside the status. */
export type MoveDetails = {
  processorRef?: string;
  failureCode?: string;
  reviewReason?: Schema['payments']['reviewReason'];
  walletId?: string;
  refundedCents?: number;
  note?: string;
  /** Result that a register reported, if the payment moves to another status. */
  reported?: PaymentStatus;
};

/**
 * Moves a payment to another status by the table of domain 4.1 and records the event. Refuses any
 * other move with INVALID_TRANSITION. Changes only the payment; the caller must apply the effects
 * on an order, wallet or school in the same transaction.
 */
export async function movePayment(
  tx: Tx,
  paymentId: string,
  to: PaymentStatus,
  actor: Actor,
  { note = '', reported, ...details }: MoveDetails = {},
): Promise<void> {
  const before = await lockPaymentStatus(tx, paymentId);
  if (!before) throw missing('payment');
  if (!PAYMENT_MOVES[before].includes(to))
    throw new Failure(
      'INVALID_TRANSITION',
      `A payment that is ${inWords(before)} cannot become ${inWords(to)}.`,
    );
  const reference = await usableProcessorRef(tx, details.processorRef, paymentId);
  await updatePaymentRow(tx, paymentId, {
    ...details,
    status: to,
    ...(details.processorRef && { processorRef: reference.ref }),
  });
  await insertPaymentEventRow(tx, {
    id: uuidv7(),
    paymentId,
    fromStatus: before,
    toStatus: to,
    actor: actor.name,
    note: note || reference.note,
    reported: reported ?? null,
  });
}

const inWords = (status: PaymentStatus) => status.replace('_', ' ');

/** Note of a payment whose processor reference is already used by another payment. */
export const repeatedReferenceNote = (processorRef: string) =>
  `The processor reference ${processorRef} belongs to another payment.`;

/**
 * Stores a processor reference only once. A second payment with the same reference is booked
 * without it, with a note on its event, because a sale is never refused for this. Others that check
 * the same reference wait until this transaction ends.
 */
export async function usableProcessorRef(
  tx: Tx,
  processorRef: string | null | undefined,
  paymentId: string | null,
): Promise<{ ref: string | null; note: string }> {
  if (!processorRef) return { ref: null, note: '' };
  await lockReference(tx, processorRef);
  const other = await findPaymentByReference(tx, processorRef);
  return other !== undefined && other !== paymentId
    ? { ref: null, note: repeatedReferenceNote(processorRef) }
    : { ref: processorRef, note: '' };
}
