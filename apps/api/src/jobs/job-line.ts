import type { JobKind } from '@pos/contract/staff/jobs';
import { sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';
import { Failure } from '#api/http/failure.ts';

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

/** Queue of a person's jobs of one kind. The runner runs one job per queue at a time. */
const queueName = (kind: JobKind, ownerId: string) => `${kind}:${ownerId}`;

/**
 * Returns the priority of a new job: the number of unfinished jobs its owner already has. The runner
 * takes lower numbers first, so each person's first job runs before anyone's second. Concurrent
 * calls for one kind wait for each other. Throws 429 RATE_LIMITED beyond the kind's limits.
 */
export async function enterLine(
  tx: Tx,
  kind: JobKind,
  ownerId: string,
): Promise<{ priority: number }> {
  if (!isLimited(kind)) return { priority: 0 };
  await sql`select pg_advisory_xact_lock(hashtextextended(${`jobs waiting: ${kind}`}, 0))`.execute(
    tx,
  );
  const queues = Object.keys(LIMITS).map((one) => queueName(one as LimitedKind, ownerId));
  const { rows } = await sql<{ own: number; all: number; unfinished: number }>`
    select
      count(*) filter (
        where queue_name = ${queueName(kind, ownerId)} and locked_at is null)::int as own,
      count(*) filter (where task_identifier = ${kind} and locked_at is null)::int as "all",
      count(*) filter (where queue_name = any(${queues}))::int as unfinished
    from graphile_worker.jobs
    where attempts < max_attempts or locked_at is not null`.execute(tx);
  const { own, all, unfinished } = rows[0] ?? { own: 0, all: 0, unfinished: 0 };
  refuseBeyond(LIMITS[kind], own, all);
  return { priority: unfinished };
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

/**
 * Schedules a queued job to run in `delaySeconds`, replacing an earlier schedule of the same job. A
 * job that is started again has priority 0 and goes first.
 */
export async function scheduleJob(
  tx: Tx,
  kind: JobKind,
  id: string,
  { delaySeconds = 0, priority = 0 }: { delaySeconds?: number; priority?: number } = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      ${kind},
      json_build_object('jobId', ${id}::text),
      queue_name => (select kind || ':' || owner_id from jobs where id = ${id} and kind <> 'sync'),
      job_key => ${id},
      priority => ${priority},
      run_at => now() + make_interval(secs => ${delaySeconds})
    )`.execute(tx);
}

/** Removes a canceled job from the queue. */
export async function leaveLine(tx: Tx, id: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${id})`.execute(tx);
}

/** SQL: position of this row of `jobs` among all waiting jobs, from 1; null if it is not waiting. */
export const PLACE_IN_LINE = sql<number | null>`case when jobs.status = 'queued' then (
  select nullif(count(ahead.id), 0)::int
  from graphile_worker.jobs own
  join graphile_worker.jobs ahead
    on (ahead.priority, ahead.run_at, ahead.id) <= (own.priority, own.run_at, own.id)
  where own.key = jobs.id::text
  and own.locked_at is null
  and ahead.locked_at is null
  and ahead.attempts < ahead.max_attempts
  and ahead.task_identifier in ('sync', 'import', 'export', 'report')
) end`;
