import { openDb } from '#api/db/db.ts';
import { syncTask } from '#api/imports/sync/sync.service.ts';
import { oneSource } from '../selling/source-folder.ts';
import { startJobs } from '#api/jobs/run-jobs.ts';

/**
 * Separate process that syncs `DATABASE_URL` from `SYNC_SOURCE` and trusts the authorities in its
 * environment. Prints a line when it has started.
 */
const { DATABASE_URL = '', SYNC_SOURCE = '' } = process.env;
const db = openDb(DATABASE_URL, () => undefined);
await startJobs({
  db,
  log: { warn: console.error, error: console.error },
  tasks: { sync: syncTask(db, oneSource(SYNC_SOURCE).syncSources) },
});
process.stdout.write('begun');
