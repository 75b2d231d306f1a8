import type { Job, JobsQuery } from '@pos/contract/jobs';
import type { Db } from '#api/db/db.ts';
import { sortOf } from '#api/http/paging.ts';
import type { JobFile, StoredFile } from '#api/jobs/job-queue.ts';

const columns = ['id', 'kind', 'status', 'progress', 'result', 'errors', 'createdAt', 'finishedAt'] as const;

/** One page of the jobs of this owner and how many there are. */
export async function findOwnJobs(db: Db, ownerId: string, { kind, status, sort, page, limit }: JobsQuery): Promise<{ results: Job[]; total: number }> {
  let own = db.selectFrom('jobs').where('ownerId', '=', ownerId);
  if (kind) own = own.where('kind', 'in', kind);
  if (status) own = own.where('status', 'in', status);
  const { field, direction } = sortOf(sort);
  const [results, { total }] = await Promise.all([
    own.select(columns).orderBy(field, direction).orderBy('id', direction).limit(limit).offset((page - 1) * limit).execute(),
    own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { results, total };
}

/** A job of this owner; another one's does not exist for them (trust.md R06). */
export function findOwnJob(db: Db, ownerId: string, id: string): Promise<Job | undefined> {
  return db
    .selectFrom('jobs')
    .select(columns)
    .where('id', '=', id)
    .where('ownerId', '=', ownerId)
    .executeTakeFirst();
}

/** The file of a job of this owner, once the job has ended. */
export async function findOwnJobFile(db: Db, ownerId: string, id: string): Promise<JobFile | StoredFile | undefined> {
  const job = await db
    .selectFrom('jobs')
    .select(['file', 'fileName', 'storedFile'])
    .where('id', '=', id)
    .where('ownerId', '=', ownerId)
    .where('status', 'in', ['succeeded', 'partial'])
    .executeTakeFirst();
  if (!job?.fileName) return undefined;
  if (job.storedFile) return { name: job.fileName, storedAs: job.storedFile };
  return job.file ? { name: job.fileName, bytes: job.file } : undefined;
}
