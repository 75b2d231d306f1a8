import { jobTasks } from '#api/start/job-tasks.ts';
import { runJobs } from '../app/run-jobs.ts';
import { runSync } from './run-sync.ts';
import { oneSource, sourceFolder } from './source-folder.ts';
import { startTestApp } from '../app/test-app.ts';

/** Starts an app that syncs from a folder of its own, which is removed at the end of the file. */
export async function openSyncDesk() {
  const source = await sourceFolder();
  const test = await startTestApp(oneSource(source.path));
  const jobs = await runJobs(test, { tasks: jobTasks(test.db, oneSource(source.path)) });
  test.atEnd(() => source.drop());
  return {
    test,
    source,
    /** The jobs that run syncs. */
    jobs,
    /** Runs a sync to its end; of all files by default. */
    sync: (scope?: Parameters<typeof runSync>[1]) => runSync(test.owner, scope),
    /** Returns the stored row of a title. */
    titleRow: (sku: string) =>
      test.db.selectFrom('titles').selectAll().where('sku', '=', sku).executeTakeFirstOrThrow(),
  };
}
