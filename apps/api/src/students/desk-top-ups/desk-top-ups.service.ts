import type { ReversalReason } from '@pos/contract/sales/desk-facts';
import {
  REVERSAL_REASONS,
  REVERSAL_WORDS,
  type DeskTopUp,
  type NewDeskTopUp,
  type NewReversal,
  type Reversal,
} from '@pos/contract/students/desk-top-ups';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { ReviewReason } from '@pos/contract/sales/payment-states';
import { today } from '@pos/contract/values/clock';
import { formatCents } from '@pos/contract/values/money';
import { v7 as uuidv7 } from 'uuid';
import { isDuplicate } from '#api/db/database-errors.ts';
import type { Db, Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { refuseNames } from '#api/staff/activity/names.rules.ts';
import { usableProcessorRef } from '#api/sales/payments/payments.service.ts';
import { reverseTopUpPayment } from '#api/sales/payments/wallets/top-up-reversals.service.ts';
import { creditTopUp } from '#api/sales/payments/wallets/top-ups.service.ts';
import { getWalletId, lockWallet } from '#api/sales/payments/wallets/wallets.service.ts';
import { readStandingStudent, readStudent } from '#api/students/students/students.service.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import {
  findDeskTopUp,
  findReceiptOfCheck,
  findOfficeZone,
  insertDeskTopUp,
  isPayment,
  updateReversal,
} from './desk-top-ups.queries.ts';

/**
 * Books money for an eWallet that the office accepted: a completed payment of no fair, its receipt
 * and the credit (domain 3.17). Refuses an inactive or erased student, a reference of another payment,
 * and a check of the student that was booked before.
 */
export async function addDeskTopUp(
  tx: Tx,
  actor: Actor,
  adminId: string,
  { studentId, method, amountCents, checkNumber, reference }: NewDeskTopUp & { studentId: string },
): Promise<DeskTopUp> {
  const student = await readStandingStudent(tx, studentId);
  if (student.erasedAt) throw new Failure('INVALID_TRANSITION', 'This student was erased.');
  if (student.status === 'inactive')
    throw new Failure(
      'INVALID_TRANSITION',
      'This student is inactive. Activate the student before adding money.',
    );
  const processorRef = method === PaymentMethod.creditCard ? reference || null : null;
  const paymentId = uuidv7();
  const walletId = await getWalletId(tx, studentId);
  const { balanceCents } = await lockWallet(tx, walletId);
  // Under the locks, so that of several at once only the first is booked.
  if (processorRef && (await usableProcessorRef(tx, processorRef, null)).ref === null)
    throw referenceTaken();
  if (method === PaymentMethod.check) await refuseSameCheck(tx, studentId, checkNumber ?? '');
  await creditTopUp(
    tx,
    {
      paymentId,
      clientPaymentId: paymentId,
      studentId,
      schoolId: student.schoolId,
      fairId: null,
      deviceId: null,
      method,
      amountCents,
      tenderedCents: method === PaymentMethod.creditCard ? 0 : amountCents,
      checkNumber: method === PaymentMethod.check ? (checkNumber ?? null) : null,
      processorRef,
      paidAt: new Date().toISOString(),
      businessDay: today(student.timeZone),
    },
    actor,
  ).catch((error: unknown) => {
    // A register sold with the reference at the same moment.
    throw isDuplicate(error, 'payments_processor_ref_key') ? referenceTaken() : error;
  });
  const officeDay = await readOfficeToday(tx);
  const receiptNumber = await insertDeskTopUp(tx, { paymentId, officeDay, takenBy: adminId });
  const after = balanceCents + amountCents;
  await recordActivity(tx, actor, {
    action: 'student.wallet_topped_up',
    entity: 'student',
    entityId: studentId,
    changes: {
      walletBalanceCents: { from: balanceCents, to: after },
      receipt: { from: null, to: receiptNumber },
    },
  });
  return { paymentId, receiptNumber, amountCents, balanceCents: after };
}

const referenceTaken = () => invalid({ reference: 'Another payment has this reference.' });

/**
 * Refuses a check that was booked for the student before and not reversed. Another student may have a
 * check of the same number, because families pay for several children.
 */
