import type { Order } from '@pos/contract/sales/orders';
import { type Compilable, sql } from 'kysely';
import { runOnceCompiled } from '#api/db/compiled-once.ts';
import type { Db } from '#api/db/db.ts';
import { OFFICE_DEVICE_ID } from './office-device.ts';
import { orderApprovals, orderLines, orderPayments, orderRefunds } from './order-parts.queries.ts';
import { selectOrders } from './order-rows.queries.ts';

/** One order whole, voided or not. */
export async function findOrder(
  db: Db,
  id: string,
  readsStudents: boolean,
): Promise<Order | undefined> {
  const [order] = await runOnceCompiled(
    db,
    readsStudents ? 'an order' : 'an order without students',
    { id },
    (given) => selectOrder(db, given.id, readsStudents),
  );
  return order;
}

function selectOrder(db: Db, id: string, readsStudents: boolean): Compilable<Order> {
  return selectOrders(db, readsStudents)
    .where('orders.id', '=', id)
    .innerJoin('admins', 'admins.id', 'orders.cashierId')
    .leftJoin('cashiers', 'cashiers.id', 'orders.fairCashierId')
    .select([
      'orders.clientOrderId',
      'orders.epoch',
      'orders.sequence',
      'orders.clockSoldAt',
      'orders.receivedAt',
      'orders.taxRatePpm',
      'orders.exemptReason',
      'orders.exemptCertificateNo',
      'orders.refundedNetCents',
      'orders.refundedTaxCents',
      'orders.uncollectedCents',
      'orders.overpaidCents',
    ])
    .select([
      sql<string>`
        coalesce(cashiers.name, admins.first_name || ' ' || admins.last_name)`.as('cashierName'),
      orderLines.as('lines'),
      orderPayments.as('payments'),
      orderRefunds.as('refunds'),
      orderApprovals.as('approvals'),
      sql<boolean>`orders.device_id = ${OFFICE_DEVICE_ID}`.as('isOfOffice'),
    ]);
}
