import type { JobError, JobKind } from '@pos/contract/staff/jobs';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';
import { enterLine, scheduleJob } from './job-line.ts';

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
  const { priority } = await enterLine(tx, kind, ownerId);
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
    })
    .execute();
  await scheduleJob(tx, kind, id, { priority });
  return id;
}

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
