import type { Job, JobKind, JobsQuery } from '@pos/contract/staff/jobs';
import type { Db } from '#api/db/db.ts';
import { toSort } from '#api/lists/paging.ts';
import { RESTARTS_WITHIN } from '#api/jobs/job-lease.ts';
import { PLACE_IN_LINE, type JobFile, type StoredFile } from '#api/jobs/job-queue.ts';

const columns = [
  'id',
  'kind',
  'status',
  'progress',
  'result',
  'errors',
  'createdAt',
  'finishedAt',
] as const;
const waiting = [PLACE_IN_LINE.as('place'), RESTARTS_WITHIN.as('restartsWithinSeconds')] as const;

/** Returns one page of this owner's jobs and the total count. */
export async function findOwnJobs(
  db: Db,
  ownerId: string,
  { kind, status, sort, page, limit }: JobsQuery,
): Promise<{ results: Job[]; total: number }> {
  let own = db.selectFrom('jobs').where('ownerId', '=', ownerId);
  if (kind) own = own.where('kind', 'in', kind);
  if (status) own = own.where('status', 'in', status);
  const { field, direction } = toSort(sort);
  const [results, { total }] = await Promise.all([
    own
      .select(columns)
      .select(waiting)
      .orderBy(field, direction)
      .orderBy('id', direction)
      .limit(limit)
      .offset((page - 1) * limit)
      .$narrowType<{ kind: JobKind }>()
      .execute(),
    own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { results, total };
}

/** Returns a job of this owner. Jobs of others do not exist for them (trust.md R06). */
export function findOwnJob(db: Db, ownerId: string, id: string): Promise<Job | undefined> {
  return db
    .selectFrom('jobs')
    .select(columns)
    .select(waiting)
    .where('id', '=', id)
    .where('ownerId', '=', ownerId)
    .$narrowType<{ kind: JobKind }>()
    .executeTakeFirst();
}

/**
 * Returns the result of this owner's finished job. `file` is missing if the job made none or it was
 * deleted.
 */
export async function findOwnJobFile(
  db: Db,
  ownerId: string,
  id: string,
): Promise<
  { params: unknown; result: unknown; file: JobFile | StoredFile | undefined } | undefined
> {
  const job = await db
    .selectFrom('jobs')
    .select(['params', 'result', 'file', 'fileName', 'storedFile'])
    .where('id', '=', id)
    .where('ownerId', '=', ownerId)
    .where('status', 'in', ['succeeded', 'partial'])
    .executeTakeFirst();
  return job && { params: job.params, result: job.result, file: findFile(job) };
}

type FileColumns = { file: Buffer | null; fileName: string | null; storedFile: string | null };

function findFile({ file, fileName, storedFile }: FileColumns): JobFile | StoredFile | undefined {
  if (!fileName) return undefined;
  if (storedFile) return { name: fileName, storedAs: storedFile };
  return file ? { name: fileName, bytes: file } : undefined;
}
