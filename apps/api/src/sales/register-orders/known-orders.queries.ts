import type { HeldReason } from '@pos/contract/sales/held-orders';
import type { SoldOrder } from '@pos/contract/sales/register-orders';
import { sql } from 'kysely';
import { runOnceCompiled, hiddenFromPlanner } from '#api/db/compiled-once.ts';
import { PREPARED, type Tx } from '#api/db/db.ts';
import { paymentKeys, toTakenPayments, takenPayments, type TakenKind } from './balances.queries.ts';
import type { TakenPayments } from './planned-sale.ts';

/** A body that is already stored, as an order or a held order. */
export type KnownBody = {
  clientOrderId: string;
  hash: string;
  orderNumber?: string;
  reason?: HeldReason;
};

/** Stored orders with the same client IDs or sequence numbers. */
export type KnownOrders = {
  /** By clientOrderId; orders before held orders. */
  byId: Map<string, KnownBody[]>;
  /** Keys `epoch/sequence` that this device has already used. */
  sequences: Set<string>;
  /** clientOrderIds that a refund waits for. */
  awaited: Set<string>;
  payments: TakenPayments;
};

type KnownRow = {
  kind: 'order' | 'held' | 'sequence' | 'refund' | TakenKind;
  id: string;
  hash: string;
  orderNumber: string | null;
  reason: HeldReason | null;
};

export const sequenceKey = ({ epoch, sequence }: { epoch: number; sequence: number }) =>
  `${epoch}/${sequence}`;

/**
 * Finds stored orders, held orders, waiting refunds and payments with keys of the given orders. The
 * unique constraints guarantee correctness; this only avoids running into them.
 */
export async function findKnownOrders(
  tx: Tx,
  deviceId: string,
  orders: readonly SoldOrder[],
): Promise<KnownOrders> {
  const ids = orders.map((order) => order.clientOrderId);
  const numbers = JSON.stringify(orders.map(({ epoch, sequence }) => ({ epoch, sequence })));
  const values = {
    deviceId,
    ids,
    numbers,
    ...paymentKeys(orders.flatMap((order) => order.payments)),
  };
  const rows = await runOnceCompiled(
    tx,
    'known orders',
    values,
    (given) => sql<KnownRow>`
      with ${PREPARED} given as materialized (
        select * from json_to_recordset(${given.numbers}::json) as g(epoch int, sequence bigint))
      select 'order' as kind, client_order_id::text as id, encode(body_hash, 'hex') as hash,
        order_number, null as reason
      from orders
      where client_order_id = any(${hiddenFromPlanner(given.ids)}::uuid[])
      union all
      select 'held', h.client_order_id, encode(h.body_hash, 'hex'), o.order_number,
        case when o.id is null then h.reason end
      from held_orders h
      left join orders o on o.id = h.order_id
      where h.client_order_id = any(${hiddenFromPlanner(given.ids)}::text[])
      union all
      select 'sequence', o.epoch || '/' || o.sequence, '', null, null
      from given
      join orders o on o.device_id = ${given.deviceId}
        and o.epoch = given.epoch
        and o.sequence = given.sequence
      union all
      select 'sequence', h.epoch || '/' || h.sequence, '', null, null
      from given
      join held_orders h on h.device_id = ${given.deviceId}
        and h.epoch = given.epoch
        and h.sequence = given.sequence
      union all
      select 'refund', client_order_id::text, '', null, null
      from held_refunds
      where client_order_id = any(${hiddenFromPlanner(given.ids)}::uuid[]) and state = 'waiting'
      union all
      select kind, id, '', null, null from (${takenPayments(given)}) taken`,
  );

  const known: KnownOrders = {
    byId: new Map(),
    sequences: new Set(),
    awaited: new Set(),
    payments: toTakenPayments(rows),
  };
  for (const row of rows) addKnown(known, row);
  return known;
}

/** Adds a row of the query to `known`. `toTakenPayments` reads the rows of payments. */
function addKnown(known: KnownOrders, { kind, id, hash, orderNumber, reason }: KnownRow): void {
  if (kind === 'sequence') known.sequences.add(id);
  else if (kind === 'refund') known.awaited.add(id);
  else if (kind === 'order' || kind === 'held')
    remember(known, {
      clientOrderId: id,
      hash,
      ...(orderNumber !== null && { orderNumber }),
      ...(reason !== null && { reason }),
    });
}

/** Adds a body to `known`, because a later order of the same batch may repeat it. */
export function remember(known: KnownOrders, body: KnownBody, sequence?: string): void {
  known.byId.set(body.clientOrderId, [...(known.byId.get(body.clientOrderId) ?? []), body]);
  if (sequence !== undefined) known.sequences.add(sequence);
}
