import { addedOrdersApi } from '@pos/contract/sales/office/added-orders';
import { savedSalesApi } from '@pos/contract/sales/office/saved-sales';
import { holds } from '@pos/contract/permissions';
import type { Db } from '#api/db/db.ts';
import { missing } from '#api/http/failure.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { findOrder } from '#api/sales/orders/order-details.queries.ts';
import { readCatalog } from '#api/sales/register/catalog.service.ts';
import { addOrder } from './added-orders.service.ts';
import { findFairById } from './added-orders.queries.ts';
import { checkSavedSales, takeInSavedSales } from './saved-sales.service.ts';

/** Orders that the office enters, and sales that a register saved to a file. */
export function officeOrders(db: Db): Feature[] {
  return [
    feature(addedOrdersApi, {
      catalog: async ({ params }) => {
        if (!(await findFairById(db, params.id))) throw missing('fair');
        return { data: (await readCatalog(db, params.id, undefined)).body.data };
      },
      add: async ({ tx, body, actor, admin }) => {
        const id = await addOrder(tx, actor, body);
        const order = await findOrder(tx, id, holds(admin.rights, 'Students', 'read_only'));
        return { message: 'Order added.', data: order! };
      },
    }),
    feature(savedSalesApi, {
      check: async ({ params, body: { fairIdentifier, clientOrderIds } }) => ({
        data: await checkSavedSales(db, { deviceId: params.id, fairIdentifier }, clientOrderIds),
      }),
      takeIn: async ({ params, body: { fairIdentifier, ...saved }, admin, actor }) => ({
        data: await takeInSavedSales(
          db,
          { admin, actor },
          { deviceId: params.id, fairIdentifier },
          saved,
        ),
      }),
    }),
  ];
}
