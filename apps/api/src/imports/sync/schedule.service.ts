import { inTransaction, type Db } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { Failure } from '#api/http/failure.ts';
import { SYSTEM } from '#api/http/access/identity.ts';
import { findDueSync } from './settings.queries.ts';
import type { SyncSource } from './sources.rules.ts';
import { queueSync } from './sync.service.ts';

export const SYNC_SCHEDULE_TASK = 'sync-schedule';
export const SYNC_SCHEDULE_EVERY = { minutes: 5 };

/**
 * Starts the scheduled sync if it is due: hourly, an hour after the last one; daily, once its hour
 * has begun in the default time zone and none has started since. Nothing is due before the schedule
 * was set. Returns the job's ID, if any. A job whose source is no longer listed fails with an
 * error.
 */
export async function startDueSync(
  db: Db,
  sources: readonly SyncSource[],
): Promise<string | undefined> {
  const [first] = sources;
  if (!first) return undefined;
  try {
    return await inTransaction(db, async (tx) => {
      const due = await findDueSync(tx);
      if (due === undefined) return undefined;
      const jobId = await queueSync(tx, {
        ownerId: due.ownerId,
        actorName: 'Schedule',
        scope: 'all',
        source: due.source || first.name,
        isScheduled: true,
      });
      await recordActivity(tx, SYSTEM, { action: 'sync.started', entity: 'job', entityId: jobId });
      return jobId;
    });
  } catch (error) {
    // A manual sync is already running, which serves the schedule.
    if (error instanceof Failure && error.code === 'SYNC_RUNNING') return undefined;
    throw error;
  }
}
