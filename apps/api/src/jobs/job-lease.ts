import type { JobError, JobKind } from '@pos/contract/staff/jobs';
import { sql, type RawBuilder } from 'kysely';
import { isDuplicate } from '#api/db/database-errors.ts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { notifyOfJobs } from '#api/notifications/notify.ts';
import type { JobFile, StoredFile } from './job-queue.ts';

/** Seconds that a job stays with a process that does not renew its lease. */
export const LEASE_SECONDS = 8;
/** Interval in seconds to renew the lease of a running job and look for lost ones. */
export const RENEW_EVERY_SECONDS = 2;
/** Seconds without a renewal after which the process of a job counts as gone. */
const SILENT_SECONDS = 5;
/** Seconds until such a job is running again at the latest (trust.md F18). */
const GONE_SECONDS = 10;

/**
 * A job, or a background task without an owner, whose lease this process holds. `attempt` counts
 * from 1.
 */
export type Leased = {
  id: string;
  kind: string;
  ownerId: string | null;
  attempt: number;
  maxAttempts: number;
  isRecurring: boolean;
  params: unknown;
};

/** A job of a person whose lease this process holds. */
export type LeasedJob = Leased & {
  kind: JobKind;
  ownerId: string;
  params: Record<string, unknown>;
};

/** Result of a job. `partial`: some items failed; `errors` lists them. */
export type JobOutcome = {
  status: 'succeeded' | 'partial';
  result: Record<string, unknown>;
  errors: readonly JobError[];
  file?: JobFile;
  stored?: StoredFile;
};

/** Times of a recurring task: every `minutes`, at minute `at` of each such period (UTC). */
export type Recurrence = { minutes: number; at?: number };

/**
 * Thrown when the process has lost its lease: another one runs the job now, so this one must stop.
 */
export class LeaseLost extends Error {}

