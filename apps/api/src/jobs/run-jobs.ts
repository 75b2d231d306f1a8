import { setTimeout as pause } from 'node:timers/promises';
import type { JobKind } from '@pos/contract/staff/jobs';
import { Logger, run, type JobHelpers, type Runner, type RunnerOptions } from 'graphile-worker';
import type { Pool } from 'pg';
import { isAway, isUnavailable } from '#api/db/database-errors.ts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { openPool, type PoolOptions } from '#api/db/pool.ts';
import { retry } from '@pos/basics/retry';
import { type Log, withLog } from '#api/http/log.ts';
import { holdJob, LEASE_SECONDS, RENEW_EVERY_SECONDS } from './job-hold.ts';
import {
  failJobRow,
  finishJobRow,
  LeaseLost,
  MAX_ATTEMPTS,
  recoverJobs,
  renewLeaseRow,
  returnJob,
  takeLeaseRow,
  type JobOutcome,
  type LeasedJob,
} from './job-lease.ts';

/**
 * A running job. A task calls `progress` (in percent) between its steps; it throws if the work must
 * stop. `finish` ends the job in the transaction of its effects, so that both happen once or not at
 * all; the task then returns nothing.
 */
export type RunningJob = LeasedJob & {
  signal: AbortSignal;
  progress(percent: number): Promise<void>;
  finish(tx: Tx, outcome: JobOutcome): Promise<void>;
};

/**
 * Runs a kind of job. May run more than once for one job (a process may die at any moment), so its
 * effects are keyed by the job's ID or subject. `JobFailure` ends the job; any other error is
 * retried.
 */
export type JobTask = (job: RunningJob) => Promise<JobOutcome | undefined>;

/** Thrown for an expected end without a result. The message is for the job's owner. */
export class JobFailure extends Error {}

/** Runs a queued task by its payload. It is tried again if it throws, unless this `isLastTry`. */
export type BackgroundTask = (payload: unknown, isLastTry: boolean) => Promise<void>;

export type JobsOptions = {
  connectionString: string;
  db: Db;
  tasks: Partial<Record<JobKind, JobTask>>;
  /** Background tasks without a job record, by name, such as email. */
  backgroundTasks?: Record<string, BackgroundTask>;
  /**
   * Recurring tasks: name to cron line (UTC). Each runs in one of several processes; runs missed
   * while none was up are made up for.
   */
  recurring?: Record<string, string>;
  log: Log;
  /**
   * True if no other process works on this database, so that jobs left running by an ended process
   * restart at once.
   */
  alone?: boolean;
  /** Seconds that a job stays with an unresponsive process; 30 by default. */
  leaseSeconds?: number;
  /**
   * Poll interval for due jobs in ms; 500 by default. The next job of a line waits for it: the last
   * one is not marked as ended yet when the runner looks for more.
   */
  pollMs?: number;
};

/** One connection listens, two hold the jobs at work, the others fetch and end jobs. */
const RUNNER_POOL: PoolOptions = { size: 5, statementTimeout: 15_000 };

/** Interval to renew a lease and look for lost jobs, in ms. */
const renewEvery = (leaseSeconds: number) =>
  Math.min(RENEW_EVERY_SECONDS, leaseSeconds / 3) * 1_000;

/**
 * Runs queued jobs, two at a time, until `stop`, which interrupts running jobs and returns them to
 * the queue.
 */
