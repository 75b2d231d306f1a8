import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/** Returns the names of the records used in filters, by ID. */
export async function findFilterNames(
  db: Db,
  query: Record<string, unknown>,
): Promise<Map<unknown, string>> {
  const { fairId, schoolId, deviceId, adminId, roleId, parentId } = query;
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from fairs where id = ${fairId ?? null}::uuid
    union all select id, name from schools where id = ${schoolId ?? null}::uuid
    union all select id, device_id from devices where id = ${deviceId ?? null}::uuid
    union all
    select id, first_name || ' ' || last_name
    from admins
    where id = ${adminId ?? null}::uuid
    union all select id, name from roles where id = ${roleId ?? null}::uuid
    union all select id, name from parents where id = ${parentId ?? null}::uuid`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
