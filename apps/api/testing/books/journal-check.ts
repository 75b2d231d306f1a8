import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/**
 * I08: every order acknowledged in a device's own journal is stored, as an order or as a held
 * order. Throws with those that are not.
 */
export async function checkJournal(db: Db, acknowledged: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select j.id from unnest(${acknowledged.map((id) => id.toLowerCase())}::text[]) as j(id)
    where not exists (select 1 from orders o where o.client_order_id = j.id::uuid)
      and not exists (select 1 from held_orders h where h.client_order_id = j.id)`.execute(db);
  if (rows.length > 0)
    throw new Error(
      `I08 ${rows.length} acknowledged orders are not stored: ${rows
        .slice(0, 5)
        .map((row) => row.id)
        .join(', ')}`,
    );
}
