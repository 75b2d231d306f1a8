import { studentRecordsApi } from '@pos/contract/students/student-records';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { addStudent, changeStudentStatus, updateStudent } from './student-records.service.ts';

/** Students as staff add and change them. */
export function studentRecords(db: Db): Feature {
  return feature(studentRecordsApi, {
    add: async ({ tx, actor, body }) => ({
      message: 'Student added.',
      data: await addStudent(tx, actor, body),
    }),
    update: async ({ actor, params, body }) => ({
      message: 'Student updated.',
      data: await updateStudent(db, actor, params.id, body),
    }),
    changeStatus: async ({ actor, params, body }) => ({
      message: body.status === 'active' ? 'Student activated.' : 'Student deactivated.',
      data: await changeStudentStatus(db, actor, params.id, body.status),
    }),
  });
}
