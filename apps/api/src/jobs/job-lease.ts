import type { JobError, JobKind } from '@pos/contract/staff/jobs';
import { sql } from 'kysely';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { notifyOfJobs } from '#api/notifications/notify.ts';
import { isLost, LEASE_SECONDS } from './job-hold.ts';
import { leaveLine, scheduleJob } from './job-line.ts';
import type { JobFile, StoredFile } from './job-queue.ts';

/** Maximum times a job is started without finishing before it ends as `failed` (trust.md F18). */
export const MAX_ATTEMPTS = 5;

/** A job whose lease this process holds. `attempt` counts from 1. */
export type LeasedJob = {
  id: string;
  kind: JobKind;
  ownerId: string;
  attempt: number;
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

/**
 * Thrown when the process has lost its lease: another one runs the job now, so this one must stop.
 */
export class LeaseLost extends Error {}

const inSeconds = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`;

/**
 * Takes the lease of a queued job for `leaseSeconds`; undefined if it is running elsewhere or has
 * ended.
 */
export async function takeLeaseRow(
  db: Db,
  id: string,
  leaseSeconds: number,
): Promise<LeasedJob | undefined> {
  return db
    .updateTable('jobs')
    .set({
      status: 'running',
      leaseUntil: inSeconds(leaseSeconds),
      attempts: sql<number>`attempts + 1`,
    })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returning(['id', 'kind', 'ownerId', 'attempts as attempt', 'params'])
    .executeTakeFirst();
}

/** Renews the lease, and saves the progress in percent if given. Throws `LeaseLost`. */
export async function renewLeaseRow(
  db: Db,
  job: LeasedJob,
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

/** Ends the job as failed with the reason shown to its owner, and notifies them. */
export async function failJobRow(tx: Tx, job: LeasedJob, reason: string): Promise<void> {
  const failed = await held(tx, job)
    .set({
      status: 'failed',
      leaseUntil: null,
      input: null,
      finishedAt: sql<string>`now()`,
      errors: failure(reason),
    })
    .returning('id')
    .execute();
  await notifyOfJobs(
    tx,
    failed.map(({ id }) => id),
  );
}

/**
 * Returns the job to the queue, to run again after `delaySeconds`. An interrupted attempt does not
 * count.
 */
export async function returnJob(
  db: Db,
  job: LeasedJob,
  delaySeconds: number,
  interrupted: boolean,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await held(tx, job)
      .set({
        status: 'queued',
        leaseUntil: null,
        ...(interrupted && { attempts: sql<number>`attempts - 1` }),
      })
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await scheduleJob(tx, job.kind, job.id, { delaySeconds });
  });
}

/** Seconds after which a job that was fetched but has no lease belongs to a dead process. */
const TAKEN_WITHIN_SECONDS = 10;

/**
 * Requeues the jobs whose process died and returns their IDs. A job that was started too often fails
 * instead. With `alone`, this process is the only one on the database and has not started any jobs
 * yet, so every running job is lost. `leaseSeconds` is the lease that the processes use.
 */
export async function recoverJobs(
  db: Db,
  { alone = false, leaseSeconds = LEASE_SECONDS } = {},
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    if (alone)
      await sql`
        select graphile_worker.force_unlock_workers(array(
          select distinct locked_by
          from graphile_worker.jobs
          where locked_by is not null))`.execute(tx);
    const lost = () => {
      const running = tx.updateTable('jobs').where('status', '=', 'running');
      return alone ? running : running.where(isLost(leaseSeconds));
    };
    const failed = await lost()
      .set({
        status: 'failed',
        leaseUntil: null,
        input: null,
        finishedAt: sql<string>`now()`,
        errors: failure(`It was started ${MAX_ATTEMPTS} times and interrupted each time.`),
      })
      .where('attempts', '>=', MAX_ATTEMPTS)
      .returning('id')
      .execute();
    await notifyOfJobs(
      tx,
      failed.map(({ id }) => id),
    );
    const recovered = await lost()
      .set({ status: 'queued', leaseUntil: null })
      .returning(['id', 'kind'])
      .execute();
    const dropped = await findDropped(tx);
    await unlockRunners(
      tx,
      recovered.map(({ id }) => id),
    );
    for (const { id, kind } of [...recovered, ...dropped]) await scheduleJob(tx, kind, id);
    return [...recovered, ...dropped].map(({ id }) => id);
  });
}

/**
 * Finds queued jobs that no runner will run: one fetched them, but ended before taking the lease.
 * Without this, the runner's own timeout of four hours would apply.
 */
async function findDropped(tx: Tx): Promise<{ id: string; kind: JobKind }[]> {
  const { rows } = await sql<{ id: string; kind: JobKind }>`
    select id, kind
    from jobs
    where status = 'queued'
      and not exists (
        select
        from graphile_worker.jobs waiting
        where waiting.key = jobs.id::text
          and (
            waiting.locked_at is null
              or waiting.locked_at > now()
                - make_interval(secs => ${TAKEN_WITHIN_SECONDS})))`.execute(tx);
  return rows;
}

/**
 * Releases the jobs and queues locked by dead runners, so that the next jobs in those queues can
 * run. A runner is dead if one of its jobs was just recovered, or was fetched a while ago and is
 * neither running nor removed.
 */
async function unlockRunners(tx: Tx, recovered: readonly string[]): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by
      from graphile_worker.jobs
      where locked_by is not null
      and task_identifier in ('sync', 'import', 'export', 'report')
      and (
        key = any(${recovered})
        or locked_at < now() - make_interval(secs => ${TAKEN_WITHIN_SECONDS})
        and coalesce(key, '') not in (select id::text from jobs where status = 'running')
      )
    ))`.execute(tx);
}

/**
 * Cancels a job for its owner. Returns false if it has already ended. A process that runs it loses
 * its lease, and its uncommitted work.
 */
export async function cancelJob(tx: Tx, id: string, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({
      status: 'failed',
      leaseUntil: null,
      input: null,
      finishedAt: sql<string>`now()`,
      errors: failure(reason),
    })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await leaveLine(tx, id);
  return numUpdatedRows > 0n;
}

function held(db: Db, { id, attempt }: LeasedJob) {
  return db
    .updateTable('jobs')
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('attempts', '=', attempt);
}

function failure(message: string): string {
  return JSON.stringify([{ file: '', row: null, column: null, message }] satisfies JobError[]);
}
