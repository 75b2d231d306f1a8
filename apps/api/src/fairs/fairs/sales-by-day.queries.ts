import type { FairDayNet } from '@pos/contract/fairs/fairs';
import { sql } from 'kysely';
import { PREPARED, type Db } from '#api/db/db.ts';

/** Returns the net sales of each day of the fairs, by fair and day, in cents. */
export async function findSalesByDay(db: Db, fairIds: readonly string[]): Promise<FairDayNet[]> {
  const { rows } = await sql<FairDayNet>`
    select ${PREPARED} fair_id, day, net_cents
    from fair_days_now
    where fair_id = any(${[...fairIds]}::uuid[]) and (orders <> 0 or refunds_cents <> 0)
    order by fair_id, day`.execute(db);
  return rows;
}
