import { rolesApi } from '@pos/contract/roles';
import { MAX_OPTIONS } from '@pos/contract/values';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { containing } from '#api/http/paging.ts';
import { findRoles } from './roles.queries.ts';
import { mayGrant } from './roles.service.ts';

export function roles(db: Db): Feature {
  return feature(rolesApi, {
    getRoles: async ({ admin, query }) => {
      const found = await findRoles(db, containing(query.search ?? ''));
      return { data: found.filter((role) => mayGrant(admin.rights, role)).slice(0, MAX_OPTIONS).map(({ id, name }) => ({ value: id, label: name })) };
    },
  });
}
