import { cashiersApi } from '@pos/contract/fairs/cashiers';
import { pluralize } from '@pos/contract/values/counts';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { findCashiers } from './cashiers.queries.ts';
import { addCashiers, deleteCashier, updateCashier } from './cashiers.service.ts';

export function cashiers(db: Db, { codePepper }: { codePepper: Uint8Array }): Feature {
  return feature(cashiersApi, {
    list: async ({ params }) => ({ data: await findCashiers(db, params.id) }),
    add: async ({ actor, params, body }) => ({
      message: `${pluralize(body.cashiers.length, 'cashier')} added.`,
      data: await addCashiers(db, codePepper, actor, { ...body, fairId: params.id }),
    }),
    update: async ({ actor, params, body }) => ({
      message: 'Cashier updated.',
      data: await updateCashier(db, codePepper, actor, { ...body, id: params.id }),
    }),
    delete: async ({ actor, params }) => {
      await deleteCashier(db, actor, params.id);
      return { message: 'Cashier removed.', data: { id: params.id } };
    },
  });
}
