import { cartonsApi } from '@pos/contract/stock/cartons';
import { inTransaction, type Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { readCartons, scanCartons } from './cartons.service.ts';
import { correctCarton } from './corrections.service.ts';
import { findFoundCartons } from './found-cartons.queries.ts';
import { dismissFoundCarton } from './found-cartons.service.ts';
import { printFairLabels } from './labels/labels.service.ts';

export function cartons(db: Db): Feature {
  return feature(cartonsApi, {
    list: async ({ params }) => ({ data: await readCartons(db, params.id) }),
    labels: async ({ params, query }) => printFairLabels(db, params.id, query),
    scan: async ({ actor, body }) => ({ data: await scanCartons(db, actor, body) }),
    correct: async ({ actor, params, body }) => ({
      data: await correctCarton(db, actor, params.id, body),
    }),
    found: async ({ query }) => ({ data: await findFoundCartons(db, query.fairId) }),
    dismissFound: async ({ actor, params }) => {
      await inTransaction(db, (tx) => dismissFoundCarton(tx, actor, params.id));
      return { data: { id: params.id } };
    },
  });
}
