import { sql } from 'kysely';
import { PREPARED, type Db } from '#api/db/db.ts';
import { isWaitingReturn } from './put-away/put-away.queries.ts';

/** Number of records that wait, and the day since the oldest does; null if there is none. */
export type Waiting = { count: number; since: string | null };
export type WaitingRow = Waiting & { what: 'returns' | 'shipments' | 'receipts' };

/** Counts returns not put away, shipments not received, and receipts open for `openDays`. */
export async function findWaitingRows(db: Db, openDays: number): Promise<WaitingRow[]> {
  const zone = sql`(select default_time_zone from settings)`;
  const { rows } = await sql<WaitingRow>`
    select ${PREPARED} 'returns' as what, count(*) as count, min(f.end_date)::text as since
    from fairs f
    left join put_aways p on p.fair_id = f.id
    where ${isWaitingReturn}
    union all
    select case d.kind when 'receipt' then 'receipts' else 'shipments' end, count(*),
      min((d.opened_at at time zone ${zone})::date)::text
    from stock_documents d
    where d.closed_at is null
      and (
        d.kind = 'shipment' and d.state in ('sent', 'received_in_part')
          or d.kind = 'receipt' and d.opened_at < now() - make_interval(days => ${openDays}::int))
    group by d.kind`.execute(db);
  return rows;
}
