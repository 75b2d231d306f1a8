import type { NewStudent, StudentChanges } from '@pos/contract/students/student-records';
import type { StudentDetails } from '@pos/contract/students/students';
import type { RecordStatus } from '@pos/contract/values';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { lockRow } from '#api/db/lock-row.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { Failure, invalid } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { refuseMerged } from '#api/http/merged.ts';
import { refuseStale } from '#api/http/stale.ts';
import { readStudentRecords } from './student-details.queries.ts';
import {
  findStudentIdsOfNumbers,
  findStudentOfNumber,
  insertStudentRow,
  lockSchoolOfStudents,
  replaceParentRows,
  updateStudentRow,
} from './student-records.queries.ts';
import {
  activityChanges,
  differing,
  mergedReason,
  sourceLocked,
  type ChangedStudent,
  type StudentRecord,
} from './student-records.rules.ts';
import { readStudent } from './students.service.ts';

/** Adds a student with an empty eWallet. Refuses a number that the school has, on its field. */
export async function addStudent(
  tx: Tx,
  actor: Actor,
  student: NewStudent,
): Promise<StudentDetails> {
  return readStudent(tx, await insertStudent(tx, actor, student));
}

/** Does the same without reading the record back. Returns the ID. */
export async function insertStudent(
  tx: Tx,
  actor: Actor,
  { schoolId, parents, factsFamilyId, ...fields }: NewStudent,
): Promise<string> {
  if (!(await lockSchoolOfStudents(tx, schoolId))) throw invalid({ schoolId: 'Choose a school.' });
  await requireFreeNumber(tx, schoolId, fields.studentNumber, null);
  const id = uuidv7();
  const { grade = '', teacher = '', ...names } = fields;
  await insertStudentRow(tx, {
    ...names,
    id,
    schoolId,
    grade,
    teacher,
    factsFamilyId: factsFamilyId || null,
  });
  if (parents) await replaceParentRows(tx, id, parents);
  await recordActivity(tx, actor, { action: 'student.added', entity: 'student', entityId: id });
  return id;
}

/** Updates a student of the form's version. The fields of the source stay as it delivers them. */
export function updateStudent(
  db: Db,
  actor: Actor,
  id: string,
  { version, ...changes }: StudentChanges,
): Promise<StudentDetails> {
  return inTransaction(db, async (tx) => {
    const before = await lockStudentRecord(tx, id);
    await refuseStale(tx, 'student', id, before, version);
    return changeStudent(tx, actor, before, changes);
  });
}

/** Changes the given fields of a locked student, as the form does. Same values change nothing. */
export async function changeStudent(
  tx: Tx,
  actor: Actor,
  before: StudentRecord,
  given: ChangedStudent,
): Promise<StudentDetails> {
  if (before.erasedAt) throw new Failure('INVALID_TRANSITION', 'This student was erased.');
  refuseMerged(mergedReason(before));
  const changes = differing(before, given);
  const locked = sourceLocked(before, changes);
  if (Object.keys(locked).length > 0) throw invalid(locked);
  if (Object.keys(changes).length === 0) return readStudent(tx, before.id);
  const { parents, factsFamilyId, ...columns } = changes;
  if (columns.studentNumber !== undefined) {
    await lockSchoolOfStudents(tx, before.schoolId);
    await requireFreeNumber(tx, before.schoolId, columns.studentNumber, before.id);
  }
  await updateStudentRow(tx, before.id, {
    ...Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)),
    ...(factsFamilyId !== undefined && { factsFamilyId: factsFamilyId || null }),
  });
  if (parents) await replaceParentRows(tx, before.id, parents);
  await recordActivity(tx, actor, {
    action: 'student.updated',
    entity: 'student',
    entityId: before.id,
    changes: activityChanges(before, changes),
  });
  return readStudent(tx, before.id);
}

/** Activates or deactivates a student. The eWallet and its money stay. */
export function changeStudentStatus(
  db: Db,
  actor: Actor,
  id: string,
  status: RecordStatus,
): Promise<StudentDetails> {
  return inTransaction(db, async (tx) => {
    const before = await lockStudentRecord(tx, id);
    if (before.erasedAt) throw new Failure('INVALID_TRANSITION', 'This student was erased.');
    refuseMerged(mergedReason(before));
    return before.status === status ? before : setStudentStatus(tx, actor, before, status);
  });
}

async function setStudentStatus(
  tx: Tx,
  actor: Actor,
  { id, status: from }: StudentDetails,
  status: RecordStatus,
): Promise<StudentDetails> {
  await updateStudentRow(tx, id, { status });
  await recordActivity(tx, actor, {
    action: status === 'active' ? 'student.activated' : 'student.deactivated',
    entity: 'student',
    entityId: id,
    changes: { status: { from, to: status } },
  });
  return readStudent(tx, id);
}

/**
 * Locks a student until the transaction ends, and returns the record. A payment locks the eWallet
 * before it refers to the student, so the lock must let it (trust rule 7).
 */
export async function lockStudentRecord(tx: Tx, id: string): Promise<StudentDetails> {
  await lockRow(tx, 'students', id, 'no key update');
  return readStudent(tx, id);
}

/** Locks students until the transaction ends, in one order, as a single one, and returns their records. */
export async function lockStudentRecords(tx: Tx, ids: readonly string[]): Promise<StudentRecord[]> {
  for (const id of ids.toSorted()) await lockRow(tx, 'students', id, 'no key update');
  return readStudentRecords(tx, ids);
}

export { readStudentRecords } from './student-details.queries.ts';

async function requireFreeNumber(
  tx: Tx,
  schoolId: string,
  studentNumber: string,
  exceptId: string | null,
): Promise<void> {
  if (await findStudentOfNumber(tx, schoolId, studentNumber, exceptId))
    throw invalid({ studentNumber: 'This student number is already in use at the school.' });
}

/**
 * Returns the school's students with one of the numbers, in lowercase; locked in one order if they
 * may change. Refuses an unknown school.
 */
export async function findStudentsToImport(
  tx: Tx,
  schoolId: string,
  numbers: readonly string[],
  isLocked: boolean,
): Promise<StudentRecord[]> {
  // The lock on the school keeps a second upload of the same list waiting.
  if (!(await lockSchoolOfStudents(tx, schoolId))) throw invalid({ schoolId: 'Choose a school.' });
  const ids = await findStudentIdsOfNumbers(tx, schoolId, numbers, isLocked);
  return readStudentRecords(tx, ids);
}

export { removeUnusedStudents } from './student-records.queries.ts';
