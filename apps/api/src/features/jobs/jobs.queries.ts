import type { Job } from '@pos/contract/jobs';
import type { Db } from '#api/db/db.ts';
import type { JobFile } from '#api/jobs/job-queue.ts';

/** A job of this owner; another one's does not exist for them (trust.md R06). */
export function findOwnJob(db: Db, ownerId: string, id: string): Promise<Job | undefined> {
  return db
    .selectFrom('jobs')
    .select(['id', 'kind', 'status', 'progress', 'result', 'errors', 'createdAt', 'finishedAt'])
    .where('id', '=', id)
    .where('ownerId', '=', ownerId)
    .executeTakeFirst();
}

/** The file of a job of this owner, once the job has ended. */
export async function findOwnJobFile(db: Db, ownerId: string, id: string): Promise<JobFile | undefined> {
  const job = await db
    .selectFrom('jobs')
    .select(['file', 'fileName'])
    .where('id', '=', id)
    .where('ownerId', '=', ownerId)
    .where('status', 'in', ['succeeded', 'partial'])
    .executeTakeFirst();
  return job?.file && job.fileName ? { name: job.fileName, bytes: job.file } : undefined;
}
