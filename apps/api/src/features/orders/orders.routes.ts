import { type Order, ordersApi, type OrdersQuery } from '@pos/contract/orders';
import { holds, type Rights } from '@pos/contract/permissions';
import type { Db } from '#api/db/db.ts';
import { invalid, missing } from '#api/http/failure.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { pageOf } from '#api/http/paging.ts';
import { findOrderLines, findOrderPayments, findOrderRefunds } from './order-parts.queries.ts';
import { findHeldOrders, findOrderRow, findOrders } from './orders.queries.ts';

/** Orders as staff read them; registers are their only source. */
export function orders(db: Db): Feature {
  return feature(ordersApi, {
    list: async ({ query, admin }) => {
      refuseDeepPage(query);
      const { results, total } = await findOrders(db, query, readsStudents(admin.rights));
      return pageOf(results, total, query);
    },
    getById: async ({ params, admin }) => ({ data: await readOrder(db, params.id, readsStudents(admin.rights)) }),
    held: async ({ query }) => {
      const { results, total } = await findHeldOrders(db, query);
      return pageOf(results, total, query);
    },
  });
}

const readsStudents = (rights: Rights) => holds(rights, 'Students', 'read_only');

/** Pages that begin beyond row 10,000 are answered newest first, plain or by fair or date range (api.md, "Conventions"). */
function refuseDeepPage({ page, limit, sort, fairId: _fairId, from: _from, to: _to, ...filters }: OrdersQuery): void {
  if ((page - 1) * limit < 10_000) return;
  if (sort === '-soldAt' && Object.values(filters).every((value) => value === undefined)) return;
  throw invalid({ page: 'Beyond 10,000 rows the list is shown newest first. Narrow it by fair or dates, or search.' });
}

async function readOrder(db: Db, id: string, students: boolean): Promise<Order> {
  const row = await findOrderRow(db, id, students);
  if (!row) throw missing('order');
  const [lines, payments, refunds] = await Promise.all([findOrderLines(db, id), findOrderPayments(db, id), findOrderRefunds(db, id)]);
  return { ...row, lines, payments, refunds };
}
