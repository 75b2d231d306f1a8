import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDb } from '#api/db/db.ts';
import { startJobs } from '#api/jobs/run-jobs.ts';

/**
 * Separate process that runs the jobs of `DATABASE_URL` and prints "begun". A job with the param
 * `asks` queries the database that many times, 20 ms apart; any other job never ends and waits to
 * be killed.
 */
const url = process.env['DATABASE_URL'];
if (!url) throw new Error('Set DATABASE_URL.');
const db = openDb(url, () => undefined);
const log = { warn: console.error, error: console.error };
await startJobs({
  db,
  leaseSeconds: Number(process.env['LEASE_SECONDS'] ?? 1),
  log,
  tasks: {
    import: async ({ params }) => {
      console.log('begun');
      if (typeof params['asks'] !== 'number') await pause(600_000);
      for (let asked = 0; asked < Number(params['asks']); asked++) {
        await sql`select 1`.execute(db);
        await pause(20);
      }
      return { status: 'succeeded', result: { by: process.pid }, errors: [] };
    },
  },
});
