import { PAYMENT_MOVES, type PaymentStatus } from '@pos/contract/payments';
import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { insertAll, type RowsByTable } from '#api/db/insert-rows.ts';
import type { Tx } from '#api/db/db.ts';
import type { PaymentsTable } from '#api/db/schema/sales.ts';
import { Failure, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/identity.ts';

export type NewPayment = Insertable<PaymentsTable>;

/** Where a new payment may begin (domain 4.1). */
export const FIRST_STATUSES = [
  'pending',
  'completed',
  'under_review',
] as const satisfies readonly PaymentStatus[];

/** The rows of new payments with the event that each begins with. `noteOf` says what a person should know of one. */
export function paymentRows(
  payments: readonly NewPayment[],
  actor: Actor,
  noteOf: (payment: NewPayment) => string,
): Pick<RowsByTable, 'payments' | 'paymentEvents'> {
  return {
    payments,
    paymentEvents: payments.map((payment) => ({
      id: uuidv7(),
      paymentId: payment.id,
      fromStatus: null,
      toStatus: payment.status,
      actor: actor.name,
      note: noteOf(payment),
    })),
  };
}

/** Adds payments with the event that each begins with. */
export async function addPayments(
  tx: Tx,
  payments: readonly NewPayment[],
  actor: Actor,
  noteOf: (payment: NewPayment) => string = () => '',
): Promise<void> {
  await insertAll(tx, paymentRows(payments, actor, noteOf));
}

/** What a move may set beside the status. */
export type MoveDetails = {
  processorRef?: string;
  failureCode?: string;
  reviewReason?: PaymentsTable['reviewReason'];
  walletId?: string;
  note?: string;
};

/**
 * Moves a payment to another status by the table of domain 4.1 and records the event; refuses any other move with INVALID_TRANSITION.
 * It changes the payment alone: what follows for an order, a wallet or a school is the caller's, in the same transaction.
 */
export async function movePayment(
  tx: Tx,
  paymentId: string,
  to: PaymentStatus,
  actor: Actor,
  { note = '', ...details }: MoveDetails = {},
): Promise<void> {
  const payment = await tx
    .selectFrom('payments')
    .select('status')
    .where('id', '=', paymentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!payment) throw missing('payment');
  if (!PAYMENT_MOVES[payment.status].includes(to))
    throw new Failure(
      'INVALID_TRANSITION',
      `A payment that is ${inWords(payment.status)} cannot become ${inWords(to)}.`,
    );
  const reference = await usableProcessorRef(tx, details.processorRef, paymentId);
  await tx
    .updateTable('payments')
    .set({ ...details, status: to, ...(details.processorRef && { processorRef: reference.ref }) })
    .where('id', '=', paymentId)
    .execute();
  await tx
    .insertInto('paymentEvents')
    .values({
      id: uuidv7(),
      paymentId,
      fromStatus: payment.status,
      toStatus: to,
      actor: actor.name,
      note: note || reference.note,
    })
    .execute();
}

const inWords = (status: PaymentStatus) => status.replace('_', ' ');

/** What the event of a payment says whose processor's reference stands at another payment already. */
export const repeatedReferenceNote = (processorRef: string) =>
  `The processor's reference ${processorRef} belongs to another payment.`;

/** A processor's reference is kept once. A second payment that names it is booked without, and its event says so: a sale is never refused for it. */
export async function usableProcessorRef(
  tx: Tx,
  processorRef: string | null | undefined,
  paymentId: string | null,
): Promise<{ ref: string | null; note: string }> {
  if (!processorRef) return { ref: null, note: '' };
  const other = await tx
    .selectFrom('payments')
    .select('id')
    .where('processorRef', '=', processorRef)
    .executeTakeFirst();
  return other && other.id !== paymentId
    ? { ref: null, note: repeatedReferenceNote(processorRef) }
    : { ref: processorRef, note: '' };
}
