import type { JobError, JobKind } from '@pos/contract/jobs';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';

/** A finished job's file: at most a few MB, kept in the database. */
export type JobFile = { name: string; bytes: Buffer };

/** A job to be run: `params` is plain JSON that its task understands. */
export type NewJob = { kind: JobKind; ownerId: string; params: Record<string, unknown> };

/** Queues a job in the transaction that causes it: it runs once that has committed, or never existed. Gives its id. */
export async function enqueueJob(tx: Tx, { kind, ownerId, params }: NewJob): Promise<string> {
  const id = uuidv7();
  await tx.insertInto('jobs').values({ id, kind, ownerId, params: JSON.stringify(params) }).execute();
  await scheduleJob(tx, kind, id);
  return id;
}

/** Hands a queued job to the runner, `delaySeconds` from now. A run of it that is waiting is replaced. */
export async function scheduleJob(tx: Tx, kind: JobKind, id: string, delaySeconds = 0): Promise<void> {
  await sql`select graphile_worker.add_job(${kind}, json_build_object('jobId', ${id}::text), job_key => ${id},
    run_at => now() + make_interval(secs => ${delaySeconds}))`.execute(tx);
}

/** A job that was done within the call that asked for it, kept for the sake of its file. Gives its id. */
export async function recordFinishedJob(tx: Tx, job: { kind: JobKind; ownerId: string; result: Record<string, unknown>; errors: readonly JobError[]; file: JobFile }): Promise<string> {
  const id = uuidv7();
  await tx
    .insertInto('jobs')
    .values({
      id, kind: job.kind, ownerId: job.ownerId, status: 'succeeded', progress: 100,
      result: JSON.stringify(job.result), errors: JSON.stringify(job.errors), file: job.file.bytes, fileName: job.file.name, finishedAt: sql<string>`now()`,
    })
    .execute();
  return id;
}
