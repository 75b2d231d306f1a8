import { sql } from 'kysely';
import { type Db, PREPARED } from '../db.ts';

/** Longest transaction at the end of an import, in seconds. */
const IMPORT_END_SECONDS = 60;

/** Writes that this admin has just committed a change. */
export async function saveAdminChange(primary: Db, adminId: string): Promise<void> {
  await sql`
    insert ${PREPARED} into admin_changes (admin_id, lsn, changed_at)
    values (${adminId}, pg_current_wal_flush_lsn(), clock_timestamp())
    on conflict (admin_id) do update
    set lsn = pg_current_wal_flush_lsn(), changed_at = clock_timestamp()`.execute(primary);
}

/**
 * Returns the position after the last change of this admin, null if it is older than `maxLagMs`, and
 * true if an import of theirs runs or may have ended since.
 */
export async function findAdminChange(
  primary: Db,
  adminId: string,
  maxLagMs: number,
): Promise<{ lsn: string | null; isImporting: boolean }> {
  const maxLag = maxLagMs / 1_000;
  const { rows } = await sql<{ lsn: string | null; isImporting: boolean }>`
    select ${PREPARED} (
        select lsn::text
        from admin_changes
        where admin_id = ${adminId}
          and changed_at > clock_timestamp() - make_interval(secs => ${maxLag})
      ) as lsn,
      exists (
        select
        from jobs
        where owner_id = ${adminId}
          and created_at > now() - interval '1 day'
          and kind in ('import', 'sync')
          and (
            status = 'running'
              or finished_at > now() - make_interval(secs => ${maxLag + IMPORT_END_SECONDS}))
      ) as is_importing`.execute(primary);
  return rows[0]!;
}
