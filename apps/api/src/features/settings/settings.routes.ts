import { settingsApi } from '@pos/contract/settings';
import type { Db } from '#api/db/db.ts';
import { startSync } from '#api/features/sync/sync.service.ts';
import { feature, type Feature } from '#api/http/feature.ts';

/** `version` is the product's own; `syncSource` where the source system delivers, if anywhere. */
export function settings(db: Db, { version, syncSource }: { version: string; syncSource?: string | undefined }): Feature {
  return feature(settingsApi, {
    get: async () => {
      const contact = await db.selectFrom('settings').select(['companyName', 'supportEmail', 'supportPhone']).executeTakeFirstOrThrow();
      return { data: { ...contact, version } };
    },
    sync: async ({ tx, admin, actor, body }) => ({ message: 'Sync started.', data: { jobId: await startSync(tx, admin, actor, body.scope, syncSource) } }),
  });
}
