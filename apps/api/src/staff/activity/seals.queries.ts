import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

/** Locks the chain of seals until the transaction ends. Returns false if another process has it. */
export async function tryLockSeals(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('activity seals', 0)) as held`.execute(tx);
  return rows[0]?.held ?? false;
}

/** Returns the last seal of the chain, and the number of its entry in write order. */
export function findLastSeal(
  db: Db,
): Promise<{ position: number; hash: Buffer; seq: number } | undefined> {
  return db
    .selectFrom('activitySeals')
    .innerJoin('activity', 'activity.id', 'activitySeals.activityId')
    .select(['position', 'hash', 'seq'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns entries without a seal in write order, with the bytes that a seal covers. */
export function findUnsealedEntries(
  db: Db,
  { afterSeq, limit }: { afterSeq: number; limit: number },
): Promise<{ id: string; line: Buffer }[]> {
  return db
    .selectFrom('activity')
    .select(['id', sql<Buffer>`activity_line(activity)`.as('line')])
    .where('seq', '>', afterSeq)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('activitySeals')
            .select('position')
            .whereRef('activityId', '=', 'activity.id'),
        ),
      ),
    )
    .orderBy('seq')
    .limit(limit)
    .execute();
}

export async function insertSealRows(
  tx: Tx,
  seals: readonly { position: number; activityId: string; hash: Buffer }[],
): Promise<void> {
  if (seals.length > 0) await tx.insertInto('activitySeals').values(seals).execute();
}
