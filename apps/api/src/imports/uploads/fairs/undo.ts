import { isReferenced } from '#api/db/database-errors.ts';
import type { Tx } from '#api/db/db.ts';
import { recordActivities } from '#api/staff/activity/activity.service.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { stillUsed } from '../undo/undo.rules.ts';
import type { MadeUpload } from '../upload.ts';
import {
  type FairUse,
  findUsedFairs,
  lockFairRows,
  removeFairRows,
  removeUnusedSchoolRows,
} from './undo.queries.ts';

/** IDs of the fairs and schools that a file added. */
export type FairsMade = { fairs: string[]; schools: string[] };

/** End of the sentence that names the use of a fair. */
const USES: Record<FairUse, string> = {
  orders: 'has orders',
  inventory: 'has inventory',
  'past inventory': 'has had inventory',
  register: 'has had a register at work',
  change: 'was changed since',
};

/** Deletes the imported fairs if none is in use, and the new schools that nothing else uses. */
export async function undoFairs(
  tx: Tx,
  { made }: MadeUpload<FairsMade>,
  actor: Actor,
): Promise<void> {
  await lockFairRows(tx, made.fairs);
  const used = await findUsedFairs(tx, made.fairs);
  if (used.length > 0)
    throw stillUsed(
      used.map(({ identifier, use }) => ({
        code: 'FAIR_USED',
        text: `Fair ${identifier} ${USES[use]}.`,
      })),
    );
  const removed = await removeFairRows(tx, made.fairs).catch((error: unknown) => {
    if (isReferenced(error))
      throw stillUsed([{ code: 'FAIR_USED', text: 'One of its fairs is in use.' }]);
    throw error;
  });
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
