import { settingsApi, type Settings } from '@pos/contract/settings';
import { supportContactApi } from '@pos/contract/support-contact';
import type { Db } from '#api/db/db.ts';
import { startSync } from '#api/features/sync/sync.service.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { findAppInfo, findSettings } from './settings.queries.ts';
import { updateSettings } from './settings.service.ts';
import { keptSupportContact } from './support-contact.service.ts';

/** `version` is the product's own; `syncSource` where the source system delivers, if anywhere. */
export function settings(db: Db, { version, syncSource }: { version: string; syncSource?: string | undefined }): Feature {
  const whole = (row: Omit<Settings, 'appVersion' | 'syncSourceIsSet'>): Settings => ({ ...row, appVersion: version, syncSourceIsSet: syncSource !== undefined });
  return feature(settingsApi, {
    get: async ({ admin }) => ({ data: admin.rights.isSuper ? whole(await findSettings(db)) : { ...(await findAppInfo(db)), appVersion: version } }),
    update: async ({ admin, actor, body }) => ({ message: 'Settings updated.', data: whole(await updateSettings(db, admin, actor, body)) }),
    sync: async ({ tx, admin, actor, body }) => ({ message: 'Sync started.', data: { jobId: await startSync(tx, admin, actor, body.scope, syncSource) } }),
  });
}

/** Customer service for those who are not signed in. */
export function supportContact(db: Db): Feature {
  const contact = keptSupportContact(db);
  return feature(supportContactApi, { get: async () => ({ data: await contact() }) });
}