const inSeconds = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`;

/** SQL: next time of a recurring task. */
function toNextRun({ minutes, at = 0 }: Recurrence): RawBuilder<string> {
  const [every, offset] = [sql.lit(minutes * 60), sql.lit(at * 60)];
  return sql`to_timestamp(
    (floor((extract(epoch from now()) - ${offset}) / ${every}) + 1) * ${every} + ${offset})`;
}

/**
 * Takes the lease of the next due job or task of these kinds for `leaseSeconds`. Skips the jobs of a
 * person of whom one of the same kind runs; undefined if none is left.
 */
export async function takeNext(
  db: Db,
  kinds: readonly string[],
  leaseSeconds: number,
): Promise<Leased | undefined> {
  try {
    return await db
      .updateTable('jobs')
      .set({
        status: 'running',
        leaseUntil: inSeconds(leaseSeconds),
        attempts: sql<number>`attempts + 1`,
      })
      .where(
        sql<boolean>`id = (
          select next.id
          from jobs next
          where next.status = 'queued'
            and next.run_at <= now()
            and next.kind = any(${kinds})
            and not exists (
              select
              from jobs busy
              where busy.status = 'running'
                and busy.kind = next.kind
                and busy.owner_id = next.owner_id)
          order by next.priority, next.run_at, next.id
          limit 1
          for update skip locked)`,
      )
      .returning(['id', 'kind', 'ownerId', 'attempts as attempt', 'maxAttempts', 'params'])
      .returning('recurring as isRecurring')
      .executeTakeFirst();
  } catch (error) {
    // Another process has just started a job of the same person.
    if (isDuplicate(error, 'jobs_one_at_work_key')) return undefined;
    throw error;
  }
}

/** Renews the lease, and saves the progress in percent if given. Throws `LeaseLost`. */
export async function renewLeaseRow(
  db: Db,
  job: Leased,
  leaseSeconds: number,
  progress?: number,
): Promise<void> {
  const { numUpdatedRows } = await held(db, job)
    .set({
      leaseUntil: inSeconds(leaseSeconds),
      ...(progress !== undefined && { progress: Math.min(99, Math.max(0, Math.trunc(progress))) }),
    })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLost(`The lease of job ${job.id} was lost.`);
}

/**
 * Ends the job with its result and file, all visible at once, and notifies its owner. Throws
 * `LeaseLost` if another process took over.
 */
export async function finishJobRow(tx: Tx, job: LeasedJob, outcome: JobOutcome): Promise<void> {
  const { numUpdatedRows } = await held(tx, job)
    .set({
      status: outcome.status,
      progress: 100,
      leaseUntil: null,
      input: null,
      finishedAt: sql<string>`now()`,
      result: JSON.stringify(outcome.result),
      errors: JSON.stringify(outcome.errors),
      file: outcome.file?.bytes ?? null,
      fileName: outcome.stored?.name ?? outcome.file?.name ?? null,
      storedFile: outcome.stored?.storedAs ?? null,
    })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLost(`The lease of job ${job.id} was lost.`);
  await notifyOfJobs(tx, [job.id]);
}

/** Removes a background task that is done, or plans the next run of a recurring one. */
export async function finishTaskRow(db: Db, task: Leased, recurrence?: Recurrence): Promise<void> {
  if (recurrence)
    await held(db, task)
      .set({ status: 'queued', leaseUntil: null, attempts: 0, runAt: toNextRun(recurrence) })
      .execute();
  else
    await db
      .deleteFrom('jobs')
      .where('id', '=', task.id)
      .where('attempts', '=', task.attempt)
      .execute();
}

const toFailure = (message: string) => ({
  status: 'failed' as const,
  leaseUntil: null,
  input: null,
  finishedAt: sql<string>`now()`,
  errors: JSON.stringify([{ file: '', row: null, column: null, message }] satisfies JobError[]),
});

/** Ends the job as failed with the reason shown to its owner, and notifies them. */
export async function failJobRow(tx: Tx, job: Leased, reason: string): Promise<void> {
  const failed = await held(tx, job).set(toFailure(reason)).returning('id').execute();
  await notifyOfJobs(
    tx,
    failed.map(({ id }) => id),
  );
}

/**
 * Returns the job to the queue, ahead of new ones, to run again after `delaySeconds`; a recurring
 * task at its next time at the latest.
 */
export async function returnJobRow(
  db: Db,
  job: Leased,
  delaySeconds: number,
  recurrence?: Recurrence,
): Promise<void> {
  const again = inSeconds(delaySeconds);
  const runAt = recurrence ? sql<string>`least(${again}, ${toNextRun(recurrence)})` : again;
  await held(db, job).set({ status: 'queued', leaseUntil: null, priority: 0, runAt }).execute();
}

/** Returns an interrupted job to the queue, to run again at once. The attempt does not count. */
export async function giveBackJobRow(db: Db, job: Leased): Promise<void> {
  await held(db, job)
    .set({
      status: 'queued',
      leaseUntil: null,
      priority: 0,
      attempts: sql<number>`attempts - 1`,
    })
    .execute();
}

/**
 * Requeues the jobs whose process is gone; one that was started too often fails instead, and a
 * recurring task waits 10 minutes. Skips those that run in this process, whose renewal may be late.
 * With `alone`, this process is the only one on the database, so that every other job is lost.
 */
export async function recoverJobs(
  db: Db,
  { alone = false, atWork = [] }: { alone?: boolean; atWork?: readonly string[] } = {},
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const lost = () =>
      tx
        .updateTable('jobs')
        .where('status', '=', 'running')
        .where(sql<boolean>`id <> all(${atWork}::uuid[])`)
        .where(alone ? sql<boolean>`true` : sql<boolean>`lease_until < now()`);
    const isWornOut = sql<boolean>`attempts >= max_attempts`;
    const failed = await lost()
      .set(toFailure('It was started too often and interrupted each time.'))
      .where(isWornOut)
      .where('recurring', '=', false)
      .returning('id')
      .execute();
    await notifyOfJobs(
      tx,
      failed.map(({ id }) => id),
    );
    await lost()
      .set({
        status: 'queued',
        leaseUntil: null,
        priority: 0,
        runAt: sql<string>`case when ${isWornOut} then ${inSeconds(600)} else run_at end`,
      })
      .execute();
  });
}

/** Adds the recurring tasks that the queue does not have yet, and brings forward their next run. */
export async function planRecurring(
  db: Db,
  recurring: Readonly<Record<string, Recurrence>>,
): Promise<void> {
  for (const [kind, recurrence] of Object.entries(recurring))
    await sql`
      insert into jobs (id, kind, recurring, run_at)
      values (gen_random_uuid(), ${kind}, true, ${toNextRun(recurrence)})
      on conflict (kind) where recurring
      do update set run_at = least(jobs.run_at, excluded.run_at)`.execute(db);
}

/**
 * Cancels a job for its owner. Returns false if it has already ended. A process that runs it loses
 * its lease, and its uncommitted work.
 */
export async function cancelJob(tx: Tx, id: string, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set(toFailure(reason))
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** SQL: seconds until a job of a process that is gone runs again; null for any other. */
export const RESTARTS_WITHIN = sql<number | null>`case
  when jobs.status = 'running'
    and jobs.lease_until
      < now() + make_interval(secs => ${sql.lit(LEASE_SECONDS - SILENT_SECONDS)})
  then ${sql.lit(GONE_SECONDS)}
end`;

function held(db: Db, { id, attempt }: Leased) {
  return db
    .updateTable('jobs')
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('attempts', '=', attempt);
}
