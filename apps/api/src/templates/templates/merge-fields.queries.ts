import type { Db } from '#api/db/db.ts';

/** Returns the values of a fair, its school and the settings that documents may show. */
export function findMergeSource(db: Db, fairId: string) {
  return db
    .selectFrom('fairs')
    .innerJoin('schools', 'schools.id', 'fairs.schoolId')
    .innerJoin('settings', (join) => join.onTrue())
    .select([
      'schools.identifier as schoolIdentifier',
      'fairs.identifier as fairIdentifier',
      'schools.name as schoolName',
      'fairs.name as fairName',
      'fairs.startDate',
      'fairs.endDate',
      'fairs.hours',
      'fairs.address',
      'schools.coordinatorName',
      'schools.coordinatorEmail',
      'fairs.publicMessage as message',
      'settings.supportEmail',
      'settings.supportPhone',
      'settings.publicBaseUrl',
    ])
    .where('fairs.id', '=', fairId)
    .executeTakeFirst();
}

/** Returns the base URL of public pages in the settings, which may be blank. */
export async function findPublicBaseUrl(db: Db): Promise<string> {
  const { publicBaseUrl } = await db
    .selectFrom('settings')
    .select('publicBaseUrl')
    .executeTakeFirstOrThrow();
  return publicBaseUrl;
}
