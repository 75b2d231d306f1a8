import type { Db } from './db/db.ts';
import { MAIL_TASK, sendOrderedMail, type MailSurroundings } from './features/auth/mail.service.ts';
import { syncTask } from './features/sync/sync.service.ts';
import type { JobsOptions } from './jobs/run-jobs.ts';

/** Every kind of job that the product runs, with the feature that does it. */
export function jobTasks(db: Db, { syncSource }: { syncSource?: string | undefined }): JobsOptions['tasks'] {
  return { sync: syncTask(db, syncSource) };
}

/** What is done behind the calls without a job that somebody could look at. */
export function errands(mail: MailSurroundings): NonNullable<JobsOptions['errands']> {
  return { [MAIL_TASK]: (payload) => sendOrderedMail(mail, payload) };
}
