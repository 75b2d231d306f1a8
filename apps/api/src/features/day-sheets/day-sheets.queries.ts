import type { DaySheet } from '@pos/contract/day-sheets';
import type { Db } from '#api/db/db.ts';

/** Who of the fair's school the sheet is for; empty where the school names nobody. */
export async function coordinatorRow(db: Db, fairId: string): Promise<DaySheet['coordinator']> {
  return db
    .selectFrom('fairs')
    .innerJoin('schools', 'schools.id', 'fairs.schoolId')
    .select(['schools.coordinatorName as name', 'schools.coordinatorEmail as email'])
    .where('fairs.id', '=', fairId)
    .executeTakeFirstOrThrow();
}
