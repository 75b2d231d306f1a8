import { openDb } from '#api/db/db.ts';
import { startJobs } from '#api/jobs/run-jobs.ts';

/**
 * A process of its own that begins the jobs of `DATABASE_URL` and never comes to an end with them: it says "begun" on
 * its output and waits to be killed.
 */
const url = process.env['DATABASE_URL'];
if (!url) throw new Error('Set DATABASE_URL.');
const log = { warn: console.error, error: console.error };
await startJobs({
  connectionString: url,
  db: openDb(url, () => undefined),
  leaseSeconds: 1,
  log,
  tasks: {
    import: async () => {
      console.log('begun');
      await new Promise((resolve) => setTimeout(resolve, 600_000));
      return { status: 'succeeded', result: { by: 'the process that was killed' }, errors: [] };
    },
  },
});
