import {
  SETTINGS_ID,
  type SettingsChanges,
  type SettingsFields,
} from '@pos/contract/imports/settings';
import { inTransaction, type Db } from '#api/db/db.ts';
import { changedFields, recordActivity } from '#api/staff/activity/activity.service.ts';
import { refuseUnlisted, type SyncSource } from '#api/imports/sync/sources.rules.ts';
import { invalid } from '#api/http/failure.ts';
import type { Actor, SignedInAdmin } from '#api/http/access/identity.ts';
import { refuseStale } from '#api/http/stale.ts';
import { findSettings, lockSettings, updateSettingsRow } from './settings.queries.ts';

type SettingsContext = { admin: SignedInAdmin; actor: Actor; syncSources: readonly SyncSource[] };

/**
 * Updates the fields that are sent (domain 3.15). A schedule belongs to the admin who set or
 * changed it. A sync source must be one that the operator lists.
 */
export function updateSettings(
  db: Db,
  { admin, actor, syncSources }: SettingsContext,
  { version, ...sent }: SettingsChanges,
) {
  // A form may name a field without a value. Such a field is not a change either.
  const changes = Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== undefined),
  ) as Partial<SettingsFields>;
  return inTransaction(db, async (tx) => {
    const before = await lockSettings(tx);
    await refuseStale(tx, 'settings', SETTINGS_ID, before, version);
    const after = { ...before, ...changes };
    if (after.ewalletMaxBalanceCents < after.ewalletMinTopUpCents) {
      const field =
        changes.ewalletMaxBalanceCents === undefined
          ? 'ewalletMinTopUpCents'
          : 'ewalletMaxBalanceCents';
      throw invalid({ [field]: 'The maximum balance cannot be less than the minimum top-up.' });
    }
    if (after.syncSource !== before.syncSource) refuseUnlisted(syncSources, after.syncSource);
    const isNewSchedule =
      after.syncSchedule !== before.syncSchedule || after.syncHour !== before.syncHour;
    await updateSettingsRow(tx, changes, isNewSchedule ? admin.id : undefined);
    await recordActivity(tx, actor, {
      action: 'settings.updated',
      entity: 'settings',
      entityId: SETTINGS_ID,
      changes: changedFields<SettingsFields>(before, changes),
    });
    return findSettings(tx);
  });
}
