import type { Tx } from '#api/db/db.ts';
import { recordActivity, type FieldChanges } from '#api/staff/activity/activity.service.ts';
import type { Actor } from '#api/http/access/identity.ts';

/** The two records of a merge, each by ID and by its name in the activity. */
export type MergedPair = Record<'kept' | 'merged', { id: string; label: string }>;

/** Records a merge in the activity of both records: what moved on the one that stays. */
export async function recordMerge(
  tx: Tx,
  actor: Actor,
  entity: 'school' | 'student',
  { kept, merged }: MergedPair,
  moved: FieldChanges,
): Promise<void> {
  await recordActivity(tx, actor, {
    action: `${entity}.merged`,
    entity,
    entityId: kept.id,
    changes: { duplicate: { from: merged.label, to: null }, ...moved },
  });
  await recordActivity(tx, actor, {
    action: `${entity}.merged_into`,
    entity,
    entityId: merged.id,
    changes: { [entity]: { from: merged.label, to: kept.label } },
  });
}
