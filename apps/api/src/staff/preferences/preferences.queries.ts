import type { Preferences } from '@pos/contract/staff/preferences';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

export function findPreferences(db: Db, adminId: string): Promise<Preferences | undefined> {
  return db
    .selectFrom('preferences')
    .select([
      'theme',
      'density',
      'startPage',
      'reducedMotion',
      'letterShortcuts',
      'hiddenColumns',
      'columnOrder',
    ])
    .where('adminId', '=', adminId)
    .executeTakeFirst();
}

/** Saves the preferences as a whole. Of two concurrent saves the later one wins. */
export async function upsertPreferencesRow(
  db: Db,
  adminId: string,
  preferences: Preferences,
): Promise<void> {
  const row = {
    ...preferences,
    hiddenColumns: JSON.stringify(preferences.hiddenColumns),
    columnOrder: JSON.stringify(preferences.columnOrder),
  };
  await db
    .insertInto('preferences')
    .values({ adminId, ...row })
    .onConflict((taken) =>
      taken.column('adminId').doUpdateSet({ ...row, updatedAt: sql<string>`now()` }),
    )
    .execute();
}
