import { STUDENT_COLUMNS } from '@pos/contract/student-columns';
import type { Tx } from '#api/db/db.ts';
import {
  changeStudent,
  findStudentsToImport,
  insertStudent,
} from '#api/features/students/student-records.service.ts';
import { invalid } from '#api/http/failure.ts';
import type { Actor } from '#api/http/identity.ts';
import { templateSheets } from '../template.ts';
import { forEach } from '../time-slices.ts';
import type { MadeUpload, UploadRules } from '../upload.ts';
import { STUDENT_NOTES, studentColumns } from './columns.ts';
import { judgeStudentRow, type JudgedStudent, type StudentState } from './judge.ts';
import { readStudentRow, type StudentRow } from './rows.ts';
import { undoStudents, type StudentsMade } from './undo.ts';

/**
 * Upload of a school's own list of students: new ones are added, known ones changed (domain 10.7).
 * Students that the list does not have stay as they are.
 */
export const studentsUpload: UploadRules<StudentRow, StudentState> = {
  columns: () => studentColumns,

  readRow: readStudentRow,

  async findState(tx, rows, { schoolId, mode }) {
    if (schoolId === undefined) throw invalid({ schoolId: 'Choose a school.' });
    const numbers = rows.flatMap(({ fields }) => fields.studentNumber?.toLowerCase() ?? []);
    const known = await findStudentsToImport(tx, schoolId, numbers, mode === 'commit');
    return {
      schoolId,
      students: new Map(known.map((student) => [student.studentNumber.toLowerCase(), student])),
    };
  },

  *judge(rows, state) {
    const judged: JudgedStudent[] = [];
    const firstRows = new Map<string, number>();
    yield* forEach(rows, (row) => judged.push(judgeStudentRow(row, state, firstRows)));
    return {
      rows: judged,
      warnings: [],
      titles: 0,
      units: 0,
      cartons: 0,
      schools: 0,
      fairId: null,
      apply: (writing, _, actor) => writeStudents(writing, judged, actor),
    };
  },

  template: () => ({
    fileName: 'students.xlsx',
    sheets: templateSheets('Students', STUDENT_COLUMNS, STUDENT_NOTES),
  }),

  undo: (tx, upload, actor) => undoStudents(tx, upload as MadeUpload<StudentsMade>, actor),
};

/** Adds and changes the students through the service of the form, so that the same rules apply. */
async function writeStudents(
  tx: Tx,
  rows: readonly JudgedStudent[],
  actor: Actor,
): Promise<StudentsMade> {
  const made: StudentsMade = { added: [], changed: [] };
  for (const { added, changed } of rows) {
    if (added) made.added.push(await insertStudent(tx, actor, added));
    if (changed) {
      const { before, changes } = changed;
      const { id, version } = await changeStudent(tx, actor, before, changes);
      made.changed.push({
        id,
        version,
        before: {
          ...Object.fromEntries(
            Object.keys(changes).map((name) => [name, before[name as keyof typeof changes] ?? '']),
          ),
          ...(changes.parents && {
            parents: before.parents.map(({ name, email, phone }) => ({ name, email, phone })),
          }),
        },
      });
    }
  }
  return made;
}
