import { type Insertable, sql, type Updateable } from 'kysely';
import { insertRows } from '#api/db/insert-rows.ts';
import type { Schema } from '#api/db/schema.generated.ts';
import type { Tx } from '#api/db/db.ts';
import type { RefundPlan, SoldLineState } from './refund.rules.ts';
import { lockOrder, lockRefundStock } from '#api/sales/payments/order-locks.queries.ts';
import { toOrderPaymentStatus } from '#api/sales/payments/payment-status.rules.ts';

/**
 * Locks an order and everything that its refund may change (trust.md rule 7). Returns its lines and
 * payments; undefined if the refund was booked meanwhile.
 */
export async function lockRefundedOrder(tx: Tx, orderId: string, clientRefundId: string) {
  await lockRefundStock(tx, orderId);
  const order = await lockOrder(tx, orderId);
  const booked = await tx
    .selectFrom('refunds')
    .select('id')
    .where('clientRefundId', '=', clientRefundId)
    .executeTakeFirst();
  if (booked) return undefined;
  const lines = await findSoldLines(tx, orderId);
  return { order, lines, payments: await findSalePayments(tx, orderId) };
}

export function findSoldLines(tx: Tx, orderId: string): Promise<SoldLineState[]> {
  return tx
    .selectFrom('orderLines')
    .select([
      'id',
      'lineNo',
      'titleId',
      'quantity',
      'netCents',
      'taxCents',
      'fulfilment',
      'fulfilmentStatus',
      'refundedQty',
      'refundedNetCents',
      'refundedTaxCents',
      'restockedQty',
    ])
    .where('orderId', '=', orderId)
    .execute();
}

