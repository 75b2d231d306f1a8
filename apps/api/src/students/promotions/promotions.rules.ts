import { createHash } from 'node:crypto';
import type { LastGrade, PromotionPreview } from '@pos/contract/students/promotions';
import { gradePlace, GRADES } from '@pos/contract/fairs/grades';

/** A student as a promotion sees it. `isOwned`: the source system owns the grade. */
export type PromotedStudent = {
  id: string;
  grade: string;
  isOwned: boolean;
  balanceCents: number;
};

/** Highest grade of the students; the last of all grades if none of them has a place. */
export function highestGrade(students: readonly PromotedStudent[]): LastGrade {
  const highest = Math.max(...students.map(({ grade }) => gradePlace(grade)));
  return GRADES[highest] ?? GRADES.at(-1)!;
}

/**
 * Returns the grade after a promotion: null for a graduate, the same grade for a student who stays
 * because the source owns the grade or it is unknown.
 */
export function gradeAfter(
  { grade, isOwned }: Pick<PromotedStudent, 'grade' | 'isOwned'>,
  lastGrade: LastGrade,
): string | null {
  const place = gradePlace(grade);
  if (isOwned || place < 0) return grade;
  return place >= GRADES.indexOf(lastGrade) ? null : (GRADES[place + 1] ?? null);
}

/**
 * Returns a SHA-256 in hex that changes with the students to promote, their grades before and after,
 * and the latest promotion, so that each preview promotes at most once.
 */
export function toReviewedHash(
  students: readonly PromotedStudent[],
  lastGrade: LastGrade,
  lastPromotion: string | undefined,
): string {
  const moves = students.map((student) => [
    student.id,
    student.grade,
    gradeAfter(student, lastGrade),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([lastPromotion, lastGrade, moves]))
    .digest('hex');
}

/** Counts the students by grade before and after, in the order of the grades. */
export function countPromotion(
  students: readonly PromotedStudent[],
  lastGrade: LastGrade,
): Pick<
  PromotionPreview,
  'steps' | 'promoted' | 'graduated' | 'kept' | 'unknown' | 'graduateBalanceCents'
> {
  const steps = new Map<string, PromotionPreview['steps'][number]>();
  const unknown = new Map<string, number>();
  const counts = { promoted: 0, graduated: 0, kept: 0, graduateBalanceCents: 0 };
  for (const student of students) {
    const to = gradeAfter(student, lastGrade);
    if (to === null) {
      counts.graduated++;
      counts.graduateBalanceCents += student.balanceCents;
    } else if (to === student.grade) counts.kept++;
    else counts.promoted++;
    if (!student.isOwned && gradePlace(student.grade) < 0)
      unknown.set(student.grade, (unknown.get(student.grade) ?? 0) + 1);
    const key = JSON.stringify([student.grade, to]);
    const step = steps.get(key) ?? { grade: student.grade, to, students: 0 };
    steps.set(key, { ...step, students: step.students + 1 });
  }
  const inOrder = [...steps.values()].toSorted(
    (one, other) => gradePlace(one.grade) - gradePlace(other.grade),
  );
  return {
    ...counts,
    steps: inOrder,
    unknown: [...unknown].map(([grade, count]) => ({ grade, students: count })),
  };
}
