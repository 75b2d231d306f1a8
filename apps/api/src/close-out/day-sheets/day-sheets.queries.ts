import type { DaySheet } from '@pos/contract/close-out/day-sheets';
import type { Db } from '#api/db/db.ts';

/** Returns the coordinator of the fair's school. Empty if the school has none. */
export async function coordinatorRow(db: Db, fairId: string): Promise<DaySheet['coordinator']> {
  return db
    .selectFrom('fairs')
    .innerJoin('schools', 'schools.id', 'fairs.schoolId')
    .select(['schools.coordinatorName as name', 'schools.coordinatorEmail as email'])
    .where('fairs.id', '=', fairId)
    .executeTakeFirstOrThrow();
}
