import type {
  ChangedStudent,
  StudentRecord,
} from '#api/students/students/student-records.rules.ts';
import { refusalOfPair, type MergedRecord } from './merges.rules.ts';

/** Returns why a student cannot be merged into another; undefined if it can (domain 3.6). */
export function refusalOfStudents(
  student: StudentRecord,
  merged: StudentRecord,
): string | undefined {
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
export function filledFrom(student: StudentRecord, merged: StudentRecord): ChangedStudent {
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
