import { inventoryApi } from '@pos/contract/stock/inventory';
import type { Db } from '#api/db/db.ts';
import { missing } from '#api/http/failure.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { getPage } from '#api/lists/paging.ts';
import { updateFairInventory } from './adjustments.service.ts';
import { fairLineList } from './fair-lines.list.ts';
import { fairExists } from './inventory.queries.ts';
import {
  changeLinePrice,
  changeLineStatus,
  deleteLine,
  readLineMovements,
} from './lines.service.ts';
import { findTitleMovements } from './title-movements.queries.ts';
import { titleList } from './titles.list.ts';
import { findTitleAtFairs } from './titles.queries.ts';
import { changeTitleStatus } from './titles.service.ts';

export function inventory(db: Db): Feature {
  return feature(inventoryApi, {
    fairInventory: async ({ query }) => {
      const { results, total } = await fairLineList.find(db, query);
      if (total.total === 0 && !(await fairExists(db, query.fairId))) throw missing('fair');
      return getPage(results, total, query);
    },
    update: async ({ tx, actor, params, body }) => ({
      message: 'Inventory updated.',
      data: await updateFairInventory(tx, actor, params.id, body),
    }),
    changePrice: async ({ actor, params, body }) => ({
      message: 'Price changed.',
      data: await changeLinePrice(db, actor, params.id, body),
    }),
    movements: async ({ params }) => ({ data: await readLineMovements(db, params.id) }),
    changeStatus: async ({ actor, params, body }) => ({
      message: body.status === 'active' ? 'Title activated.' : 'Title deactivated.',
      data: await changeLineStatus(db, actor, params.id, body.status),
    }),
    delete: async ({ actor, params }) => {
      await deleteLine(db, actor, params.id);
      return { message: 'Title deleted from this fair.', data: { id: params.id } };
    },
    allInventory: async ({ query }) => {
      const { results, total } = await titleList.find(db, query);
      return getPage(results, total, query);
    },
    titleAtFairs: async ({ params }) => {
      if (!(await titleList.findById(db, params.id))) throw missing('title');
      return { data: await findTitleAtFairs(db, params.id) };
    },
    titleMovements: async ({ params, query }) => {
      if (!(await titleList.findById(db, params.id))) throw missing('title');
      return { data: await findTitleMovements(db, params.id, query.before) };
    },
    changeTitleStatus: async ({ actor, params, body }) => ({
      message: body.status === 'active' ? 'Title activated.' : 'Title deactivated.',
      data: await changeTitleStatus(db, actor, params.id, body.status),
    }),
  });
}
