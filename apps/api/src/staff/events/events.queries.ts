import type { LiveKind } from '@pos/contract/staff/events';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { isRefusedValue } from '#api/db/database-errors.ts';

/**
 * Changes announced by one transaction. `ids` are records of the first kind; `adminId` is the only
 * recipient, if set.
 */
export type Announcement = {
  kinds: LiveKind[];
  fairId: string | null;
  ids: string[];
  adminId: string | null;
};

/**
 * Changes that became visible since a cursor. `cursor` is the start of the next read; `missed` is
 * true if changes cannot be determined.
 */
export type Changes = { cursor: string; rows: Announcement[]; missed: boolean };

/** Maximum number of changes reported individually. */
const MAX_CHANGES = 2_000;
/** A new reader loaded its page a moment ago. Changes since then, in seconds, may not be on it. */
const OVERLAP_SECONDS = 10;

const announcements = sql`
  select id, kinds, fair_id as "fairId", ids, admin_id as "adminId" from live_events`;

/**
 * Returns changes that committed after `cursor`, a PostgreSQL snapshot (`xmin:xmax:running`). Exact
 * in any commit order: a transaction that began before others and ends after them is among those
 * running. Returns `missed` if the cursor is not a snapshot, is older than the retained events, or
 * comes from another database.
 */
export async function findChanges(db: Db, cursor: string): Promise<Changes> {
  if (!/^\d{1,19}:\d{1,19}:[\d,]{0,8000}$/.test(cursor))
    return { ...(await findRecent(db)), rows: [], missed: true };
  try {
    const since = sql`cast(${cursor} as pg_snapshot)`;
    return await read(
      db,
      sql`
        ${announcements}
        where xid >= pg_snapshot_xmin(${since})
          and xid < pg_snapshot_xmax(pg_current_snapshot())
          and not pg_visible_in_snapshot(xid, ${since})`,
      sql`
        coalesce(pg_snapshot_xmin(${since}) <= (select min(xid) from live_events), true)
          or pg_snapshot_xmax(${since}) > pg_snapshot_xmax(pg_current_snapshot())`,
    );
  } catch (error) {
    if (!isRefusedValue(error)) throw error;
    return { ...(await findRecent(db)), rows: [], missed: true };
  }
}

/** Returns the changes of the last seconds, for a new reader. */
export function findRecent(db: Db): Promise<Changes> {
  return read(
    db,
    sql`
      ${announcements}
      where at > now() - make_interval(secs => ${OVERLAP_SECONDS})
        and xid < pg_snapshot_xmax(pg_current_snapshot())`,
    sql`false`,
  );
}

async function read(
  db: Db,
  rows: ReturnType<typeof sql>,
  missed: ReturnType<typeof sql>,
): Promise<Changes> {
  // One statement, so that rows and cursor come from the same snapshot.
  const answer = await sql<Changes>`
    select pg_current_snapshot()::text as cursor, ${missed} as missed,
      coalesce(
        (
          select json_agg(change order by change.id)
          from (${rows} order by id limit ${MAX_CHANGES + 1}) change),
          '[]') as rows`.execute(db);
  const changes = answer.rows[0];
  if (!changes) throw new Error('The changes could not be read.');
  return changes.rows.length > MAX_CHANGES ? { ...changes, rows: [], missed: true } : changes;
}

/** Task that deletes old announcements, four times an hour. */
export const FORGET_EVENTS_TASK = 'forget-events';
export const FORGET_EVENTS_EVERY = { minutes: 15, at: 7 };

/**
 * Deletes announcements older than an hour, except the last of them, which marks the start of the
 * retained range.
 */
export async function forgetOldEvents(db: Db): Promise<void> {
  await sql`
    delete
    from live_events
    where xid < (select max(xid) from live_events where at < now() - interval '1 hour')`.execute(
    db,
  );
}

/** Returns those of the fairs that the connection sees. */
export async function findSeenFairs(db: Db, fairIds: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('fairs').select('id').where('id', 'in', fairIds).execute();
  return rows.map(({ id }) => id);
}