async function refuseSameCheck(tx: Tx, studentId: string, checkNumber: string): Promise<void> {
  const receipt = await findReceiptOfCheck(tx, studentId, checkNumber);
  if (receipt !== undefined)
    throw invalid({
      checkNumber: `Receipt ${receipt} has this check for the student already. If it is another check, add its bank to the number.`,
    });
}

/** Returns the office's current day, in the default time zone of the settings. */
export async function readOfficeToday(db: Db): Promise<string> {
  return today(await findOfficeZone(db));
}

const REVIEW_REASONS: Record<ReversalReason, ReviewReason | null> = {
  check_returned: 'CHECK_RETURNED',
  card_disputed: 'CARD_DISPUTED',
  mistake: null,
};

/**
 * Reverses a desk top-up (domain 3.17). Money that a bank or card company took back leaves the
 * eWallet as far as it is there; the rest is uncollected, because no balance goes below zero. A
 * mistake hands the money back, so the eWallet must have all of it.
 */
export async function reverseDeskTopUp(
  tx: Tx,
  actor: Actor,
  adminId: string,
  paymentId: string,
  { reason, note }: NewReversal,
): Promise<Reversal> {
  const { topUp, balanceCents } = await lockDeskTopUp(tx, paymentId);
  const { studentId, walletId, amountCents } = topUp;
  const student = await readStudent(tx, studentId);
  refuseNames({ note }, [student, ...student.parents]);
  requireReversible(topUp, reason, balanceCents);
  const takenBackCents = Math.min(balanceCents, amountCents);
  const uncollectedCents = amountCents - takenBackCents;
  await reverseTopUpPayment(
    tx,
    { id: paymentId, walletId, amountCents },
    {
      takenCents: takenBackCents,
      reviewReason: REVIEW_REASONS[reason],
      businessDay: today(student.timeZone),
      note: `${REVERSAL_WORDS[reason]}: ${note}`,
    },
    actor,
  );
  await updateReversal(tx, paymentId, {
    reversalReason: reason,
    reversalNote: note,
    reversedDay: await readOfficeToday(tx),
    reversedBy: adminId,
    uncollectedCents,
  });
  const changes = {
    walletBalanceCents: { from: balanceCents, to: balanceCents - takenBackCents },
    ...(uncollectedCents > 0 && { uncollectedCents: { from: 0, to: uncollectedCents } }),
    reason: { from: null, to: REVERSAL_WORDS[reason] },
  };
  await recordActivity(tx, actor, {
    action: 'student.wallet_reversed',
    entity: 'student',
    entityId: studentId,
    changes,
  });
  await recordActivity(tx, actor, {
    action: 'payment.reversed',
    entity: 'payment',
    entityId: paymentId,
    changes: { ...changes, note: { from: null, to: note } },
  });
  return { paymentId, takenBackCents, uncollectedCents };
}

/** Locks the eWallet of a desk top-up and returns both. Refuses any other payment. */
async function lockDeskTopUp(tx: Tx, paymentId: string) {
  const found = await findDeskTopUp(tx, paymentId);
  if (!found) throw await notAtDesk(tx, paymentId);
  const { balanceCents } = await lockWallet(tx, found.walletId);
  // Read again under the lock: another call may have reversed it.
  return { topUp: (await findDeskTopUp(tx, paymentId)) ?? found, balanceCents };
}

function requireReversible(
  { isReversed, method, amountCents }: NonNullable<Awaited<ReturnType<typeof findDeskTopUp>>>,
  reason: ReversalReason,
  balanceCents: number,
): void {
  if (isReversed) throw new Failure('INVALID_TRANSITION', 'This top-up was reversed before.');
  if (!REVERSAL_REASONS[method].includes(reason))
    throw new Failure('INVALID_TRANSITION', 'This reason does not fit the method of the payment.');
  if (reason === 'mistake' && balanceCents < amountCents)
    throw new Failure(
      'WALLET_INSUFFICIENT',
      `The eWallet has only ${formatCents(balanceCents)}, so ${formatCents(amountCents)} cannot be handed back.`,
    );
}

async function notAtDesk(tx: Tx, paymentId: string): Promise<Failure> {
  return (await isPayment(tx, paymentId))
    ? new Failure('INVALID_TRANSITION', 'Only a top-up accepted at the office can be reversed.')
    : missing('payment');
}
