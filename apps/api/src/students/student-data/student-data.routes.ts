import { studentDataApi } from '@pos/contract/students/student-data';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { readProof, readStudentData, setRule, startSchoolErasure } from './student-data.service.ts';

/** Retention of students' names, and erasing all students of a school with proof. */
export function studentData(db: Db): Feature {
  return feature(studentDataApi, {
    get: async ({ params, query }) => ({
      data: await readStudentData(db, params.id, query.months),
    }),
    setRule: async ({ actor, params, body }) => ({
      message: 'Rule saved.',
      data: await setRule(db, actor, params.id, body),
    }),
    eraseAll: async ({ tx, actor, params, body }) => ({
      message: 'The erasure has started.',
      data: await startSchoolErasure(tx, actor, params.id, body),
    }),
    proof: ({ params }) => readProof(db, params.id),
  });
}
