import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

/** Keeps a ticket for so many seconds and forgets those that nobody used in time. Gives when it ends. */
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

/** Uses a ticket up: of several at once one gets it. With another job than its own it stays unused. */
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
