import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';

/** First use that keeps a fair from being removed. */
export type FairUse = 'orders' | 'inventory' | 'past inventory' | 'register' | 'change';

/** Returns the fairs that are in use, by identifier. */
export async function findUsedFairs(
  tx: Tx,
  ids: readonly string[],
): Promise<{ identifier: string; use: FairUse }[]> {
  const { rows } = await sql<{ identifier: string; use: FairUse }>`
    select identifier, use
    from (
      select f.identifier,
        case
          when f.order_count > 0
            or exists (select 1 from orders o where o.fair_id = f.id)
            or exists (select 1 from held_orders h where h.fair_id = f.id) then 'orders'
          when exists (select 1 from fair_lines l where l.fair_id = f.id)
            or exists (select 1 from cartons c where c.fair_id = f.id) then 'inventory'
          when exists (select 1 from stock_movements m where f.id in (m.from_fair_id, m.to_fair_id))
            then 'past inventory'
          when exists (select 1 from devices d where d.current_fair_id = f.id) then 'register'
          when f.version > 1 then 'change'
        end as use
      from fairs f
      where f.id = any(${ids}::uuid[])) used
    where use is not null
    order by identifier`.execute(tx);
  return rows;
}

/** Locks fairs until the transaction ends. */
export async function lockFairRows(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select id from fairs where id = any(${ids}::uuid[]) order by id for update`.execute(tx);
}

/**
 * Deletes fairs with their rates and planned devices, and returns their IDs. The database refuses
 * it if anything else refers to one.
 */
export async function removeFairRows(tx: Tx, ids: readonly string[]): Promise<string[]> {
  await sql`delete from fair_tax_rates where fair_id = any(${ids}::uuid[])`.execute(tx);
  await sql`delete from fair_devices where fair_id = any(${ids}::uuid[])`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    delete from fairs where id = any(${ids}::uuid[]) returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Deletes schools that have no fair or student and have not since come from the source system.
 * Returns their IDs.
 */
export async function removeUnusedSchoolRows(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from schools s where s.id = any(${ids}::uuid[]) and not s.in_source and s.version = 1
      and not exists (select 1 from fairs f where f.school_id = s.id)
        and not exists (select 1 from students st where st.school_id = s.id)
      and not exists (select 1 from ave_dollar_entries e where e.school_id = s.id)
    returning s.id`.execute(tx);
  return rows.map(({ id }) => id);
}
