import { jobTasks } from '#api/start/job-tasks.ts';
import { type JobsOptions, startJobs } from '#api/jobs/run-jobs.ts';
import type { TestApp } from './test-app.ts';

/** Jobs of a test app. Stopping them again does nothing. */
export type TestJobs = { stop(): Promise<void> };

/**
 * Runs the jobs of a test app until `stop`, or else until its test file ends. `own` replaces the
 * product's options.
 */
export async function runJobs(test: TestApp, own: Partial<JobsOptions> = {}): Promise<TestJobs> {
  const jobs = await startJobs({
    db: test.db,
    tasks: jobTasks(test.db, test),
    log: console,
    pollMs: 100,
    ...own,
  });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= jobs.stop());
  test.atEnd(stop);
  return { stop };
}
