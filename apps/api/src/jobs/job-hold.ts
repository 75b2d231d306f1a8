import { sql } from 'kysely';
import type { Pool } from 'pg';

/** Seconds that a job stays with an unresponsive process. */
export const LEASE_SECONDS = 30;
/**
 * Interval in seconds to renew a running job's lease and look for lost jobs, at most a third of the
 * lease.
 */
export const RENEW_EVERY_SECONDS = 2;
/** Seconds without a renewal after which an unclaimed job belongs to a dead process. */
const SILENT_SECONDS = 5;
/** Seconds until such a job is running again, including the time to detect it. */
const GONE_SECONDS = 10;

/** First key of the advisory locks; the second is the job's hash. */
const LOCK_CLASS = 7_405;

/**
 * Marks a running job as owned by a database session, which ends with its process even after a
 * kill. Returns the function that releases it. Without a free connection only the lease shows that
 * the process is alive.
 */
export async function holdJob(pool: Pool, id: string): Promise<() => Promise<void>> {
  try {
    const client = await pool.connect();
    try {
      await client.query('select pg_try_advisory_lock($1, hashtext($2))', [LOCK_CLASS, id]);
    } catch (error) {
      client.release(true);
      throw error;
    }
    return async () => {
      try {
        await client.query('select pg_advisory_unlock_all()');
        client.release();
      } catch {
        client.release(true);
      }
    };
  } catch {
    return async () => undefined;
  }
}

/** SQL condition: a session holds this row of `jobs`. */
const IS_HELD = sql<boolean>`exists (
  select
  from pg_locks
  where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())
    and classid = ${sql.lit(LOCK_CLASS)}
    and objid = (hashtext(jobs.id::text)::bigint & 4294967295)::oid
    and objsubid = 2
)`;

/**
 * SQL condition: the process of this row of `jobs` is gone. Its lease has expired, or no session
 * holds the job and the lease was not renewed for 5 seconds.
 */
export const isLost = (leaseSeconds: number) => sql<boolean>`(
  jobs.lease_until < now()
  or jobs.lease_until < now() + make_interval(secs => ${Math.max(0, leaseSeconds - SILENT_SECONDS)})
  and not ${IS_HELD}
)`;

/** SQL: seconds until a job restarts after its process died or went silent; null if it is running. */
export const RESTARTS_WITHIN = sql<number | null>`case
  when jobs.status <> 'running' then null
  when ${isLost(LEASE_SECONDS)} then ${sql.lit(GONE_SECONDS)}
  when jobs.lease_until < now() + make_interval(secs => ${sql.lit(LEASE_SECONDS / 2)})
    then (ceil(extract(epoch from jobs.lease_until - now())) + ${sql.lit(GONE_SECONDS)})::int
end`;
