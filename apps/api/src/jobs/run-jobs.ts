import { setTimeout as pause } from 'node:timers/promises';
import type { JobKind } from '@pos/contract/staff/jobs';
import { retry } from '@pos/basics/retry';
import { isAway, isUnavailable } from '#api/db/database-errors.ts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { type Log, withLog } from '#api/http/log.ts';
import {
  failJobRow,
  finishJobRow,
  finishTaskRow,
  giveBackJobRow,
  LEASE_SECONDS,
  LeaseLost,
  planRecurring,
  recoverJobs,
  RENEW_EVERY_SECONDS,
  renewLeaseRow,
  returnJobRow,
  takeNext,
  type JobOutcome,
  type Leased,
  type LeasedJob,
  type Recurrence,
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
  db: Db;
  tasks: Partial<Record<JobKind, JobTask>>;
  /** Background tasks, which nobody owns, by name, such as email. */
  backgroundTasks?: Record<string, BackgroundTask>;
  /**
   * Recurring ones of them. Each runs in one of several processes; of the runs missed while none was
   * up, one is made up for.
   */
  recurring?: Readonly<Record<string, Recurrence>>;
  log: Log;
  /**
   * True if no other process works on this database, so that jobs left running by an ended process
   * restart at once.
   */
  alone?: boolean;
  /** Seconds that a job stays with an unresponsive process; 8 by default. */
  leaseSeconds?: number;
  /** Poll interval for due jobs in ms; 500 by default. */
  pollMs?: number;
};

/** Jobs that a process runs at once. */
const AT_ONCE = 2;

/**
 * Runs queued jobs, two at a time, until `stop`, which interrupts running jobs and returns them to
 * the queue.
 */
export async function startJobs(options: JobsOptions): Promise<{ stop(): Promise<void> }> {
  const runner = new JobRunner(options);
  await runner.recover(options.alone);
  await planRecurring(options.db, options.recurring ?? {});
  return runner.start();
}

class JobRunner {
  readonly #options: JobsOptions;
  readonly #kinds: readonly string[];
  readonly #leaseSeconds: number;
  readonly #renewMs: number;
  readonly #atWork = new Set<string>();
  readonly #stopping = new AbortController();

  constructor(options: JobsOptions) {
    this.#options = options;
    this.#kinds = Object.keys({ ...options.tasks, ...options.backgroundTasks });
    this.#leaseSeconds = options.leaseSeconds ?? LEASE_SECONDS;
    this.#renewMs = Math.min(RENEW_EVERY_SECONDS, this.#leaseSeconds / 3) * 1_000;
  }

  start(): { stop(): Promise<void> } {
    const recovering = setInterval(() => void this.recover(), this.#renewMs);
    const loops = Array.from({ length: AT_ONCE }, () => this.#loop());
    return {
      stop: async () => {
        clearInterval(recovering);
        this.#stopping.abort(new Error('The process is stopping.'));
        await Promise.all(loops);
      },
    };
  }

  recover(alone = false): Promise<void> {
    const { db, log } = this.#options;
    return recoverJobs(db, { alone, atWork: [...this.#atWork] }).catch((error: unknown) =>
      log.warn({ err: error }, 'could not look for lost jobs'),
    );
  }

  /** Runs one due job after another. */
  async #loop(): Promise<void> {
    const { db, log, pollMs = 500 } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const next = await takeNext(db, this.#kinds, this.#leaseSeconds);
        if (next) await this.#run(next);
        else await pause(pollMs, undefined, { signal }).catch(() => undefined);
      } catch (error) {
        log.warn({ err: error }, 'the job runner was interrupted and goes on');
        await pause(1_000, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #run(job: Leased): Promise<void> {
    const { db, log } = this.#options;
    const lost = new AbortController();
    this.#atWork.add(job.id);
    const renewing = setInterval(
      () =>
        void renewLeaseRow(db, job, this.#leaseSeconds).catch(
          (error: unknown) => error instanceof LeaseLost && lost.abort(error),
        ),
      this.#renewMs,
    );
    try {
      const signal = AbortSignal.any([this.#stopping.signal, lost.signal]);
      await withLog(log, () => this.#perform(job, signal), { jobId: job.id });
    } catch (error) {
      if (error instanceof LeaseLost || lost.signal.aborted)
        return log.warn({ jobId: job.id }, 'a job was taken over by another process');
      await this.#untilReachable(() => this.#endOrReturn(job, error));
    } finally {
      clearInterval(renewing);
      this.#atWork.delete(job.id);
    }
  }

  async #perform(job: Leased, signal: AbortSignal): Promise<void> {
    const { db, tasks, backgroundTasks } = this.#options;
    // Taken while the process was told to stop: it goes back, and its task does not begin.
    signal.throwIfAborted();
    if (!isOwned(job)) {
      await backgroundTasks?.[job.kind]?.(job.params, job.attempt >= job.maxAttempts);
      return this.#untilReachable(() => finishTaskRow(db, job, this.#getRecurrence(job)));
    }
    const outcome = await tasks[job.kind]?.({
      ...job,
      signal,
      progress: async (percent) => {
        signal.throwIfAborted();
        await renewLeaseRow(db, job, this.#leaseSeconds, percent);
      },
      finish: (tx, end) => finishJobRow(tx, job, end),
    });
    if (outcome) await inTransaction(db, (tx) => finishJobRow(tx, job, outcome));
  }

  /** Repeats the end of a job while the database cannot be reached. */
  #untilReachable(end: () => Promise<void>): Promise<void> {
    return retry(end, {
      when: isUnavailable,
      delayMs: () => 500,
      signal: this.#stopping.signal,
    });
  }

  /**
   * Ends a failed job, or returns it to the queue for a retry. An attempt cut off by an unreachable
   * database counts.
   */
  async #endOrReturn(job: Leased, error: unknown): Promise<void> {
    const { db, log } = this.#options;
    const { id, kind, attempt, maxAttempts } = job;
    if (error instanceof JobFailure)
      return inTransaction(db, (tx) => failJobRow(tx, job, error.message));
    if (this.#stopping.signal.aborted) return giveBackJobRow(db, job);
    const isCutOff = isAway(error);
    log[isCutOff || !isOwned(job) ? 'warn' : 'error'](
      { err: error, jobId: id, kind, attempt },
      isCutOff ? 'a job was interrupted by the database' : 'a job failed',
    );
    if (attempt >= maxAttempts && !job.isRecurring) {
      const reason = `It failed ${maxAttempts} times. Give this reference to support: ${id}.`;
      return inTransaction(db, (tx) => failJobRow(tx, job, reason));
    }
    // From 3 seconds to 6 hours, so that 12 tries of an email last more than a day.
    const delaySeconds = isCutOff ? 0 : Math.exp(Math.min(10, attempt));
    await returnJobRow(db, job, delaySeconds, this.#getRecurrence(job));
  }

  #getRecurrence({ kind, isRecurring }: Leased): Recurrence | undefined {
    return isRecurring ? this.#options.recurring?.[kind] : undefined;
  }
}

const isOwned = (job: Leased): job is LeasedJob => job.ownerId !== null;
