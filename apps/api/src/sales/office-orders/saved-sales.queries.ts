import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/** Returns a device that was not deleted, by its ID. */
export function findDevice(db: Db, id: string) {
  return db
    .selectFrom('devices')
    .select(['id', 'deviceId'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

export function findFair(db: Db, identifier: string) {
  return db
    .selectFrom('fairs')
    .select([
      'id',
      'name',
      'startDate',
      sql<boolean>`close_out_state = 'finished'`.as('isFinished'),
    ])
    .where(sql`lower(identifier)`, '=', identifier.toLowerCase())
    .executeTakeFirst();
}

/** Returns those of the IDs that orders or held orders have. */
export async function findStoredIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select client_order_id::text as id
    from orders
    where client_order_id = any(${ids}::uuid[])
    union
    select client_order_id
    from held_orders
    where client_order_id = any(${ids}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}
