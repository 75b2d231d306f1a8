import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Job } from '@pos/contract/jobs';
import { afterAll } from 'vitest';
import { jobTasks } from '#api/job-tasks.ts';
import { startJobs } from '#api/jobs/run-jobs.ts';
import type { TestApp } from './test-app.ts';

/** A folder of the source system with these files (api.md, "What the source system delivers"), removed when the test file ends. */
export async function sourceFolder(files: Record<string, readonly string[]>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pos-admin-source-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  for (const [name, lines] of Object.entries(files)) await writeFile(path.join(folder, name), `${lines.join('\n')}\n`);
  return folder;
}

/** Starts settings/sync as the owner, runs its job and gives what became of it. */
export async function syncFrom(test: TestApp, syncSource: string): Promise<Job> {
  const { data: { jobId } } = await test.owner.settings.sync({ body: { scope: 'all' } });
  const log = { warn: console.error, error: console.error };
  const jobs = await startJobs({ connectionString: test.url, db: test.db, tasks: jobTasks(test.db, { syncSource }), log });
  try {
    for (;;) {
      const { data: job } = await test.owner.jobs.getById({ params: { id: jobId } });
      if (job.finishedAt !== null) return job;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    await jobs.stop();
  }
}
