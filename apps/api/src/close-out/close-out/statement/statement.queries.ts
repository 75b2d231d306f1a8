import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/** Sender and recipient of the statement. */
export type Parties = {
  companyName: string;
  supportEmail: string;
  supportPhone: string;
  schoolAddress: string;
  coordinatorName: string;
  /** Empty if the school has none. */
  coordinatorEmail: string;
  /** The school's own terms; empty for those of the company. */
  paymentTerms: string;
  statementDueDays: number;
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
      'settings.statementDueDays',
      'schools.coordinatorName',
      'schools.coordinatorEmail',
      'schools.paymentTerms',
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
