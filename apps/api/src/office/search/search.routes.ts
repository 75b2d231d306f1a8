import { searchApi } from '@pos/contract/office/search';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { search as find } from './search.service.ts';

export function search(db: Db): Feature {
  return feature(searchApi, {
    find: async ({ admin, query }) => ({ data: await find(db, admin.rights, query) }),
  });
}
