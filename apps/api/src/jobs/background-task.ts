import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/**
 * Queues a background task, in the transaction that causes it if `db` is one. It is tried up to
 * `maxAttempts` times, or as often as the job runner does by default.
 */
export async function queueBackgroundTask(
  db: Db,
  task: string,
  payload: object,
  maxAttempts?: number,
): Promise<void> {
  const limit = maxAttempts === undefined ? sql`` : sql`, max_attempts => ${maxAttempts}`;
  await sql`
    select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json${limit})`.execute(db);
}
