import type { Db } from './db/db.ts';
import { syncTask } from './features/sync/sync.service.ts';
import type { JobsOptions } from './jobs/run-jobs.ts';

/** Every kind of job that the product runs, with the feature that does it. */
export function jobTasks(db: Db, { syncSource }: { syncSource?: string | undefined }): JobsOptions['tasks'] {
  return { sync: syncTask(db, syncSource) };
}
