import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';

/**
 * Counts payments of a fair's sales that went through the company or a ledger and are not fully
 * refunded, by method. They must be refunded first (domain 4.5).
 */
export async function findLastingPayments(
  db: Db,
  fairId: string,
): Promise<{ method: PaymentMethod; count: number }[]> {
  const { rows } = await sql<{ method: PaymentMethod; count: number }>`
    select p.method, count(*) as count
    from payments p
    join orders o on o.id = p.order_id and o.voided_by_reset_id is null
    where o.fair_id = ${fairId}
      and p.method in (
        ${sql.lit(PaymentMethod.creditCard)}, ${sql.lit(PaymentMethod.facts)},
        ${sql.lit(PaymentMethod.eWallet)}, ${sql.lit(PaymentMethod.aveDollar)})
      and p.status in ('pending', 'completed', 'under_review')
    group by p.method
    order by p.method`.execute(db);
  return rows;
}

type StandingSales = {
  lineIds: string[];
  refundIds: string[];
  units: number;
  netCents: number;
  totalCents: number;
  orders: number;
  heldOrders: number;
};

/** Returns the orders of a fair not voided by a reset, with the causes of their movements. */
export async function findStandingSales(db: Db, fairId: string): Promise<StandingSales> {
  const { rows } = await sql<StandingSales>`
    with standing as (
      select *
      from orders
      where fair_id = ${fairId} and voided_by_reset_id is null),
    reported as (
      select *
      from standing
      where status in ('completed', 'partially_refunded', 'refunded'))
    select (select count(*) from standing) as orders,
      coalesce((select sum(units) from reported), 0)::bigint as units,
      coalesce(
        (select sum(subtotal_cents - refunded_net_cents) from reported), 0)::bigint as net_cents,
      coalesce(
        (select sum(total_cents - refunded_net_cents - refunded_tax_cents) from reported),
        0)::bigint as total_cents,
      coalesce(
        (select json_agg(l.id) from order_lines l join standing on standing.id = l.order_id),
        '[]') as line_ids,
      coalesce(
        (select json_agg(r.id) from refunds r join standing on standing.id = r.order_id),
        '[]') as refund_ids,
      (
        select count(*)
        from held_orders
        where fair_id = ${fairId} and state = 'waiting') as held_orders`.execute(db);
  return rows[0]!;
}

/** Returns the ship-to-school units of a fair's orders waiting in the warehouse, by title. */
export async function findWaitingUnits(
  db: Db,
  fairId: string,
): Promise<{ titleId: string; units: number }[]> {
  const { rows } = await sql<{ titleId: string; units: number }>`
    select l.title_id, sum(l.quantity - l.refunded_qty)::bigint as units
    from order_lines l
    join orders o on o.id = l.order_id
    where o.fair_id = ${fairId}
      and o.voided_by_reset_id is null
      and o.status <> 'cancelled'
      and l.title_id is not null
      and l.fulfilment_status = 'to_ship'
    group by l.title_id`.execute(db);
  return rows;
}

/**
 * Voids the orders of a fair with their payments. Refunded amounts are voided with their order, and
 * refunds waiting for it stop waiting: their register learns this when it asks again.
 */
export async function voidOrderRows(tx: Tx, fairId: string, resetId: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ voidedByResetId: resetId })
    .where('fairId', '=', fairId)
    .where('voidedByResetId', 'is', null)
    .execute();
  await sql`
    update payments p
    set voided_by_reset_id = ${resetId}
    from orders o
    where o.id = p.order_id and o.voided_by_reset_id = ${resetId}`.execute(tx);
  await sql`
    update held_refunds h set state = 'discarded' from orders o
    where o.client_order_id = h.client_order_id and o.voided_by_reset_id = ${resetId}
      and h.fair_id = ${fairId} and h.state = 'waiting'`.execute(tx);
}

export async function insertResetRow(
  tx: Tx,
  reset: Insertable<Schema['fairResets']>,
): Promise<void> {
  await tx.insertInto('fairResets').values(reset).execute();
}

/** Takes voided orders and net sales off a fair's totals, and notes the time of the reset. */
export async function subtractFromFairRow(
  tx: Tx,
  fairId: string,
  { orders, netCents }: { orders: number; netCents: number },
): Promise<void> {
  await tx
    .updateTable('fairs')
    .set({
      resetAt: sql<string>`now()`,
      orderCount: sql<number>`order_count - ${orders}`,
      netCents: sql<number>`net_cents - ${netCents}`,
      version: sql<number>`version + 1`,
      updatedAt: sql<string>`now()`,
    })
    .where('id', '=', fairId)
    .execute();
}
