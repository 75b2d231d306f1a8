import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import type {
  Leftovers,
  NewPayout,
  NewPayouts,
  Payout,
  Payouts,
} from '@pos/contract/students/payouts';
import { today } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { readOfficeToday } from '#api/students/desk-top-ups/desk-top-ups.service.ts';
import {
  debitWallet,
  getWalletId,
  lockWallet,
} from '#api/sales/payments/wallets/wallets.service.ts';
import { readSchool } from '#api/fairs/schools/schools.service.ts';
import { mergedReason, type StudentRecord } from '#api/students/students/student-records.rules.ts';
import { readStudentRecords } from '#api/students/students/student-records.service.ts';
import { Failure, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { refuseMerged } from '#api/http/merged.ts';
import { readLeftoverPolicy, findLeftovers, insertPayoutRow } from './payouts.queries.ts';

export { readLeftoverPolicy } from './payouts.queries.ts';

/** Returns the leftover money of a school's students. */
export async function readLeftovers(
  db: Db,
  schoolId: string,
  readsStudents: boolean,
): Promise<Leftovers> {
  await readSchool(db, schoolId);
  return {
    policy: await readLeftoverPolicy(db),
    ...(await findLeftovers(db, schoolId, readsStudents)),
  };
}

/** Money to pay out of one eWallet. `officeDay` is the office's current day. */
type PayoutOrder = NewPayout & { student: StudentRecord; officeDay: string; adminId: string };

/**
 * Pays leftover money of an eWallet back to the family (domain 3.19): one debit and its receipt.
 * Refuses if the settings keep leftover money.
 */
export async function payOut(
  tx: Tx,
  actor: Actor,
  adminId: string,
  { studentId, ...payout }: NewPayout & { studentId: string },
): Promise<Payout> {
  const [student] = await readStudentRecords(tx, [studentId]);
  if (!student) throw missing('student');
  refuseMerged(mergedReason(student));
  await requirePolicy(tx);
  const officeDay = await readOfficeToday(tx);
  return book(tx, actor, { ...payout, student, officeDay, adminId });
}

/**
 * Pays the whole leftover money of several students of a school out, all or none. Refuses a balance
 * that is no longer the amount given.
 */
export async function payOutAll(
  tx: Tx,
  actor: Actor,
  adminId: string,
  { schoolId, method, students }: NewPayouts & { schoolId: string },
): Promise<Payouts> {
  await readSchool(tx, schoolId);
  await requirePolicy(tx);
  const officeDay = await readOfficeToday(tx);
  const records = await readStudentRecords(
    tx,
    students.map(({ studentId }) => studentId),
  );
  const recordsById = new Map(records.map((record) => [record.id, record]));
  const booked = new Map<string, Payout>();
  // One order for all batches, so that two of them cannot deadlock.
  for (const wanted of students.toSorted((a, b) => (a.studentId < b.studentId ? -1 : 1))) {
    const student = recordsById.get(wanted.studentId);
    if (student?.schoolId !== schoolId) throw moved();
    const { balanceCents } = await lockWallet(tx, await getWalletId(tx, student.id));
    if (balanceCents !== wanted.amountCents) throw moved();
    const { amountCents, checkNumber } = wanted;
    booked.set(
      student.id,
      await book(tx, actor, { method, amountCents, checkNumber, student, officeDay, adminId }),
    );
  }
  const payouts = students.map(({ studentId }) => booked.get(studentId)!);
  const amountCents = payouts.reduce((sum, payout) => sum + payout.amountCents, 0);
  await recordActivity(tx, actor, {
    action: 'school.leftovers_paid_out',
    entity: 'school',
    entityId: schoolId,
    changes: {
      paidOutCents: { from: null, to: amountCents },
      payouts: { from: null, to: pluralize(payouts.length, 'payout') },
    },
  });
  return { payoutIds: payouts.map(({ payoutId }) => payoutId), amountCents };
}

async function requirePolicy(tx: Tx): Promise<void> {
  if ((await readLeftoverPolicy(tx)) === 'carry_forward')
    throw new Failure(
      'INVALID_TRANSITION',
      'The settings keep leftover money for the next fair, so it is not paid out.',
    );
}

async function book(
  tx: Tx,
  actor: Actor,
  { student, method, amountCents, checkNumber, officeDay, adminId }: PayoutOrder,
): Promise<Payout> {
  const payoutId = uuidv7();
  const walletId = await getWalletId(tx, student.id);
  const { balanceCents: before, status } = await lockWallet(tx, walletId);
  if (status === 'frozen')
    throw new Failure(
      'INVALID_TRANSITION',
      `The eWallet of ${student.studentNumber} is frozen. Unfreeze it before paying out.`,
    );
  const balanceCents = await debitWallet(
    tx,
    {
      walletId,
      type: 'payout',
      amountCents,
      idempotencyKey: `payout:${payoutId}`,
      businessDay: today(student.timeZone),
      note: [PAYMENT_METHODS[method], checkNumber && `No. ${checkNumber}`]
        .filter(Boolean)
        .join(' '),
    },
    actor,
  );
  if (balanceCents === undefined)
    throw new Failure(
      'WALLET_INSUFFICIENT',
      `The eWallet has only ${formatCents(before)}, so ${formatCents(amountCents)} cannot be paid out.`,
    );
  const payoutNumber = await insertPayoutRow(tx, {
    id: payoutId,
    studentId: student.id,
    method,
    amountCents,
    checkNumber: method === 2 ? (checkNumber ?? null) : null,
    officeDay,
    paidBy: adminId,
  });
  await recordActivity(tx, actor, {
    action: 'student.leftover_paid_out',
    entity: 'student',
    entityId: student.id,
    changes: {
      walletBalanceCents: { from: before, to: balanceCents },
      payout: { from: null, to: payoutNumber },
    },
  });
  return { payoutId, payoutNumber, amountCents, balanceCents };
}

function moved(): Failure {
  return new Failure(
    'FIGURES_MOVED',
    'The balances have changed since the list was shown. Look at the new amounts.',
  );
}
