import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/** Sender and recipient of the statement. */
export type Parties = {
  companyName: string;
  supportEmail: string;
  supportPhone: string;
  schoolAddress: string;
  coordinatorName: string;
  fairAddress: string;
};

export async function findParties(db: Db, fairId: string): Promise<Parties> {
  return db
    .selectFrom('fairs')
    .innerJoin('schools', 'schools.id', 'fairs.schoolId')
    .innerJoin('settings', (join) => join.onTrue())
    .select([
      'settings.companyName',
      'settings.supportEmail',
      'settings.supportPhone',
      'schools.coordinatorName',
      'fairs.address as fairAddress',
    ])
    .select(
      sql<string>`
        concat_ws(
          ', ', nullif(schools.address, ''), nullif(schools.city, ''),
            nullif(concat_ws(' ', schools.state, schools.zip), ''))`.as('schoolAddress'),
    )
    .where('fairs.id', '=', fairId)
    .executeTakeFirstOrThrow();
}
