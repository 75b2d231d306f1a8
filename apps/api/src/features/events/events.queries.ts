import type { LiveKind } from '@pos/contract/events';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { isRefusedValue } from '#api/db/database-errors.ts';

/** What one transaction announced. `ids` are records of the first kind; `adminId` is the only one who hears of it. */
export type Announcement = {
  kinds: LiveKind[];
  fairId: string | null;
  ids: string[];
  adminId: string | null;
};

/** What has become visible since a cursor. `cursor` is where the next reading begins; `missed`: it cannot be told. */
export type Changes = { cursor: string; rows: Announcement[]; missed: boolean };

/** More changes than this at once are not told one by one. */
const MOST = 2_000;
/** Somebody who begins to listen has read their page a moment ago; what changed since may not be in it. */
const OVERLAP_SECONDS = 10;

const announcements = sql`select id, kinds, fair_id as "fairId", ids, admin_id as "adminId" from live_events`;

/**
 * What transactions have committed that were not visible at `cursor`, a snapshot of PostgreSQL (`xmin:xmax:running`). Exact whatever the order of
 * commits: a transaction that began before others and ends after them is among those running. A cursor that is no snapshot, is older than what
 * is kept, or comes from another database gives `missed`.
 */
export async function findChanges(db: Db, cursor: string): Promise<Changes> {
  if (!/^\d{1,19}:\d{1,19}:[\d,]{0,8000}$/.test(cursor))
    return { ...(await findRecent(db)), rows: [], missed: true };
  try {
    const since = sql`cast(${cursor} as pg_snapshot)`;
    return await read(
      db,
      sql`${announcements} where xid >= pg_snapshot_xmin(${since}) and xid < pg_snapshot_xmax(pg_current_snapshot()) and not pg_visible_in_snapshot(xid, ${since})`,
      sql`coalesce(pg_snapshot_xmin(${since}) <= (select min(xid) from live_events), true) or pg_snapshot_xmax(${since}) > pg_snapshot_xmax(pg_current_snapshot())`,
    );
  } catch (error) {
    if (!isRefusedValue(error)) throw error;
    return { ...(await findRecent(db)), rows: [], missed: true };
  }
}

/** What has changed in the last seconds, for somebody who begins to listen. */
export function findRecent(db: Db): Promise<Changes> {
  return read(
    db,
    sql`${announcements} where at > now() - make_interval(secs => ${OVERLAP_SECONDS}) and xid < pg_snapshot_xmax(pg_current_snapshot())`,
    sql`false`,
  );
}

async function read(
  db: Db,
  rows: ReturnType<typeof sql>,
  missed: ReturnType<typeof sql>,
): Promise<Changes> {
  // One statement, so that rows and cursor are of one snapshot.
  const answer = await sql<Changes>`
    select pg_current_snapshot()::text as cursor, ${missed} as missed,
      coalesce((select json_agg(change order by change.id) from (${rows} order by id limit ${MOST + 1}) change), '[]') as rows`.execute(
    db,
  );
  const changes = answer.rows[0];
  if (!changes) throw new Error('The changes could not be read.');
  return changes.rows.length > MOST ? { ...changes, rows: [], missed: true } : changes;
}

/** What forgets old announcements, four times an hour. */
export const FORGET_EVENTS_TASK = 'forget-events';
export const FORGET_EVENTS_EVERY = '7,22,37,52 * * * *';

/** Forgets what was announced more than an hour ago, but for the last of it: that marks where the memory begins. */
export async function forgetOldEvents(db: Db): Promise<void> {
  await sql`delete from live_events where xid < (select max(xid) from live_events where at < now() - interval '1 hour')`.execute(
    db,
  );
}
