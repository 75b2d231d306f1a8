import { HELD_ORDER_LIST } from '@pos/contract/sales/held-orders.columns';
import { HeldOrdersQuery } from '@pos/contract/sales/held-orders';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { exportedList } from '#api/lists/exported-list.ts';
import { isIn, List } from '#api/lists/list.ts';
import { readablePaths, toCondition } from '#api/lists/search-path.ts';
import { computeRelease } from './held-release.rules.ts';
import { HELD_ORDER_SEARCH, heldOrderTerms, isBuyer } from './held-search.queries.ts';
import { readStoredOrder } from '#api/sales/register-orders/read-order.rules.ts';

/** Held orders with their fair, device and decision, and the order that a release booked. */
function selectHeldOrders(db: Db) {
  return db
    .selectFrom('heldOrders')
    .innerJoin('fairs', 'fairs.id', 'heldOrders.fairId')
    .innerJoin('devices', 'devices.id', 'heldOrders.deviceId')
    .leftJoin('admins', 'admins.id', 'heldOrders.decidedBy')
    .leftJoin('orders', 'orders.id', 'heldOrders.orderId')
    .select([
      'heldOrders.id',
      'heldOrders.clientOrderId',
      'heldOrders.fairId',
      'fairs.name as fairName',
      'fairs.timeZone',
      'devices.deviceId',
      'heldOrders.epoch',
      'heldOrders.sequence',
      'heldOrders.reason',
      'heldOrders.detail',
      'heldOrders.soldAt',
      'heldOrders.receivedAt',
      'heldOrders.totalCents',
      'heldOrders.state',
      'heldOrders.body',
      'heldOrders.decidedAt',
      'heldOrders.decisionReason',
      'orders.id as orderId',
      'orders.orderNumber',
    ])
    .select([
      sql<string | null>`admins.first_name || ' ' || admins.last_name`.as('decidedBy'),
      sql<boolean>`fairs.close_out_state = 'finished'`.as('fairIsFinished'),
      sql<string | null>`
        (
          select s.first_name || ' ' || s.last_name
          from students s
          where ${isBuyer})`.as('studentName'),
      sql<number>`
        (
          select count(*)
          from held_refunds r
          where r.client_order_id = held_orders.client_order_id::uuid
            and r.state = 'waiting'
            and not exists (select from orders o where o.client_order_id = r.client_order_id))`.as(
        'waitingRefunds',
      ),
    ]);
}

/** Row of the list. `body` is the order as the register sent it, not yet parsed. */
export type HeldOrderRow = Awaited<
  ReturnType<ReturnType<typeof selectHeldOrders>['execute']>
>[number];

/** List of held orders. Exported times are in the time zone of the fair. */
export const heldOrderList = new List(HeldOrdersQuery, {
  rows: selectHeldOrders,
  id: 'heldOrders.id',
  sorts: {
    receivedAt: sql`held_orders.received_at`,
    soldAt: sql`held_orders.sold_at`,
    totalCents: sql`held_orders.total_cents`,
  },
  filters: {
    state: (state) => sql`held_orders.state = ${state}`,
    fairId: (id) => sql`held_orders.fair_id = ${id}`,
    schoolId: (id) => sql`fairs.school_id = ${id}`,
    deviceId: (id) => sql`held_orders.device_id = ${id}`,
    reason: (reasons) => isIn(sql`held_orders.reason`, reasons),
  },
  search: (text, _query, readsStudents) =>
    readablePaths(HELD_ORDER_SEARCH, heldOrderTerms(text), readsStudents).map(toCondition),
  exported: exportedList<HeldOrderRow, typeof HELD_ORDER_LIST>('Held orders', HELD_ORDER_LIST, {
    receipt: (row) => `${row.deviceId}-${row.epoch}-${row.sequence}`,
    reason: (row) => row.reason.toLowerCase().replaceAll('_', ' '),
    units: (row) =>
      readContents(row).order.lines.reduce((units, { quantity }) => units + quantity, 0),
    releasedTotalCents: (row) => readContents(row).release?.sums.totalCents ?? null,
    uncollectedCents: (row) => readContents(row).release?.uncollectedCents ?? null,
    overpaidCents: (row) => readContents(row).release?.overpaidCents ?? null,
    decidedBy: (row) => row.decidedAt && (row.decidedBy ?? 'System'),
  }),
});

/**
 * Reads the order as sold, and computes how a release would book it; undefined if an amount is over
 * its limit, because such an order cannot be released.
 */
function readContents(row: HeldOrderRow) {
  const { body: order, exceededLimits } = readStoredOrder(row.body);
  return { order, release: exceededLimits === undefined ? computeRelease(order) : undefined };
}
