import type { Db } from '#api/db/db.ts';

/** Notes a challenge, an attempt or a token as used. Returns false if it was before. */
export async function insertUsedChallengeRow(db: Db, id: string): Promise<boolean> {
  const row = await db
    .insertInto('usedChallenges')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
