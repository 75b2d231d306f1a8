import { jobTasks } from '#api/job-tasks.ts';
import { runJobs, type TestJobs } from './run-jobs.ts';
import { runSync } from './run-sync.ts';
import { oneSource, sourceFolder, type SourceFolder } from './source-folder.ts';
import { startTestApp, type TestApp } from './test-app.ts';

export type SyncDesk = {
  test: TestApp;
  source: SourceFolder;
  /** The jobs that run syncs. */
  jobs: TestJobs;
  /** Runs a sync to its end; of all files by default. */
  sync(scope?: Parameters<typeof runSync>[1]): ReturnType<typeof runSync>;
  /** Returns the stored row of a title. */
  titleRow(sku: string): ReturnType<typeof findTitleRow>;
};

/** Starts an app that syncs from a folder of its own, which is removed at the end of the file. */
export async function openSyncDesk(): Promise<SyncDesk> {
  const source = await sourceFolder();
  const test = await startTestApp(oneSource(source.path));
  const jobs = await runJobs(test, { tasks: jobTasks(test.db, oneSource(source.path)) });
  test.atEnd(() => source.drop());
  return {
    test,
    source,
    jobs,
    sync: (scope = 'all') => runSync(test.owner, scope),
    titleRow: (sku) => findTitleRow(test, sku),
  };
}

function findTitleRow({ db }: TestApp, sku: string) {
  return db.selectFrom('titles').selectAll().where('sku', '=', sku).executeTakeFirstOrThrow();
}
