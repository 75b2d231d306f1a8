import { putAwayApi } from '@pos/contract/stock/warehouse/put-away';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { findReturns } from './put-away.queries.ts';
import { bookReturn, readReturn, reopenReturn, scanReturn } from './put-away.service.ts';

export function putAway(db: Db): Feature {
  return feature(putAwayApi, {
    list: async () => ({ data: await findReturns(db) }),
    getById: async ({ params }) => ({ data: await readReturn(db, params.id) }),
    scan: async ({ actor, params, body }) => ({
      data: await scanReturn(db, actor, params.id, body),
    }),
    book: async ({ actor, params, body }) => ({
      message: 'Return put away.',
      data: await bookReturn(db, actor, params.id, body),
    }),
    reopen: async ({ actor, params }) => ({ data: await reopenReturn(db, actor, params.id) }),
  });
}
