import { type BackupState, settingsApi, type Settings } from '@pos/contract/imports/settings';
import { supportContactApi } from '@pos/contract/staff/support-contact';
import type { Db } from '#api/db/db.ts';
import type { SyncSource } from '#api/imports/sync/sources.rules.ts';
import { startSync } from '#api/imports/sync/sync.service.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { findAppInfo, findSettings, findSyncs, type StoredSettings } from './settings.queries.ts';
import { updateSettings } from './settings.service.ts';
import { cachedSupportContact } from './support-contact.service.ts';

/** Number of syncs in the log. */
const LOGGED_SYNCS = 20;

/** Setup of the operator: the product's version, the listed source systems, and the backups. */
type Installation = {
  version: string;
  syncSources: readonly SyncSource[];
  readBackupState: () => Promise<BackupState>;
};

export function settings(db: Db, { version, syncSources, readBackupState }: Installation): Feature {
  const whole = async (row: StoredSettings): Promise<Settings> => ({
    ...row,
    appVersion: version,
    syncSources: syncSources.map(({ name }) => name),
    backup: await readBackupState(),
  });
  return feature(settingsApi, {
    get: async ({ admin }) => ({
      data: admin.rights.isSuper
        ? await whole(await findSettings(db))
        : { ...(await findAppInfo(db)), appVersion: version },
    }),
    update: async ({ admin, actor, body }) => ({
      message: 'Settings updated.',
      data: await whole(await updateSettings(db, { admin, actor, syncSources }, body)),
    }),
    syncs: async () => ({ data: await findSyncs(db, LOGGED_SYNCS) }),
    sync: async ({ tx, admin, actor, body }) => ({
      message: 'Sync started.',
      data: { jobId: await startSync(tx, admin, actor, body.scope, syncSources) },
    }),
  });
}

/** Customer service contact for visitors who are not signed in. */
export function supportContact(db: Db): Feature {
  const contact = cachedSupportContact(db);
  return feature(supportContactApi, { get: async () => ({ data: await contact() }) });
}
