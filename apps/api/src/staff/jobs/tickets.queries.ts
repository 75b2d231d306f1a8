import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

/** Stores a ticket for a number of seconds and deletes expired ones. Returns its expiry. */
export async function insertTicketRow(
  tx: Tx,
  { seconds, ...ticket }: { tokenHash: Buffer; jobId: string; sessionId: string; seconds: number },
): Promise<string> {
  await tx
    .deleteFrom('jobTickets')
    .where('expiresAt', '<', sql<string>`now()`)
    .execute();
  const { expiresAt } = await tx
    .insertInto('jobTickets')
    .values({ ...ticket, expiresAt: sql<string>`now() + make_interval(secs => ${seconds})` })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  return expiresAt;
}

/**
 * Uses up a ticket. Of several concurrent uses only one succeeds. A request for another job does
 * not use it up.
 */
export async function takeTicketRow(
  db: Db,
  tokenHash: Buffer,
  jobId: string,
): Promise<{ sessionId: string; adminId: string } | undefined> {
  const taken = await db
    .deleteFrom('jobTickets')
    .using('sessions')
    .whereRef('sessions.id', '=', 'jobTickets.sessionId')
    .where('tokenHash', '=', tokenHash)
    .where(sql<boolean>`job_id::text = ${jobId}`)
    .where('expiresAt', '>', sql<string>`now()`)
    .returning(['jobTickets.sessionId', 'sessions.adminId'])
    .executeTakeFirst();
  return taken;
}
