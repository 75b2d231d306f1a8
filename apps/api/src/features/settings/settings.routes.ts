import { settingsApi } from '@pos/contract/settings';
import type { Db } from '#api/db/db.ts';
import { startSync } from '#api/features/sync/sync.service.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { findSupportContact } from './support-contact.queries.ts';

/** Strangers ask for the contact as often as they like; a changed one is seen this much later at most. */
const CONTACT_KEPT_MS = 10_000;

/** `version` is the product's own; `syncSource` where the source system delivers, if anywhere. */
export function settings(db: Db, { version, syncSource }: { version: string; syncSource?: string | undefined }): Feature {
  const contact = keptFor(CONTACT_KEPT_MS, () => findSupportContact(db));
  return feature(settingsApi, {
    get: async () => {
      const info = await db.selectFrom('settings').select(['companyName', 'supportEmail', 'supportPhone']).executeTakeFirstOrThrow();
      return { data: { ...info, version } };
    },
    supportContact: async () => ({ data: await contact() }),
    sync: async ({ tx, admin, actor, body }) => ({ message: 'Sync started.', data: { jobId: await startSync(tx, admin, actor, body.scope, syncSource) } }),
  });
}

/** The answer of `read`, read anew when it is older than `ms`; whoever asks meanwhile waits for the same one. */
function keptFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; until: number } | undefined;
  return () => {
    if (kept && Date.now() < kept.until) return kept.value;
    const value = read();
    kept = { value, until: Date.now() + ms };
    // A failure is nobody's answer but the one who met it.
    value.catch(() => (kept = undefined));
    return value;
  };
}