export async function startJobs(options: JobsOptions): Promise<{ stop(): Promise<void> }> {
  const { connectionString, db, log, leaseSeconds = LEASE_SECONDS, alone = false } = options;
  const pool = openPool(
    connectionString,
    (error) => log.warn({ err: error }, 'a connection of the job runner ended'),
    RUNNER_POOL,
  );
  const stopping = new AbortController();
  const recover = (isAlone = false) =>
    recoverJobs(db, { alone: isAlone, leaseSeconds }).catch((error: unknown) =>
      log.warn({ err: error }, 'could not look for lost jobs'),
    );
  await recover(alone);
  let runner: Runner | undefined = await begin(options, pool, stopping.signal).catch(
    async (error: unknown) => {
      await pool.end();
      throw error;
    },
  );
  const recovering = setInterval(() => void recover(), renewEvery(leaseSeconds));

  const keepRunning = async () => {
    while (!stopping.signal.aborted) {
      try {
        runner ??= await begin(options, pool, stopping.signal);
        if (stopping.signal.aborted) await runner.stop();
        await runner.promise;
      } catch (error) {
        // The runner ends if the database was unreachable when a job ended.
        log.warn({ err: error }, 'the job runner ended and is being restarted');
      }
      runner = undefined;
      await pause(1_000, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = keepRunning();
  return {
    async stop() {
      clearInterval(recovering);
      stopping.abort(new Error('The process is stopping.'));
      await runner?.stop().catch(() => undefined);
      await running;
      await pool.end();
    },
  };
}

/**
 * graphile-worker does not wait for the answer when it writes the end of a job, so if the database
 * is unreachable, the rejection would end the process. In batches, even of one, it ends the runner
 * instead, which `keepRunning` restarts.
 */
const ENDS_IN_BATCHES: RunnerOptions['preset'] & object = {
  worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
};

function begin(
  {
    db,
    tasks,
    backgroundTasks = {},
    recurring = {},
    log,
    leaseSeconds = LEASE_SECONDS,
    pollMs = 500,
  }: JobsOptions,
  pgPool: Pool,
  stopping: AbortSignal,
): Promise<Runner> {
  const taskList = {
    ...Object.fromEntries(
      Object.entries(tasks).map(([kind, task]) => [
        kind,
        (payload: unknown) =>
          runJob(db, jobIdOf(payload), task, { pgPool, log, leaseSeconds, stopping }),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(backgroundTasks).map(([name, task]) => [
        name,
        (payload: unknown, { job }: JobHelpers) => task(payload, job.attempts >= job.max_attempts),
      ]),
    ),
  };
  const logger = new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ runner: message }, 'job runner');
  });
  // One waiting run of a task is enough, however many were missed.
  const crontab = Object.entries(recurring)
    .map(
      ([backgroundTask, times]) =>
        `${times} ${backgroundTask} ?fill=10m&max=5&jobKey=${backgroundTask}`,
    )
    .join('\n');
  return run({
    pgPool,
    taskList,
    crontab,
    logger,
    concurrency: 2,
    pollInterval: pollMs,
    noHandleSignals: true,
    preset: ENDS_IN_BATCHES,
  });
}

function jobIdOf(payload: unknown): string {
  if (
    typeof payload === 'object' &&
    payload !== null &&
    'jobId' in payload &&
    typeof payload.jobId === 'string'
  )
    return payload.jobId;
  throw new TypeError('A queued job has no job ID.');
}

/** Interval of tries to end a job while the database is unreachable, in ms. */
const REACHABLE_EVERY_MS = 500;

type JobContext = { pgPool: Pool; log: Log; leaseSeconds: number; stopping: AbortSignal };

async function runJob(
  db: Db,
  id: string,
  task: JobTask,
  { pgPool, log, leaseSeconds, stopping }: JobContext,
): Promise<void> {
  if (stopping.aborted) throw stopping.reason;
  const job = await takeLeaseRow(db, id, leaseSeconds);
  if (!job) return;
  const letGo = await holdJob(pgPool, id);
  const lost = new AbortController();
  const signal = AbortSignal.any([stopping, lost.signal]);
  const renewing = setInterval(
    () =>
      void renewLeaseRow(db, job, leaseSeconds).catch(
        (error: unknown) => error instanceof LeaseLost && lost.abort(error),
      ),
    renewEvery(leaseSeconds),
  );
  const progress = async (percent: number) => {
    signal.throwIfAborted();
    await renewLeaseRow(db, job, leaseSeconds, percent);
  };
  try {
    const finish: RunningJob['finish'] = (tx, end) => finishJobRow(tx, job, end);
    const running = () => task({ ...job, signal, progress, finish });
    const outcome = await withLog(log, running, { jobId: id });
    if (outcome) await inTransaction(db, (tx) => finishJobRow(tx, job, outcome));
  } catch (error) {
    if (error instanceof LeaseLost || lost.signal.aborted)
      return log.warn({ jobId: id }, 'a job was taken over by another process');
    await retry(() => endOrReturn(db, job, error, { log, stopping }), {
      when: isUnavailable,
      delayMs: () => REACHABLE_EVERY_MS,
      signal: stopping,
    });
  } finally {
    clearInterval(renewing);
    await letGo();
  }
}

/**
 * Ends a failed job, or returns it to the queue for a retry. An attempt cut off by an unreachable
 * database counts.
 */
async function endOrReturn(
  db: Db,
  job: LeasedJob,
  error: unknown,
  { log, stopping }: Pick<JobContext, 'log' | 'stopping'>,
): Promise<void> {
  if (error instanceof JobFailure)
    return inTransaction(db, (tx) => failJobRow(tx, job, error.message));
  if (stopping.aborted) return returnJob(db, job, 0, true);
  const isCutOff = isAway(error);
  log[isCutOff ? 'warn' : 'error'](
    { err: error, jobId: job.id, attempt: job.attempt },
    isCutOff ? 'a job was interrupted by the database' : 'a job failed',
  );
  const reason = `It failed ${MAX_ATTEMPTS} times. Give this reference to support: ${job.id}.`;
  if (job.attempt >= MAX_ATTEMPTS) return inTransaction(db, (tx) => failJobRow(tx, job, reason));
  await returnJob(db, job, isCutOff ? 0 : 2 ** job.attempt, false);
}
