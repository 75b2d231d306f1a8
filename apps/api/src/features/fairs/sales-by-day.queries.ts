import type { FairDayNet } from '@pos/contract/fairs';
import { REPORTED_ORDER_STATUSES } from '@pos/contract/order-states';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/**
 * Returns the net sales of each day of the fairs, by fair and day, in cents. Orders come from the
 * stored totals, so that the cost does not grow with their number.
 */
export async function findSalesByDay(db: Db, fairIds: readonly string[]): Promise<FairDayNet[]> {
  const reported = sql`
    fair_id = any(${[...fairIds]}::uuid[]) and status = any(${[...REPORTED_ORDER_STATUSES]})`;
  const { rows } = await sql<FairDayNet>`
    select fair_id, day, sum(net_cents)::bigint as net_cents from (
      select fair_id, business_day as day, gross_cents - discount_cents as net_cents
      from order_totals
      where ${reported}
      union all
      select fair_id, business_day, gross_cents - discount_cents
      from order_total_changes
      where ${reported}
      union all
      select r.fair_id, r.business_day, -r.net_cents
      from refunds r
      join orders o on o.id = r.order_id
      where r.fair_id = any(${[...fairIds]}::uuid[])
        and o.status = any(${[...REPORTED_ORDER_STATUSES]})
        and o.voided_by_reset_id is null
    ) moved group by fair_id, day order by fair_id, day`.execute(db);
  return rows;
}
