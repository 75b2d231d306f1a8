import { readSchool } from '#api/fairs/schools/schools.service.ts';
import type { ChangedStudent } from '#api/students/students/student-records.rules.ts';
import {
  changeStudent,
  findStudentsToImport,
  insertStudent,
  lockStudentRecords,
  removeUnusedStudents,
} from '#api/students/students/student-records.service.ts';
import { invalid } from '#api/http/failure.ts';
import { judgeEach } from '../time-slices.ts';
import type { UploadRules } from '../upload.ts';
import { replacedValues, undoRecords, writeRecords, type RecordsMade } from '../records.ts';
import { judgeStudentRow, readStudentRow, type StudentRow, type StudentState } from './judge.ts';

/**
 * Upload of a school's own list of students: new ones are added, known ones changed (domain 10.7).
 * Students that the list does not have stay as they are.
 */
export const studentsUpload: UploadRules<StudentRow, StudentState, RecordsMade<ChangedStudent>> = {
  readRow: readStudentRow,

  async findState(tx, rows, { schoolId, mode }) {
    if (schoolId === undefined) throw invalid({ schoolId: 'Choose a school.' });
    const numbers = rows.flatMap(({ fields }) => fields.studentNumber?.toLowerCase() ?? []);
    const { id, identifier, name } = await readSchool(tx, schoolId);
    const known = await findStudentsToImport(tx, schoolId, numbers, mode === 'commit');
    return {
      school: { id, identifier, name },
      students: new Map(known.map((student) => [student.studentNumber.toLowerCase(), student])),
    };
  },

  *judge(rows, state) {
    const firstRows = new Map<string, number>();
    const judged = yield* judgeEach(rows, (row) => judgeStudentRow(row, state, firstRows));
    return {
      rows: judged,
      apply: (tx, _, actor) =>
        writeRecords(
          judged,
          (added) => insertStudent(tx, actor, added),
          async ({ before, changes }) => {
            const { id, version } = await changeStudent(tx, actor, before, changes);
            const parents = before.parents.map(({ name, email, phone }) => ({
              name,
              email,
              phone,
            }));
            // Undo restores a value that was null as a blank one.
            const replaced = Object.entries(replacedValues({ ...before, parents }, changes));
            return {
              id,
              version,
              before: Object.fromEntries(replaced.map(([name, value]) => [name, value ?? ''])),
            };
          },
        ),
    };
  },

  undo: (tx, { made }, actor) =>
    undoRecords(tx, actor, made, {
      entity: 'student',
      lock: lockStudentRecords,
      label: ({ studentNumber }) => `Student ${studentNumber}`,
      remove: async (removing, ids) => (await removeUnusedStudents(removing, ids)).removed,
      restore: (student, { before }) => changeStudent(tx, actor, student, before),
    }),
};
