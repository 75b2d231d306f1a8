import { sql } from 'kysely';
import { openDb } from '#api/db/db.ts';
import { uploadTask } from '#api/imports/uploads/uploads.service.ts';
import { startJobs } from '#api/jobs/run-jobs.ts';

/**
 * Separate process that runs the imports of `DATABASE_URL` until just before the commit: it prints
 * "written" and waits to be killed.
 */
const url = process.env['DATABASE_URL'];
if (!url) throw new Error('Set DATABASE_URL.');
const db = openDb(url, () => undefined);
const run = uploadTask(db);
await startJobs({
  db,
  log: { warn: console.error, error: console.error },
  tasks: {
    import: (job) =>
      run({
        ...job,
        finish: async (tx) => {
          await sql`select 1`.execute(tx);
          console.log('written');
          await new Promise((resolve) => setTimeout(resolve, 600_000));
        },
      }),
  },
});
