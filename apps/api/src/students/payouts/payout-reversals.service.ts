import {
  PAYOUT_REVERSAL_REASONS,
  PAYOUT_REVERSAL_WORDS,
  type PayoutReversalReason,
} from '@pos/contract/students/payout-methods';
import type { NewPayoutReversal, PayoutReversal } from '@pos/contract/students/payouts';
import { today } from '@pos/contract/values/clock';
import type { Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { refuseNames } from '#api/staff/activity/names.rules.ts';
import { readOfficeToday } from '#api/students/desk-top-ups/desk-top-ups.service.ts';
import {
  creditWallet,
  getWalletId,
  lockWallet,
} from '#api/sales/payments/wallets/wallets.service.ts';
import type { StudentRecord } from '#api/students/students/student-records.rules.ts';
import { readStudentRecords } from '#api/students/students/student-records.service.ts';
import { Failure, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { findPayout, insertReversalRow, type FoundPayout } from './payouts.queries.ts';

/**
 * Reverses a payout (domain 3.19): the whole amount goes back into the eWallet that it left, or into
 * the one which that was merged into, whatever its status, because the money belongs to the child.
 * Refuses an unknown payout, a second reversal, and a reason that does not fit the method.
 */
export async function reversePayout(
  tx: Tx,
  actor: Actor,
  adminId: string,
  payoutId: string,
  { reason, note }: NewPayoutReversal,
): Promise<PayoutReversal> {
  const { payout, walletId, balanceCents: before } = await lockPayout(tx, payoutId);
  requireReversible(payout, reason);
  const { paid, credited } = await readPeople(tx, payout.studentId);
  // An erased student has no name left to leave out.
  for (const { erasedAt, parents, ...named } of [paid, credited])
    refuseNames({ note }, erasedAt ? [] : [named, ...parents]);
  const { payoutNumber, amountCents } = payout;
  const balanceCents = await creditWallet(
    tx,
    {
      walletId,
      type: 'adjust',
      amountCents,
      idempotencyKey: `payout-reversal:${payoutId}`,
      businessDay: today(credited.timeZone),
      note: `Payout ${payoutNumber} reversed. ${PAYOUT_REVERSAL_WORDS[reason]}: ${note}`,
    },
    actor,
  );
  await insertReversalRow(tx, {
    payoutId,
    reason,
    note,
    officeDay: await readOfficeToday(tx),
    reversedBy: adminId,
  });
  const facts = {
    payout: { from: null, to: payoutNumber },
    reason: { from: null, to: PAYOUT_REVERSAL_WORDS[reason] },
    note: { from: null, to: note },
  };
  const reversed = { action: 'student.payout_reversed', entity: 'student' } as const;
  await recordActivity(tx, actor, {
    ...reversed,
    entityId: credited.id,
    changes: { walletBalanceCents: { from: before, to: balanceCents }, ...facts },
  });
  if (credited.id !== paid.id)
    await recordActivity(tx, actor, { ...reversed, entityId: paid.id, changes: facts });
  return { payoutId, payoutNumber, studentId: credited.id, amountCents, balanceCents };
}

/** Locks the eWallet that a payout left, or the one it was merged into, and returns both. */
async function lockPayout(tx: Tx, payoutId: string) {
  const found = await findPayout(tx, payoutId);
  if (!found) throw missing('payout');
  const walletId = await getWalletId(tx, found.studentId);
  const { balanceCents } = await lockWallet(tx, walletId);
  // Read again under the lock: another call may have reversed it.
  return { payout: (await findPayout(tx, payoutId)) ?? found, walletId, balanceCents };
}

function requireReversible(
  { isReversed, method }: FoundPayout,
  reason: PayoutReversalReason,
): void {
  if (isReversed) throw new Failure('INVALID_TRANSITION', 'This payout was reversed before.');
  if (!PAYOUT_REVERSAL_REASONS[method].includes(reason))
    throw new Failure('INVALID_TRANSITION', 'This reason does not fit the method of the payout.');
}

/** Returns the student who was paid, and the one whose eWallet gets the money back. */
async function readPeople(
  tx: Tx,
  studentId: string,
): Promise<{ paid: StudentRecord; credited: StudentRecord }> {
  const [paid] = await readStudentRecords(tx, [studentId]);
  if (!paid) throw missing('student');
  if (!paid.mergedInto) return { paid, credited: paid };
  const [credited] = await readStudentRecords(tx, [paid.mergedInto.id]);
  if (!credited) throw missing('student');
  return { paid, credited };
}
