import { pageAddress } from '@pos/contract/addresses';
import type { FieldErrors, Reason } from '@pos/contract/errors';
import type { NewParent, StudentChanges } from '@pos/contract/students/student-records';
import {
  STUDENT_SOURCE_FIELDS,
  type StudentDetails,
  type StudentSourceField,
} from '@pos/contract/students/students';

/** A student with parents, without eWallet ledger and orders. */
export type StudentRecord = Omit<StudentDetails, 'leftoverPolicy' | 'ledger' | 'orders'>;
export type ChangedStudent = Omit<StudentChanges, 'version'>;

/** Returns the fields that differ from the record, without those that were left out. */
export function differing(before: StudentRecord, given: ChangedStudent): ChangedStudent {
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) =>
        value !== undefined && !isSame(before, name as StudentSourceField, value as never),
    ),
  );
}

function isSame(
  before: StudentRecord,
  name: StudentSourceField,
  value: NonNullable<ChangedStudent[StudentSourceField]>,
): boolean {
  if (name === 'factsFamilyId') return (before.factsFamilyId ?? '') === value;
  if (name !== 'parents' || typeof value === 'string') return before[name] === value;
  const inWords = (parents: readonly NewParent[]) =>
    JSON.stringify(
      parents.map((parent) => [parent.name, parent.email ?? '', parent.phone ?? '']).toSorted(),
    );
  return inWords(before.parents) === inWords(value);
}

/** Returns the changed fields that the source system owns, with the reason. */
export function sourceLocked(before: StudentRecord, changes: ChangedStudent): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of before.sourceFields)
    if (changes[field] !== undefined)
      errors[field] =
        `${STUDENT_SOURCE_FIELDS[field]} ${field === 'parents' ? 'come' : 'comes'} from the source system. Change it there.`;
  return errors;
}

/**
 * Changes for the activity, which is permanent: values of grade and number only, and the names of
 * the other fields, so that erasing a student leaves no name behind.
 */
export function activityChanges(before: StudentRecord, changes: ChangedStudent) {
  const shown = (['studentNumber', 'grade'] as const).flatMap((name) =>
    changes[name] === undefined ? [] : [[name, { from: before[name], to: changes[name] }] as const],
  );
  const hidden = (Object.keys(changes) as StudentSourceField[]).filter(
    (name) => name !== 'studentNumber' && name !== 'grade',
  );
  return {
    ...Object.fromEntries(shown),
    ...(hidden.length > 0 && {
      fields: { from: null, to: hidden.map((name) => STUDENT_SOURCE_FIELDS[name]).join(', ') },
    }),
  };
}

/** Returns the reason why a duplicate that was merged can no longer change; undefined for others. */
export function mergedReason({
  studentNumber,
  mergedInto,
}: Pick<StudentRecord, 'studentNumber' | 'mergedInto'>): Reason | undefined {
  return mergedInto
    ? {
        code: 'MERGED',
        text: `Student ${studentNumber} was merged into ${mergedInto.studentNumber}`,
        link: pageAddress('students', { student: mergedInto.id }),
      }
    : undefined;
}
