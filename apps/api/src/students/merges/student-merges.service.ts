import type { StudentMergePreview } from '@pos/contract/students/student-merges';
import { StudentSourceField, type StudentDetails } from '@pos/contract/students/students';
import { today } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import type { Db, Tx } from '#api/db/db.ts';
import { markMerged } from '#api/db/merged-records.ts';
import {
  creditWallet,
  getWalletId,
  lockWallet,
  markMergedWallet,
  takeBackFromWallet,
} from '#api/sales/payments/wallets/wallets.service.ts';
import type {
  StudentRecord,
  ChangedStudent,
} from '#api/students/students/student-records.rules.ts';
import {
  changeStudent,
  lockStudentRecords,
  readStudentRecords,
} from '#api/students/students/student-records.service.ts';
import { readStudent } from '#api/students/students/students.service.ts';
import { invalid, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { recordMerge } from './merges.service.ts';
import { countSales } from './student-merges.queries.ts';
import { refusalOfPair, type MergedRecord } from './merges.rules.ts';

/** Returns why a student cannot be merged into another; undefined if it can (domain 3.6). */
function refusalOfStudents(student: StudentRecord, merged: StudentRecord): string | undefined {
  const refusal = refusalOfPair('student', toRecord(student), toRecord(merged));
  if (refusal) return refusal;
  if (student.schoolId !== merged.schoolId)
    return `${merged.studentNumber} is at ${merged.schoolName}. Only students of one school can be merged.`;
  for (const { erasedAt, studentNumber } of [student, merged])
    if (erasedAt) return `${studentNumber} was erased.`;
  if (merged.walletStatus === 'frozen' && merged.walletBalanceCents > 0)
    return `The eWallet of ${merged.studentNumber} is frozen. Unfreeze it before its money moves.`;
  return undefined;
}

function toRecord({ id, studentNumber, inSource, mergedInto }: StudentRecord): MergedRecord {
  return { id, label: studentNumber, inSource, mergedInto: mergedInto?.studentNumber };
}

/** Fields of a student that a duplicate can fill. */
const FILLED = ['grade', 'teacher', 'factsFamilyId', 'parents'] as const;

/**
 * Returns values of a duplicate for the fields that are blank in the student and that the source
 * system does not own.
 */
function filledFrom(student: StudentRecord, merged: StudentRecord): ChangedStudent {
  const isBlank = (record: StudentRecord, field: (typeof FILLED)[number]) =>
    (record[field] ?? '').length === 0;
  const filled = FILLED.filter(
    (field) =>
      isBlank(student, field) && !isBlank(merged, field) && !student.sourceFields.includes(field),
  );
  return Object.fromEntries(
    filled.map((field) => [
      field,
      field === 'parents'
        ? merged.parents.map(({ name, email, phone }) => ({ name, email, phone }))
        : merged[field],
    ]),
  );
}

const UNKNOWN = 'Choose a student that exists.';

/** Returns the result that the merge of a duplicate into a student would have. */
export async function previewStudentMerge(
  db: Db,
  id: string,
  mergedId: string,
): Promise<StudentMergePreview> {
  const { kept, merged } = toPair(await readStudentRecords(db, [id, mergedId]), id, mergedId);
  const balanceCents = kept.walletBalanceCents;
  if (!merged)
    return {
      refusal: UNKNOWN,
      mergedNumber: '',
      movedCents: 0,
      balanceAfterCents: balanceCents,
      filled: [],
      orders: 0,
      topUps: 0,
    };
  return {
    refusal: refusalOfStudents(kept, merged) ?? null,
    mergedNumber: merged.studentNumber,
    movedCents: merged.walletBalanceCents,
    balanceAfterCents: balanceCents + merged.walletBalanceCents,
    filled: Object.keys(filledFrom(kept, merged)).map((name) => StudentSourceField.parse(name)),
    ...(await countSales(db, mergedId)),
  };
}

/**
 * Merges two records of one student (domain 3.6): the money of the duplicate's eWallet moves by one
 * entry in each ledger, and blank fields are filled. The duplicate keeps its orders and top-ups and
 * stays as an inactive record whose number and wallet card stand for the other student. Returns the
 * remaining student.
 */
export async function mergeStudents(
  tx: Tx,
  actor: Actor,
  id: string,
  mergedId: string,
): Promise<StudentDetails> {
  const { kept, merged } = toPair(await lockStudentRecords(tx, [id, mergedId]), id, mergedId);
  const refusal = merged ? refusalOfStudents(kept, merged) : UNKNOWN;
  if (!merged || refusal) throw invalid({ mergedId: refusal ?? UNKNOWN });
  await changeStudent(tx, actor, kept, filledFrom(kept, merged));
  const money = await moveMoney(tx, actor, merged, kept);
  await markMerged(tx, 'students', mergedId, id);
  const { orders, topUps } = await countSales(tx, mergedId);
  await recordMerge(
    tx,
    actor,
    'student',
    {
      kept: { id, label: kept.studentNumber },
      merged: { id: mergedId, label: merged.studentNumber },
    },
    {
      walletBalanceCents: money,
      stayed: {
        from: null,
        to: `${pluralize(orders, 'order')}, ${pluralize(topUps, 'top-up')}`,
      },
    },
  );
  return readStudent(tx, id);
}

function toPair(
  records: readonly StudentRecord[],
  id: string,
  mergedId: string,
): { kept: StudentRecord; merged: StudentRecord | undefined } {
  const kept = records.find((one) => one.id === id);
  if (!kept) throw missing('student');
  return { kept, merged: records.find((one) => one.id === mergedId) };
}

/**
 * Moves the whole balance by one entry in each ledger, on the school's current day, and makes the
 * duplicate's eWallet stand for the other one. Returns the balance before and after it.
 */
async function moveMoney(
  tx: Tx,
  actor: Actor,
  from: StudentRecord,
  to: StudentRecord,
): Promise<{ from: number; to: number }> {
  const [fromId, toId] = [await getWalletId(tx, from.id), await getWalletId(tx, to.id)];
  const balances = new Map<string, number>();
  // One order for all merges, so that two of them cannot deadlock.
  for (const walletId of [fromId, toId].toSorted())
    balances.set(walletId, (await lockWallet(tx, walletId)).balanceCents);
  const [amountCents, before] = [balances.get(fromId)!, balances.get(toId)!];
  if (amountCents > 0) {
    const move = { type: 'adjust', amountCents, businessDay: today(to.timeZone) } as const;
    const left = await takeBackFromWallet(
      tx,
      {
        ...move,
        walletId: fromId,
        idempotencyKey: `student-merge:${from.id}:out`,
        note: `Merged into ${to.studentNumber}`,
      },
      actor,
    );
    if (left !== 0) throw new Error(`The eWallet ${fromId} kept money of a merge.`);
    await creditWallet(
      tx,
      {
        ...move,
        walletId: toId,
        idempotencyKey: `student-merge:${from.id}:in`,
        note: `Of ${from.studentNumber}, merged into this student`,
      },
      actor,
    );
  }
  await markMergedWallet(tx, fromId, toId);
  return { from: before, to: before + amountCents };
}
