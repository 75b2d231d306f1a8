import { preferencesApi } from '@pos/contract/preferences';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { findPreferences, upsertPreferencesRow } from './preferences.queries.ts';

export function preferences(db: Db): Feature {
  return feature(preferencesApi, {
    get: async ({ admin }) => ({ data: (await findPreferences(db, admin.id)) ?? null }),
    save: async ({ admin, body }) => {
      const startPage =
        body.startPage === undefined
          ? ((await findPreferences(db, admin.id))?.startPage ?? null)
          : body.startPage;
      const saved = { ...body, startPage };
      await upsertPreferencesRow(db, admin.id, saved);
      return { message: 'Preferences saved.', data: saved };
    },
  });
}
