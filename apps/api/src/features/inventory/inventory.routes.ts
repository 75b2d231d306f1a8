import { inventoryApi } from '@pos/contract/inventory';
import type { Db } from '#api/db/db.ts';
import { missing } from '#api/http/failure.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { pageOf } from '#api/http/paging.ts';
import { fairExists, findFairLines } from './inventory.queries.ts';

export function inventory(db: Db): Feature {
  return feature(inventoryApi, {
    fairInventory: async ({ query }) => {
      const { results, total } = await findFairLines(db, query);
      if (total === 0 && !(await fairExists(db, query.fairId))) throw missing('fair');
      return pageOf(results, total, query);
    },
  });
}
