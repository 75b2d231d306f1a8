import { schoolMergesApi } from '@pos/contract/students/school-merges';
import { feature, type Feature } from '#api/http/feature.ts';
import { mergeSchools } from './school-merges.service.ts';

/** Merging of duplicate schools. */
export function schoolMerges(): Feature {
  return feature(schoolMergesApi, {
    merge: async ({ tx, actor, params, body }) => ({
      message: 'Schools merged.',
      data: await mergeSchools(tx, actor, params.id, body),
    }),
  });
}
