import type { OrderFlag } from '@pos/contract/sales/order-states';
import type { FairDays } from '@pos/contract/sales/register-clock';
import type { Day, Instant } from '@pos/contract/values';
import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';

/** Returns the time of an order, its flags, and the days of its fair. */
export async function findOrderTime(tx: Tx, id: string) {
  const { startDate, endDate, timeZone, ...order } = await tx
    .selectFrom('orders')
    .innerJoin('fairs', 'fairs.id', 'orders.fairId')
    .select([
      'orders.businessDay',
      'orders.soldAt',
      'orders.flags',
      'fairs.startDate',
      'fairs.endDate',
      'fairs.timeZone',
    ])
    .where('orders.id', '=', id)
    .executeTakeFirstOrThrow();
  const fair: FairDays = { startDate, endDate, timeZone };
  return { ...order, fair };
}

/**
 * Gives a locked order, its lines and its payments another time of sale. Triggers move every stored
 * sum from the one day to the other.
 */
export async function moveOrderRows(
  tx: Tx,
  id: string,
  to: { businessDay: Day; soldAt: Instant; flags: readonly OrderFlag[] },
): Promise<void> {
  await sql`
    update orders
    set business_day = ${to.businessDay}::date, sold_at = ${to.soldAt}::timestamptz,
      clock_sold_at = coalesce(clock_sold_at, nullif(sold_at, ${to.soldAt}::timestamptz)), flags = ${to.flags}
    where id = ${id}`.execute(tx);
  await sql`
    update order_lines set sold_at = ${to.soldAt}::timestamptz where order_id = ${id}`.execute(tx);
  await sql`
    update payments
    set business_day = ${to.businessDay}::date, paid_at = ${to.soldAt}::timestamptz
    where order_id = ${id}`.execute(tx);
}
