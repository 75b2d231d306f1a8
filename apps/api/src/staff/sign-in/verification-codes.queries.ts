import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#api/db/db.ts';

/** Creates a code that is valid for 10 minutes, and voids the admin's earlier one. Returns its ID. */
export async function replaceCodeRow(tx: Tx, adminId: string): Promise<string> {
  await tx
    .updateTable('verificationCodes')
    .set({ endedAt: sql<string>`now()` })
    .where('adminId', '=', adminId)
    .where('endedAt', 'is', null)
    .execute();
  const id = uuidv7();
  await tx
    .insertInto('verificationCodes')
    .values({ id, adminId, expiresAt: sql<string>`now() + interval '10 minutes'`, endedAt: null })
    .execute();
  return id;
}

/**
 * Returns the seconds until `pauseSeconds` have passed since the admin's last code; 0 or less if
 * they have, undefined if there was none.
 */
export async function findPauseAfterCode(
  db: Db,
  adminId: string,
  pauseSeconds: number,
): Promise<number | undefined> {
  const last = await db
    .selectFrom('verificationCodes')
    .select(
      sql<number>`
        ceil(
          extract(
            epoch from created_at + make_interval(secs => ${pauseSeconds}) - now()))::int`.as(
        'wait',
      ),
    )
    .where('adminId', '=', adminId)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
  return last?.wait;
}

/** Locks the admin's valid code until the transaction ends. */
export function lockValidCode(
  tx: Tx,
  adminId: string,
): Promise<{ id: string; tries: number } | undefined> {
  return tx
    .selectFrom('verificationCodes')
    .select(['id', 'tries'])
    .where('adminId', '=', adminId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores the number of tries of a code, and ends it if `isOver`. */
export async function updateCodeRow(
  tx: Tx,
  id: string,
  { tries, isOver }: { tries: number; isOver: boolean },
): Promise<void> {
  await tx
    .updateTable('verificationCodes')
    .set({ tries, ...(isOver && { endedAt: sql<string>`now()` }) })
    .where('id', '=', id)
    .execute();
}

/** Returns the admin of a code that has not ended. */
export async function findAdminOfCode(db: Db, id: string): Promise<string | undefined> {
  const code = await db
    .selectFrom('verificationCodes')
    .select('adminId')
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return code?.adminId;
}
