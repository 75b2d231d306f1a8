import type { Db } from '../db/db.ts';
import { Failure } from './failure.ts';

/**
 * Refuses a save based on an earlier version (409 STALE_VERSION), with the current record and who
 * changed it when, so that the screen can show both versions (api.md, Conventions).
 */
export async function refuseStale(
  db: Db,
  entity: string,
  id: string,
  current: { version: number; updatedAt?: string },
  version: number,
): Promise<void> {
  if (current.version === version) return;
  const last = await db
    .selectFrom('activity')
    .select(['actorName', 'at'])
    .where('entity', '=', entity)
    .where('entityId', '=', id)
    .orderBy('seq', 'desc')
    .executeTakeFirst();
  const changedAt = last?.at ?? current.updatedAt;
  throw new Failure('STALE_VERSION', 'Someone else has changed this in the meantime.', {
    current,
    changedBy: last?.actorName ?? 'System',
    ...(changedAt !== undefined && { changedAt }),
  });
}
