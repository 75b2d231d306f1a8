import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/** Returns the source of a sync started by hand, and the time zone of schools without one. */
export function findSyncSettings(db: Db): Promise<{ syncSource: string; defaultTimeZone: string }> {
  return db
    .selectFrom('settings')
    .select(['syncSource', 'defaultTimeZone'])
    .executeTakeFirstOrThrow();
}

/** Returns the owner of the due schedule and the name of the source to read. */
export async function findDueSync(
  db: Db,
): Promise<{ ownerId: string; source: string } | undefined> {
  const { rows } = await sql<{ ownerId: string; source: string }>`
    with plan as (
      select sync_scheduled_by as owner_id, sync_source as source, sync_scheduled_at as since,
        case sync_schedule
          when 'hourly' then now() - interval '1 hour'
          when 'daily'
            then (
              date_trunc('day', now() at time zone default_time_zone)
                + make_interval(hours => sync_hour)) at time zone default_time_zone
        end as due
      from settings
      where sync_schedule <> 'off' and sync_scheduled_by is not null)
    select owner_id, source
    from plan
    where due <= now()
      and due >= since
      and not exists (select from jobs where kind = 'sync' and created_at > plan.due)`.execute(db);
  return rows[0];
}
