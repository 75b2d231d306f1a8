import { studentMergesApi } from '@pos/contract/students/student-merges';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { mergeStudents, previewStudentMerge } from './student-merges.service.ts';

/** Merging of two records of one student. */
export function studentMerges(db: Db): Feature {
  return feature(studentMergesApi, {
    preview: async ({ params, query }) => ({
      data: await previewStudentMerge(db, params.id, query.mergedId),
    }),
    merge: async ({ tx, actor, params, body }) => ({
      message: 'Students merged.',
      data: await mergeStudents(tx, actor, params.id, body.mergedId),
    }),
  });
}
