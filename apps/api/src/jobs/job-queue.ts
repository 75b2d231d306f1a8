import type { JobError, JobKind } from '@pos/contract/staff/jobs';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#api/db/db.ts';
import { Failure } from '#api/http/failure.ts';

/** A finished job's file, at most a few MB, stored in the database. */
export type JobFile = { name: string; bytes: Buffer };

/**
 * A finished job's file of any size: its name for downloads, and the name it is stored under
 * (stored-files.ts).
 */
export type StoredFile = { name: string; storedAs: string };

/**
 * A job to run. `params` is plain JSON for its task, `result` is shown to its owner until it has
 * ended, `input` is a file to read.
 */
export type NewJob = {
  kind: JobKind;
  ownerId: string;
  params: Record<string, unknown>;
  result?: Record<string, unknown>;
  input?: Buffer;
};

/**
 * Queues a job and returns its ID. The job runs once the transaction commits; if it rolls back, the
 * job never existed. Throws 429 RATE_LIMITED beyond the limits of its kind.
 */
export async function enqueueJob(
  tx: Tx,
  { kind, ownerId, params, result, input }: NewJob,
): Promise<string> {
  const id = uuidv7();
  await tx
    .insertInto('jobs')
    .values({
      id,
      kind,
      ownerId,
      params: JSON.stringify(params),
      result: result && JSON.stringify(result),
      input: input ?? null,
      priority: await enterLine(tx, kind, ownerId),
    })
    .execute();
  return id;
}

/**
 * Queues a background task, in the transaction that causes it if `db` is one. It is tried up to
 * `maxAttempts` times, 12 of them within a day.
 */
export async function queueBackgroundTask(
  db: Db,
  task: string,
  payload: object,
  maxAttempts = 12,
): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ id: uuidv7(), kind: task, params: JSON.stringify(payload), maxAttempts })
    .execute();
}

/**
 * Maximum waiting jobs per person and in total. Beyond the total, everybody may still have one, so
 * that a few people cannot fill the line for all.
 */
type Limits = { noun: string; done: string; ofOne: number; ofAll: number };

/**
 * Limits for jobs that people can queue freely. A sync has none, because only one runs at a time.
 * Imports have lower ones: their files wait in the database.
 */
const LIMITS = {
  export: { noun: 'exports', done: 'made', ofOne: 20, ofAll: 60 },
  report: { noun: 'reports', done: 'made', ofOne: 20, ofAll: 60 },
  import: { noun: 'uploads', done: 'done', ofOne: 5, ofAll: 20 },
} satisfies Partial<Record<JobKind, Limits>>;
type LimitedKind = keyof typeof LIMITS;

const isLimited = (kind: JobKind): kind is LimitedKind => kind in LIMITS;

/**
 * Returns the priority of a new job: the number of unfinished jobs its owner already has. The runner
 * takes lower numbers first, so each person's first job runs before anyone's second. Concurrent
 * calls for one kind wait for each other. Throws 429 RATE_LIMITED beyond the kind's limits.
 */
async function enterLine(tx: Tx, kind: JobKind, ownerId: string): Promise<number> {
  if (!isLimited(kind)) return 0;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`jobs waiting: ${kind}`}, 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ own: number; all: number; unfinished: number }>`
    select
      count(*) filter (
        where kind = ${kind} and status = 'queued' and owner_id = ${ownerId})::int as own,
      count(*) filter (where kind = ${kind} and status = 'queued')::int as "all",
      count(*) filter (where owner_id = ${ownerId})::int as unfinished
    from jobs
    where status in ('queued', 'running') and kind = any(${Object.keys(LIMITS)})`.execute(tx);
  const { own, all, unfinished } = rows[0]!;
  refuseBeyond(LIMITS[kind], own, all);
  return unfinished;
}

function refuseBeyond({ noun, done, ofOne, ofAll }: Limits, own: number, all: number): void {
  if (own >= ofOne) {
    throw new Failure(
      'RATE_LIMITED',
      `${own} of your ${noun} are already waiting. Wait until they are ${done}, then request this one again.`,
      { retryAfter: 10 },
    );
  }
  if (all >= ofAll && own > 0) {
    throw new Failure(
      'RATE_LIMITED',
      `${all} ${noun} are already waiting. Try again in a minute.`,
      {
        retryAfter: 30,
      },
    );
  }
}

/** SQL: position of this row of `jobs` among all waiting jobs, from 1; null if it is not waiting. */
export const PLACE_IN_LINE = sql<number | null>`case when jobs.status = 'queued' then (
  select count(*)::int
  from jobs ahead
  where ahead.status = 'queued'
    and ahead.owner_id is not null
    and (ahead.priority, ahead.run_at, ahead.id) <= (jobs.priority, jobs.run_at, jobs.id)
) end`;

type FinishedJob = {
  id: string;
  kind: JobKind;
  ownerId: string;
  status: 'succeeded' | 'partial';
  result: Record<string, unknown>;
  errors: readonly JobError[];
  file: JobFile | undefined;
};

/** Records a job that was completed within its call, for its file or for later actions on it. */
export async function recordFinishedJob(
  tx: Tx,
  { id, kind, ownerId, status, result, errors, file }: FinishedJob,
): Promise<void> {
  await tx
    .insertInto('jobs')
    .values({
      id,
      kind,
      ownerId,
      status,
      progress: 100,
      result: JSON.stringify(result),
      errors: JSON.stringify(errors),
      file: file?.bytes ?? null,
      fileName: file?.name ?? null,
      finishedAt: sql<string>`now()`,
    })
    .execute();
}
