import { schoolsApi } from '@pos/contract/schools';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { findSchoolOptions } from './schools.queries.ts';
import { addSchool } from './schools.service.ts';

export function schools(db: Db): Feature {
  return feature(schoolsApi, {
    add: async ({ tx, actor, body }) => ({
      message: 'School added.',
      data: await addSchool(tx, actor, body),
    }),
    getSchools: async ({ query }) => ({ data: await findSchoolOptions(db, query) }),
  });
}
