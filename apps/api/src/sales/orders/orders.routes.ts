import { type Order, ordersApi } from '@pos/contract/sales/orders';
import { holds, type Rights } from '@pos/contract/permissions';
import type { Db } from '#api/db/db.ts';
import { missing } from '#api/http/failure.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { getPage } from '#api/lists/paging.ts';
import { updateFulfilment } from './fulfillment.service.ts';
import { decideHeldOrder } from '#api/sales/held-orders/held-decisions.service.ts';
import { findHeldOrder, findHeldOrders } from '#api/sales/held-orders/held-contents.queries.ts';
import { refundOrder } from './order-refunds.service.ts';
import { correctOrderDay } from './order-day.service.ts';
import { resolveOrder } from './order-resolution.service.ts';
import { orderList } from './orders.list.ts';
import { findOrder } from './order-details.queries.ts';
import { findOrderTotals } from './order-totals.queries.ts';

/**
 * Orders as staff see them, and staff decisions about them.
 */
export function orders(db: Db): Feature {
  return feature(ordersApi, {
    list: async ({ query, admin }) => {
      const { results, total } = await orderList.find(db, query, readsStudents(admin.rights));
      return getPage(results, total, query);
    },
    totals: async ({ query, admin }) => ({
      data: await findOrderTotals(db, query, readsStudents(admin.rights)),
    }),
    getById: async ({ params, admin }) => ({
      data: await readOrder(db, params.id, readsStudents(admin.rights)),
    }),
    held: async ({ query, admin }) => {
      const { results, total } = await findHeldOrders(db, query, readsStudents(admin.rights));
      return getPage(results, total, query);
    },
    refund: async ({ tx, params, body, actor, admin }) => {
      await refundOrder(tx, actor, params.id, body);
      return {
        message: 'Refund booked.',
        data: await readOrder(tx, params.id, readsStudents(admin.rights)),
      };
    },
    resolve: async ({ tx, params, body, actor, admin }) => {
      await resolveOrder(tx, actor, params.id, body);
      return {
        message: body.decision === 'cancel' ? 'Order canceled.' : 'Order completed.',
        data: await readOrder(tx, params.id, readsStudents(admin.rights)),
      };
    },
    correctDay: async ({ tx, params, body, actor, admin }) => {
      await correctOrderDay(tx, actor, params.id, body);
      return {
        message: 'Day corrected.',
        data: await readOrder(tx, params.id, readsStudents(admin.rights)),
      };
    },
    updateFulfilment: async ({ tx, body, actor, admin }) => {
      const changed: Order[] = [];
      for (const id of await updateFulfilment(tx, actor, body))
        changed.push(await readOrder(tx, id, readsStudents(admin.rights)));
      return { message: `Marked as ${body.status}.`, data: changed };
    },
    decideHeld: async ({ tx, params, body, actor, admin }) => {
      await decideHeldOrder(tx, actor, params.id, body);
      return { data: (await findHeldOrder(tx, params.id, readsStudents(admin.rights)))! };
    },
  });
}

const readsStudents = (rights: Rights) => holds(rights, 'Students', 'read_only');

async function readOrder(db: Db, id: string, students: boolean): Promise<Order> {
  const order = await findOrder(db, id, students);
  if (!order) throw missing('order');
  return order;
}
