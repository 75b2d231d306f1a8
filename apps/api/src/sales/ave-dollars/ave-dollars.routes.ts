import { aveDollarsApi } from '@pos/contract/sales/ave-dollars';
import type { Db } from '#api/db/db.ts';
import { readSchool } from '#api/fairs/schools/schools.service.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { getPage } from '#api/lists/paging.ts';
import { findAveDollarEntries } from './ave-dollars.queries.ts';
import { adjustAveDollars } from './ave-dollars.service.ts';

/** The AveDollar ledger of schools. */
export function aveDollars(db: Db): Feature {
  return feature(aveDollarsApi, {
    list: async ({ params, query }) => {
      await readSchool(db, params.id);
      const { results, total } = await findAveDollarEntries(db, params.id, query);
      return getPage(results, total, query);
    },
    adjust: async ({ tx, actor, params, body }) => ({
      message: 'Entry booked.',
      data: await adjustAveDollars(tx, actor, params.id, body),
    }),
  });
}