export type SalePayment = Awaited<ReturnType<typeof findSalePayments>>[number];
/** Returns the payments of an order, oldest first. */
export function findSalePayments(tx: Tx, orderId: string) {
  return tx
    .selectFrom('payments')
    .select([
      'id',
      'method',
      'status',
      'amountCents',
      'refundedCents',
      'walletId',
      'schoolId',
      'fairId',
      'businessDay',
    ])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Writes a refund's plan to the order and its lines. */
export async function settleRefundRows(tx: Tx, orderId: string, plan: RefundPlan): Promise<void> {
  for (const line of plan.lines) {
    if (!plan.parts.some((part) => part.line.id === line.id)) continue;
    const { refundedQty, refundedNetCents, refundedTaxCents, restockedQty, fulfilmentStatus } =
      line;
    await tx
      .updateTable('orderLines')
      .set({ refundedQty, refundedNetCents, refundedTaxCents, restockedQty, fulfilmentStatus })
      .where('id', '=', line.id)
      .execute();
  }
  const statuses = await tx
    .selectFrom('payments')
    .select('status')
    .where('orderId', '=', orderId)
    .execute();
  await tx
    .updateTable('orders')
    .set({
      status: plan.lines.every((line) => line.refundedQty === line.quantity)
        ? 'refunded'
        : 'partially_refunded',
      paymentStatus: toOrderPaymentStatus(statuses.map(({ status }) => status)),
      refundedNetCents: sql<number>`refunded_net_cents + ${plan.netCents}`,
      refundedTaxCents: sql<number>`refunded_tax_cents + ${plan.taxCents}`,
    })
    .where('id', '=', orderId)
    .execute();
}

/** Returns the stored state of a refund and of its order. */
export async function findRefundState(tx: Tx, clientRefundId: string, clientOrderId: string) {
  const { rows } = await sql<{
    bookedHash: Buffer | null;
    waitingHash: Buffer | null;
    orderId: string | null;
    orderFairId: string | null;
  }>`
    select
      (select body_hash from refunds where client_refund_id = ${clientRefundId}) as booked_hash,
      (
        select body_hash
        from held_refunds
        where client_refund_id = ${clientRefundId}) as waiting_hash,
      o.id as order_id, o.fair_id as order_fair_id
    from (select 1) one
    left join orders o on o.client_order_id = ${clientOrderId}`.execute(tx);
  return rows[0]!;
}

/**
 * Tells if an order that was never booked is waiting for a decision or was discarded; undefined if it
 * never arrived. Locks it, so that a refund cannot start waiting while its order is being discarded.
 */
export async function lockUnbookedOrder(
  tx: Tx,
  clientOrderId: string,
): Promise<'waiting' | 'discarded' | undefined> {
  const rows = await tx
    .selectFrom('heldOrders')
    .select('state')
    .where('clientOrderId', '=', clientOrderId)
    .where('orderId', 'is', null)
    .orderBy('id')
    .forShare()
    .execute();
  return rows.some(({ state }) => state === 'waiting') ? 'waiting' : rows[0] && 'discarded';
}

/** Returns the refunds waiting for these orders, oldest first. */
export function findAwaitedRefunds(tx: Tx, clientOrderIds: readonly string[]) {
  return tx
    .selectFrom('heldRefunds')
    .innerJoin('devices', 'devices.id', 'heldRefunds.deviceId')
    .innerJoin('orders', 'orders.clientOrderId', 'heldRefunds.clientOrderId')
    .innerJoin('fairs', 'fairs.id', 'orders.fairId')
    .select([
      'heldRefunds.clientRefundId',
      'heldRefunds.body',
      'heldRefunds.bodyHash',
      'heldRefunds.deviceId',
      'heldRefunds.reason',
      'heldRefunds.fairId',
      'heldRefunds.approverId',
      'heldRefunds.receivedAt',
      'devices.deviceId as deviceLabel',
      'orders.id as orderId',
      'fairs.startDate',
      'fairs.endDate',
      'fairs.timeZone',
    ])
    .where('heldRefunds.clientOrderId', '=', sql<string>`any(${clientOrderIds}::uuid[])`)
    .where('heldRefunds.state', '=', 'waiting')
    .whereRef('heldRefunds.fairId', '=', 'orders.fairId')
    .orderBy('heldRefunds.receivedAt')
    .execute();
}

/** Rows of a booked refund. */
export type NewRefund = {
  refund: Insertable<Schema['refunds']>;
  lines: readonly Insertable<Schema['refundLines']>[];
  tenders: readonly Insertable<Schema['refundTenders']>[];
};

export async function insertRefundRows(
  tx: Tx,
  { refund, lines, tenders }: NewRefund,
): Promise<void> {
  await insertRows(tx, 'refunds', [refund]);
  await insertRows(tx, 'refundLines', lines);
  await insertRows(tx, 'refundTenders', tenders);
}

/** Stores a refund that waits; one that waited before gets the new reason. */
export async function holdRefundRow(
  tx: Tx,
  held: Insertable<Schema['heldRefunds']>,
): Promise<void> {
  await tx
    .insertInto('heldRefunds')
    .values(held)
    .onConflict((conflict) =>
      conflict.column('clientRefundId').doUpdateSet({ reason: held.reason, state: 'waiting' }),
    )
    .execute();
}

export async function updateHeldRefundRow(
  tx: Tx,
  clientRefundId: string,
  changes: Updateable<Schema['heldRefunds']>,
): Promise<void> {
  await tx
    .updateTable('heldRefunds')
    .set(changes)
    .where('clientRefundId', '=', clientRefundId)
    .execute();
}

/** Returns the orders of refunds that arrived while the fair was closed out. */
export async function findOrdersOfLateRefunds(tx: Tx, fairId: string): Promise<string[]> {
  const late = await tx
    .selectFrom('heldRefunds')
    .select('clientOrderId')
    .distinct()
    .where('fairId', '=', fairId)
    .where('state', '=', 'waiting')
    .where('reason', '=', 'FAIR_FINISHED')
    .execute();
  return late.map(({ clientOrderId }) => clientOrderId);
}
