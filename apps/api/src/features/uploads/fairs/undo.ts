import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';
import { recordActivities } from '#api/features/activity/activity.service.ts';
import type { Actor } from '#api/http/identity.ts';
import { findUsedFairs, removeFairRows, removeUnusedSchoolRows } from './undo.queries.ts';
import { stillUsed } from '../undo.rules.ts';
import type { MadeUpload } from '../upload.ts';

/** IDs of the fairs and schools that a file added. */
export type FairsMade = { fairs: string[]; schools: string[] };

/** Deletes the imported fairs if none is in use, and the new schools that nothing else uses. */
export async function undoFairs(
  tx: Tx,
  { made }: MadeUpload<FairsMade>,
  actor: Actor,
): Promise<void> {
  await sql`select id from fairs where id = any(${made.fairs}::uuid[]) order by id for update`.execute(
    tx,
  );
  const used = await findUsedFairs(tx, made.fairs);
  if (used.length > 0)
    throw stillUsed(
      used.map(({ identifier, why }) => ({
        code: 'FAIR_USED',
        text: `Fair ${identifier} ${why}.`,
      })),
    );
  const removed = await removeFairRows(tx, made.fairs);
  await recordActivities(tx, actor, {
    action: 'fair.import_undone',
    entity: 'fair',
    entityIds: removed,
  });
  await recordActivities(tx, actor, {
    action: 'school.import_undone',
    entity: 'school',
    entityIds: await removeUnusedSchoolRows(tx, made.schools),
  });
}
