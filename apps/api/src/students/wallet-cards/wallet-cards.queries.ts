import { sql } from 'kysely';
import { gradeOrder } from '#api/db/grade-order.ts';
import type { Db } from '#api/db/db.ts';

/** Values that a card prints. */
export type WalletCard = { studentNumber: string; name: string; schoolName: string };

/** Returns the cards of students who were not erased, by class and name, and the company's name. */
export async function findCards(
  db: Db,
  ids: readonly string[],
): Promise<{ cards: WalletCard[]; companyName: string }> {
  const cards = await db
    .selectFrom('students')
    .innerJoin('schools', 'schools.id', 'students.schoolId')
    .select([
      'students.studentNumber',
      'schools.name as schoolName',
      sql<string>`students.first_name || ' ' || students.last_name`.as('name'),
    ])
    .where('students.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('students.erasedAt', 'is', null)
    .orderBy('schools.name')
    .orderBy(gradeOrder)
    .orderBy('students.grade')
    .orderBy('students.teacher')
    .orderBy('students.lastName')
    .orderBy('students.firstName')
    .orderBy('students.id')
    .execute();
  const { companyName } = await db
    .selectFrom('settings')
    .select('companyName')
    .executeTakeFirstOrThrow();
  return { cards, companyName };
}
