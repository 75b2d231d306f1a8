import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

/** Returns the order to decide on. `voidedByResetId` is set if a reset has voided it. */
export function findOrderToDecide(db: Db, id: string) {
  return db
    .selectFrom('orders')
    .innerJoin('fairs', 'fairs.id', 'orders.fairId')
    .select([
      'orders.fairId',
      'orders.clientOrderId',
      'orders.status',
      'orders.voidedByResetId',
      'fairs.timeZone',
    ])
    .where('orders.id', '=', id)
    .executeTakeFirst();
}

/** Returns true if the company rounds cash to the nearest five cents (domain 8.11). */
export async function roundsCash(db: Db): Promise<boolean> {
  const { roundCash } = await db
    .selectFrom('settings')
    .select('roundCash')
    .executeTakeFirstOrThrow();
  return roundCash;
}

/** Returns an order's line numbers by line ID. */
export async function findLineNumbers(db: Db, orderId: string): Promise<Map<string, number>> {
  const lines = await db
    .selectFrom('orderLines')
    .select(['id', 'lineNo'])
    .where('orderId', '=', orderId)
    .execute();
  return new Map(lines.map(({ id, lineNo }) => [id, lineNo]));
}

/**
 * Cancels an order after its stock and money were returned: nothing of it will be shipped, and
 * refunds waiting for it are not booked.
 */
export async function cancelOrderRows(
  tx: Tx,
  orderId: string,
  clientOrderId: string,
): Promise<void> {
  await sql`
    update orders set status = 'cancelled', uncollected_cents = 0,
      payment_status = case
        when exists (select from payments where order_id = ${orderId} and status = 'refunded')
          then 'refunded'
        else 'cancelled'
      end
    where id = ${orderId}`.execute(tx);
  await tx
    .updateTable('orderLines')
    .set({ fulfilmentStatus: 'cancelled' })
    .where('orderId', '=', orderId)
    .where('fulfilmentStatus', '=', 'to_ship')
    .execute();
  await tx
    .updateTable('heldRefunds')
    .set({ state: 'discarded' })
    .where('clientOrderId', '=', clientOrderId)
    .where('state', '=', 'waiting')
    .execute();
}

export type LineToFulfil = Awaited<ReturnType<typeof findLinesToFulfil>>[number];
/** Returns lines by ID with the data that decides if they may be shipped. */
export function findLinesToFulfil(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('orderLines')
    .innerJoin('orders', 'orders.id', 'orderLines.orderId')
    .select([
      'orderLines.id',
      'orderLines.orderId',
      'orderLines.titleId',
      'orderLines.title',
      'orderLines.quantity',
      'orderLines.refundedQty',
      'orderLines.fulfilment',
      'orderLines.fulfilmentStatus',
      'orders.fairId',
      'orders.orderNumber',
      'orders.status as orderStatus',
      'orders.voidedByResetId',
    ])
    .where('orderLines.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('orderLines.id')
    .execute();
}

/** Locks orders by ID. */
export async function lockOrders(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Returns warehouse units by title. The titles must be locked. */
export async function findWarehouse(
  tx: Tx,
  titleIds: readonly string[],
): Promise<Map<string, number>> {
  if (titleIds.length === 0) return new Map();
  const titles = await tx
    .selectFrom('titles')
    .select(['id', 'warehouseQty'])
    .where('id', '=', sql<string>`any(${titleIds}::uuid[])`)
    .execute();
  return new Map(titles.map(({ id, warehouseQty }) => [id, warehouseQty]));
}

export async function markShippedRows(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update order_lines
    set fulfilment_status = 'shipped', shipped_qty = quantity - refunded_qty, shipped_at = now()
    where id = any(${ids}::uuid[])`.execute(tx);
}

export async function markDeliveredRows(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update order_lines
    set fulfilment_status = 'delivered', delivered_at = now()
    where id = any(${ids}::uuid[])`.execute(tx);
}
