import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';

/** Locks a held order for a decision. */
export function lockHeldOrder(tx: Tx, id: string) {
  return tx
    .selectFrom('heldOrders')
    .select([
      'id',
      'clientOrderId',
      'body',
      'bodyHash',
      'fairId',
      'deviceId',
      'cashierId',
      'fairCashierId',
      'epoch',
      'sequence',
      'reason',
      'receivedAt',
      'state',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Locks a register's epoch, so that its next batches wait. Returns which of an order's keys a stored
 * order already has.
 */
export async function lockEpoch(
  tx: Tx,
  {
    deviceId,
    epoch,
    sequence,
    clientOrderId,
  }: { deviceId: string; epoch: number; sequence: number; clientOrderId: string },
): Promise<{ idIsTaken: boolean; sequenceIsTaken: boolean }> {
  await tx
    .selectFrom('deviceEpochs')
    .select('epoch')
    .where('deviceId', '=', deviceId)
    .where('epoch', '=', epoch)
    .forUpdate()
    .execute();
  const { rows } = await sql<{ idIsTaken: boolean; sequenceIsTaken: boolean }>`
    select
      exists (
        select
        from orders
        where client_order_id = ${clientOrderId}::uuid) as id_is_taken,
      exists (
        select
        from orders
        where device_id = ${deviceId}
          and epoch = ${epoch}
          and sequence = ${sequence}) as sequence_is_taken`.execute(tx);
  return rows[0]!;
}

/** Stores the decision on a held order. */
export async function decideRow(
  tx: Tx,
  id: string,
  decision: {
    state: 'released' | 'discarded';
    orderId: string | null;
    decidedBy: string | null;
    decisionReason: string | null;
  },
): Promise<void> {
  await tx
    .updateTable('heldOrders')
    .set({ ...decision, decidedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Discards the refunds that were waiting only for a discarded order. */
export async function discardWaitingRefundRows(tx: Tx, clientOrderId: string): Promise<void> {
  await sql`
    update held_refunds
    set state = 'discarded'
    where client_order_id = ${clientOrderId}::uuid
      and state = 'waiting'
      and not exists (select from orders where client_order_id = ${clientOrderId}::uuid)
      and not exists (
        select
        from held_orders
        where client_order_id = ${clientOrderId} and state = 'waiting')`.execute(tx);
}

/** Returns the ID of the fair that a held order was sold at. */
export async function findFairOfHeldOrder(tx: Tx, id: string): Promise<string | undefined> {
  const held = await tx
    .selectFrom('heldOrders')
    .select('fairId')
    .where('id', '=', id)
    .executeTakeFirst();
  return held?.fairId;
}
