import { preferencesApi } from '@pos/contract/staff/preferences';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { findPreferences, upsertPreferencesRow } from './preferences.queries.ts';

export function preferences(db: Db): Feature {
  return feature(preferencesApi, {
    get: async ({ admin }) => ({ data: (await findPreferences(db, admin.id)) ?? null }),
    save: async ({ admin, body }) => {
      const before = await findPreferences(db, admin.id);
      const saved = {
        ...body,
        startPage: body.startPage === undefined ? (before?.startPage ?? null) : body.startPage,
        columnOrder: body.columnOrder ?? before?.columnOrder ?? {},
      };
      await upsertPreferencesRow(db, admin.id, saved);
      return { message: 'Preferences saved.', data: saved };
    },
  });
}
