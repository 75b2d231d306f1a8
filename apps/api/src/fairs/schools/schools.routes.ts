import { schoolsApi } from '@pos/contract/fairs/schools';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { getPage } from '#api/lists/paging.ts';
import { schoolList } from './schools.list.ts';
import { findRegionOptions, findSchoolOptions } from './schools.queries.ts';
import { addSchool, changeSchoolStatus, readSchool, updateSchool } from './schools.service.ts';

export function schools(db: Db): Feature {
  return feature(schoolsApi, {
    list: async ({ query }) => {
      const { results, total } = await schoolList.find(db, query);
      return getPage(results, total, query);
    },
    add: async ({ tx, actor, body }) => ({
      message: 'School added.',
      data: await addSchool(tx, actor, body),
    }),
    getById: async ({ params }) => ({ data: await readSchool(db, params.id) }),
    update: async ({ actor, params, body }) => ({
      message: 'School updated.',
      data: await updateSchool(db, actor, params.id, body),
    }),
    changeStatus: async ({ actor, params, body }) => ({
      message: body.status === 'active' ? 'School activated.' : 'School deactivated.',
      data: await changeSchoolStatus(db, actor, params.id, body.status),
    }),
    getRegions: async ({ query }) => ({ data: await findRegionOptions(db, query) }),
    getSchools: async ({ query }) => ({ data: await findSchoolOptions(db, query) }),
  });
}
