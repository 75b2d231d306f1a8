import type { FactorRequirement } from '@pos/contract/staff/second-factor';
import { inTransaction, type Db } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { changedFields, recordActivity } from '#api/staff/activity/activity.service.ts';
import { findRequirement, setRequirementRow } from './factors.queries.ts';

/** ID of the settings row in activity (contract, SETTINGS_ID). */
const SETTINGS_ID = '00000000-0000-4000-8000-000000000001';

export async function readRequirement(db: Db): Promise<FactorRequirement> {
  return { requiredFrom: await findRequirement(db) };
}

/** Requires a factor of everybody from a day on; null: no longer. */
export function setRequirement(
  db: Db,
  actor: Actor,
  { requiredFrom }: FactorRequirement,
): Promise<FactorRequirement> {
  return inTransaction(db, async (tx) => {
    const before = { factorRequiredFrom: await findRequirement(tx) };
    await setRequirementRow(tx, requiredFrom);
    await recordActivity(tx, actor, {
      action: 'settings.updated',
      entity: 'settings',
      entityId: SETTINGS_ID,
      changes: changedFields(before, { factorRequiredFrom: requiredFrom }),
    });
    return { requiredFrom };
  });
}
