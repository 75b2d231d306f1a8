import { LISTS_WITH_NAMES } from '@pos/contract/office/exports';
import type {
  NewWalletEntry,
  StudentDetails,
  StudentErasure,
  WalletStatus,
} from '@pos/contract/students/students';
import { today } from '@pos/contract/values/clock';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { refuseNames } from '#api/staff/activity/names.rules.ts';
import {
  creditWallet,
  debitWallet,
  getWalletId,
  lockWallet,
  setWalletStatus,
  type WalletMove,
} from '#api/sales/payments/wallets/wallets.service.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { refuseMerged } from '#api/http/merged.ts';
import { withdrawExports } from '#api/jobs/withdraw-files.ts';
import { eraseWithDuplicates } from './erasure.service.ts';
import {
  findParentNames,
  lockDuplicates,
  lockStudent,
  type ErasedRecord,
} from './erasure.queries.ts';
import { replaceNames } from './named-texts.queries.ts';
import { findStudent } from './student-details.queries.ts';
import { mergedReason } from './student-records.rules.ts';

export async function readStudent(db: Db, id: string): Promise<StudentDetails> {
  const student = await findStudent(db, id);
  if (!student) throw missing('student');
  return student;
}

/** Returns a student. Refuses a duplicate that was merged into another. */
export async function readStandingStudent(db: Db, id: string): Promise<StudentDetails> {
  const student = await readStudent(db, id);
  refuseMerged(mergedReason(student));
  return student;
}

/**
 * Books a manual eWallet entry: one guarded update with its entry. Taking money out requires an
 * active eWallet with enough money.
 */
export async function addWalletEntry(
  tx: Tx,
  actor: Actor,
  studentId: string,
  { type, amountCents, note }: NewWalletEntry,
): Promise<StudentDetails> {
  const student = await readStandingStudent(tx, studentId);
  refuseNames({ note }, [student, ...student.parents]);
  const walletId = await getWalletId(tx, studentId);
  const wallet = await lockWallet(tx, walletId);
  const signed = type === 'payout' ? -amountCents : amountCents;
  if (signed < 0 && wallet.status === 'frozen')
    throw new Failure(
      'INVALID_TRANSITION',
      'This eWallet is frozen. Unfreeze it before taking money out.',
    );
  const move: WalletMove = {
    walletId,
    type,
    amountCents: Math.abs(signed),
    idempotencyKey: `staff:${uuidv7()}`,
    businessDay: today(student.timeZone),
    note,
  };
  const balanceCents = await (signed > 0 ? creditWallet : debitWallet)(tx, move, actor);
  if (balanceCents === undefined)
    throw new Failure('WALLET_INSUFFICIENT', 'The eWallet balance is less than this amount.');
  await recordActivity(tx, actor, {
    action: `student.wallet_${type}`,
    entity: 'student',
    entityId: studentId,
    changes: {
      walletBalanceCents: { from: wallet.balanceCents, to: balanceCents },
    },
  });
  return readStudent(tx, studentId);
}

/**
 * Freezes an eWallet, so that nothing can be taken out, or unfreezes it. Setting the same status
 * again changes nothing.
 */
export async function changeWalletStatus(
  db: Db,
  actor: Actor,
  studentId: string,
  status: WalletStatus,
): Promise<StudentDetails> {
  return inTransaction(db, async (tx) => {
    await readStandingStudent(tx, studentId);
    const walletId = await getWalletId(tx, studentId);
    const before = await lockWallet(tx, walletId);
    if (before.status !== status) {
      await setWalletStatus(tx, walletId, status);
      await recordActivity(tx, actor, {
        action: status === 'frozen' ? 'student.wallet_frozen' : 'student.wallet_thawed',
        entity: 'student',
        entityId: studentId,
        changes: { walletStatus: { from: before.status, to: status } },
      });
    }
    return readStudent(tx, studentId);
  });
}

/**
 * Erases a student permanently (domain 3.6), with the duplicates that were merged into the student:
 * removes the names from them, parents without another child, customer names, held orders and
 * refunds, stored answers and jobs, and deletes exported files that may name the student. Ledger,
 * orders and totals stay with the ID; the student number stays, so that a sync can skip the
 * student.
 */
export async function eraseStudent(
  tx: Tx,
  actor: Actor,
  studentId: string,
  { confirm, reason }: StudentErasure,
): Promise<StudentDetails> {
  const student = await lockStudent(tx, studentId);
  if (!student) throw missing('student');
  if (student.erasedAt)
    throw new Failure('INVALID_TRANSITION', 'This student has already been erased.');
  if (confirm !== student.studentNumber)
    throw invalid({ confirm: `Type ${student.studentNumber} to confirm.` });
  refuseMerged(mergedReason(await readStudent(tx, studentId)));
  const records = [student, ...(await lockDuplicates(tx, studentId))];
  await refuseStudentNames(tx, records, reason);
  const erased = await eraseWithDuplicates(tx, studentId);
  await replaceNames(
    tx,
    student.schoolId,
    erased.flatMap(({ names }) => names),
  );
  const parents = erased.reduce((sum, row) => sum + row.parents, 0);
  await withdrawExports(
    tx,
    LISTS_WITH_NAMES,
    'This file was deleted because a student was erased. Export the list again.',
  );
  await recordActivity(tx, actor, {
    action: 'student.erased',
    entity: 'student',
    entityId: studentId,
    changes: {
      parents: { from: parents, to: 0 },
      reason: { from: null, to: reason },
    },
  });
  return readStudent(tx, studentId);
}

/** Refuses a reason that names one of the students or a parent of theirs. */
async function refuseStudentNames(
  tx: Tx,
  records: readonly ErasedRecord[],
  reason: string,
): Promise<void> {
  for (const record of records)
    refuseNames({ reason }, [record, ...(await findParentNames(tx, record.id))]);
}
