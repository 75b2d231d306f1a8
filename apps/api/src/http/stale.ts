import type { Db } from '../db/db.ts';
import { Failure } from './failure.ts';

/**
 * Refuses a save that was made from an earlier version (409 STALE_VERSION), with the record as it is now and who changed
 * it when, so that the screen can show yours and theirs (api.md, Conventions).
 */
export async function refuseStale(
  db: Db,
  entity: string,
  id: string,
  current: { version: number; updatedAt: string },
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
  throw new Failure('STALE_VERSION', 'Someone else changed this meanwhile.', {
    current,
    changedBy: last?.actorName ?? 'System',
    changedAt: last?.at ?? current.updatedAt,
  });
}
