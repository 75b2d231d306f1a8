import type { FairDayNet } from '@pos/contract/fairs/fairs';
import { sql } from 'kysely';
import { PREPARED, type Db } from '#api/db/db.ts';

/** Returns the net sales of each day of the fairs, by fair and day, in cents, from stored totals. */
export async function findSalesByDay(db: Db, fairIds: readonly string[]): Promise<FairDayNet[]> {
  const { rows } = await sql<FairDayNet>`
    select ${PREPARED} fair_id, business_day as day, sum(net_cents)::bigint as net_cents
    from fair_day_sums
    where fair_id = any(${[...fairIds]}::uuid[])
    group by fair_id, business_day
    having sum(orders) <> 0 or sum(refunds_cents) <> 0
    order by fair_id, business_day`.execute(db);
  return rows;
}
