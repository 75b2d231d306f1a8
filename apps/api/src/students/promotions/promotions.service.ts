import type {
  Demoted,
  LastGrade,
  NewPromotion,
  Promoted,
  PromotionPreview,
} from '@pos/contract/students/promotions';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#api/db/db.ts';
import { recordActivities, recordActivity } from '#api/staff/activity/activity.service.ts';
import { readLeftoverPolicy } from '#api/students/payouts/payouts.service.ts';
import { readSchool } from '#api/fairs/schools/schools.service.ts';
import { lockSchoolOfStudents } from '#api/students/students/student-records.queries.ts';
import { Failure, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import {
  carryVersions,
  findLastPromotion,
  findPromotedStudents,
  insertPromotion,
  lockPromotion,
  markUndone,
  promoteRows,
  restoreRows,
  type PromotedRow,
} from './promotions.queries.ts';
import { countPromotion, gradeAfter, highestGrade, toReviewedHash } from './promotions.rules.ts';

/** Counts a school's students by their grade before and after a promotion. */
export async function previewPromotion(
  db: Db,
  schoolId: string,
  lastGrade?: LastGrade,
): Promise<PromotionPreview> {
  await readSchool(db, schoolId);
  const students = await findPromotedStudents(db, schoolId, false);
  const last = lastGrade ?? highestGrade(students);
  const promotion = await findLastPromotion(db, schoolId);
  return {
    lastGrade: last,
    ...countPromotion(students, last),
    leftoverPolicy: await readLeftoverPolicy(db),
    reviewed: toReviewedHash(students, last, promotion?.id),
    last: promotion,
  };
}

/**
 * Moves a school's active students to the next grade (domain 3.18). Graduates become inactive, or
 * stay in their grade. Refuses a preview that is no longer true, so that a second click promotes
 * nobody twice.
 */
export async function promoteStudents(
  tx: Tx,
  actor: Actor,
  schoolId: string,
  { lastGrade, graduates, reviewed }: NewPromotion,
): Promise<Promoted> {
  if (!(await lockSchoolOfStudents(tx, schoolId))) throw missing('school');
  const students = await findPromotedStudents(tx, schoolId, true);
  const before = await findLastPromotion(tx, schoolId);
  if (toReviewedHash(students, lastGrade, before?.id) !== reviewed)
    throw new Failure(
      'FIGURES_MOVED',
      'The students have changed or were promoted since the preview. Look at the new counts.',
    );
  const { promoted, graduated } = countPromotion(students, lastGrade);
  const changes = students.flatMap((student): PromotedRow[] => {
    const grade = gradeAfter(student, lastGrade);
    if (grade === student.grade || (grade === null && graduates === 'keep')) return [];
    const { id } = student;
    return grade === null
      ? [{ id, grade: student.grade, status: 'inactive' }]
      : [{ id, grade, status: 'active' }];
  });
  if (changes.length === 0)
    throw new Failure('INVALID_TRANSITION', 'No student of this school would change.');
  const made = await promoteRows(tx, changes);
  const id = uuidv7();
  await insertPromotion(tx, {
    id,
    schoolId,
    lastGrade,
    promoted,
    graduated,
    made,
    actor: actor.name,
  });
  await recordActivities(tx, actor, {
    action: 'student.promoted',
    entity: 'student',
    entityIds: made.map((one) => one.id),
  });
  await recordActivity(tx, actor, {
    action: 'school.students_promoted',
    entity: 'school',
    entityId: schoolId,
    changes: {
      promoted: { from: null, to: promoted },
      graduated: { from: null, to: graduated },
      graduates: { from: null, to: graduates === 'keep' ? 'kept' : 'deactivated' },
    },
  });
  return { id, promoted, graduated };
}

/**
 * Undoes the latest promotion of a school. Students that were changed since stay as they are. The one
 * before it can then be undone, too.
 */
export async function undoPromotion(tx: Tx, actor: Actor, id: string): Promise<Demoted> {
  const found = await lockPromotion(tx, id);
  if (!found) throw missing('promotion');
  if (found.undoneAt)
    throw new Failure('INVALID_TRANSITION', 'This promotion has already been undone.');
  await lockSchoolOfStudents(tx, found.schoolId);
  if ((await findLastPromotion(tx, found.schoolId))?.id !== id)
    throw new Failure('INVALID_TRANSITION', 'Undo the later promotion of this school first.');
  const restored = await restoreRows(tx, found.made);
  await markUndone(tx, id);
  const earlier = await findLastPromotion(tx, found.schoolId);
  if (earlier) await carryVersions(tx, earlier.id, found.made);
  await recordActivities(tx, actor, {
    action: 'student.promotion_undone',
    entity: 'student',
    entityIds: restored,
  });
  await recordActivity(tx, actor, {
    action: 'school.promotion_undone',
    entity: 'school',
    entityId: found.schoolId,
    changes: { restored: { from: null, to: restored.length } },
  });
  return { restored: restored.length, changedSince: found.made.length - restored.length };
}
