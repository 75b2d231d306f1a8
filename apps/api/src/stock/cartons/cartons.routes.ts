import { cartonsApi } from '@pos/contract/stock/cartons';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { readCartons, scanCartons } from './cartons.service.ts';
import { printFairLabels } from './labels/labels.service.ts';

export function cartons(db: Db): Feature {
  return feature(cartonsApi, {
    list: async ({ params }) => ({ data: await readCartons(db, params.id) }),
    labels: async ({ params, query }) => printFairLabels(db, params.id, query),
    scan: async ({ actor, body }) => ({ data: await scanCartons(db, actor, body) }),
  });
}
