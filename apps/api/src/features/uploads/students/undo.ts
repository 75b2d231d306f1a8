import type { Tx } from '#api/db/db.ts';
import { recordActivities } from '#api/features/activity/activity.service.ts';
import {
  changeStudent,
  lockStudentRecord,
  removeUnusedStudents,
} from '#api/features/students/student-records.service.ts';
import type { ChangedStudent } from '#api/features/students/student-records.rules.ts';
import type { Actor } from '#api/http/identity.ts';
import { stillUsed } from '../undo.rules.ts';
import type { MadeUpload } from '../upload.ts';

/** IDs of the students that a list added, and earlier values of those that it changed. */
export type StudentsMade = {
  added: string[];
  changed: { id: string; version: number; before: ChangedStudent }[];
};

/** Deletes the imported students if none was used, and restores the values of the changed ones. */
export async function undoStudents(
  tx: Tx,
  { made: { added, changed } }: MadeUpload<StudentsMade>,
  actor: Actor,
): Promise<void> {
  const late: string[] = [];
  const back = [];
  for (const { id, version, before } of changed.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const student = await lockStudentRecord(tx, id);
    if (student.version === version) back.push({ student, before });
    else late.push(student.studentNumber);
  }
  const { removed, kept } = await removeUnusedStudents(tx, added);
  const reasons = [
    ...late.map((number) => `Student ${number} was changed since.`),
    ...kept.map((number) => `Student ${number} is in use or was changed since.`),
  ].map((text) => ({ code: 'STUDENT_USED', text }));
  if (reasons.length > 0) throw stillUsed(reasons);
  await recordActivities(tx, actor, {
    action: 'student.import_undone',
    entity: 'student',
    entityIds: removed,
  });
  for (const { student, before } of back) await changeStudent(tx, actor, student, before);
}
