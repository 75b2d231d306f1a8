import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/**
 * Orders and held orders stored from a device (trust.md I08, I10). A released held order counts as
 * an order.
 */
export type Received = {
  /** Number of times each clientOrderId is stored. */
  timesByOrder: Map<string, number>;
  /** Count and sum per epoch and business day, amounts as received, keyed by `<epoch> <day>`. */
  totals: Map<string, { orders: number; totalCents: number }>;
};

export async function readReceived(db: Db, deviceId: string): Promise<Received> {
  const received = sql`
    select coalesce(h.client_order_id, o.client_order_id::text) as client_order_id, o.epoch,
      o.business_day, coalesce(h.total_cents, o.total_cents) as total_cents
    from orders o
    left join held_orders h on h.order_id = o.id
    where o.device_id = (select id from devices where lower(device_id) = lower(${deviceId}))
    union all
    select client_order_id, epoch, business_day, total_cents
    from held_orders
    where order_id is null
      and device_id = (select id from devices where lower(device_id) = lower(${deviceId}))`;
  const orders = await sql<{
    id: string;
    times: number;
  }>`
    select client_order_id as id, count(*)::int as times
    from (${received}) received
    group by client_order_id`.execute(db);
  const days = await sql<{ key: string; orders: number; totalCents: number }>`
    select epoch || ' ' || business_day as key, count(*)::int as orders,
      sum(total_cents)::bigint as "totalCents"
    from (${received}) received
    group by epoch, business_day`.execute(db);
  return {
    timesByOrder: new Map(orders.rows.map(({ id, times }) => [id, times])),
    totals: new Map(days.rows.map(({ key, ...totals }) => [key, totals])),
  };
}
