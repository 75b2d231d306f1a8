import { fairsApi } from '@pos/contract/fairs/fairs';
import { seesSales } from '@pos/contract/permissions';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { getPage } from '#api/lists/paging.ts';
import { getCalendar } from './clashes.service.ts';
import { findFairs } from './fairs.list.ts';
import { detailsWithoutSales, refuseSalesOrder, withoutSales } from './fairs.rules.ts';
import { findFairOptions, findFairsWithInventory } from './fair-options.queries.ts';
import { changeFairStatus, deleteFair } from './fair-life.service.ts';
import { addFair, readFair, requireWholeSchool, updateFair } from './fairs.service.ts';
import { findSalesByDay } from './sales-by-day.queries.ts';

export function fairs(db: Db): Feature {
  return feature(fairsApi, {
    list: async ({ admin, query }) => {
      refuseSalesOrder(admin.rights, query.sort);
      const { results, total } = await findFairs(db, query);
      const shown = seesSales(admin.rights) ? results : results.map(withoutSales);
      return getPage(shown, total, query);
    },
    add: async ({ tx, actor, admin, body }) => {
      if (admin.rights.isLimited) await requireWholeSchool(tx, admin.id, body.schoolIdentifier);
      return { message: 'Fair added.', data: await addFair(tx, actor, body) };
    },
    update: async ({ actor, params, body }) => ({
      message: 'Fair updated.',
      data: await updateFair(db, actor, params.id, body),
    }),
    changeStatus: async ({ actor, params, body }) => ({
      message: body.status === 'active' ? 'Fair activated.' : 'Fair deactivated.',
      data: await changeFairStatus(db, actor, params.id, body),
    }),
    delete: async ({ actor, params }) => {
      await deleteFair(db, actor, params.id);
      return { message: 'Fair deleted.', data: params };
    },
    calendar: async ({ query }) => ({ data: await getCalendar(db, query) }),
    salesByDay: async ({ query }) => ({ data: await findSalesByDay(db, query.fairIds) }),
    getById: async ({ admin, params }) => {
      const fair = await readFair(db, params.id);
      return { data: seesSales(admin.rights) ? fair : detailsWithoutSales(fair) };
    },
    getFairOptions: async ({ query }) => ({ data: await findFairOptions(db, query) }),
    getFairWithInventory: async ({ query }) => ({ data: await findFairsWithInventory(db, query) }),
  });
}
