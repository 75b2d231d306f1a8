import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { inTransaction, openDb } from '#api/db/db.ts';
import { TcpProxy } from '#testing/app/tcp-proxy.ts';
import { testDatabase } from '#testing/app/test-database.ts';
import { recoverJobs } from './job-lease.ts';
import { enqueueJob, queueBackgroundTask } from './job-queue.ts';
import { JobFailure, type JobsOptions, startJobs, type JobTask } from './run-jobs.ts';

/** Lease in seconds of a job that a slow machine must not take away from its process. */
const UNTIL_ENDED = 600;
const LONG_AGO = '2020-01-01T00:00:00.000Z';
const started: { stop(): Promise<void> }[] = [];
const stopAll = () => Promise.all(started.splice(0).map((jobs) => jobs.stop()));
const log = { warn: vi.fn(), error: vi.fn() };

const database = await testDatabase();
const db = openDb(database.url, () => undefined);
const ownerId = await addOwner('owner@example.com');
afterEach(stopAll);
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
async function addOwner(email: string): Promise<string> {
  const [roleId, id] = [uuidv7(), uuidv7()];
  await sql`insert into roles (id, name, description) values (${roleId}, ${email}, 'Owns')`.execute(
    db,
  );
  await sql`
    insert into admins (id, first_name, last_name, email, role_id)
    values (${id}, 'Job', 'Owner', ${email}, ${roleId})`.execute(db);
  return id;
}

/** Tasks that succeed; the second one returns its attempt. */
const succeed: JobTask = async () => ({ status: 'succeeded', result: {}, errors: [] });
const countAttempts: JobTask = async ({ attempt }) => ({
  status: 'succeeded',
  result: { attempt },
  errors: [],
});
const enqueue = (params: Record<string, unknown> = {}) =>
  inTransaction(db, (tx) => enqueueJob(tx, { kind: 'import', ownerId, params }));
const startWith = async (options: Partial<JobsOptions>) =>
  started.push(
    await startJobs({
      db,
      tasks: {},
      log,
      pollMs: 100,
      ...options,
    }),
  );
const start = (task: JobTask, leaseSeconds = 1) =>
  startWith({ tasks: { import: task }, leaseSeconds });
type JobValues = { status?: 'running'; attempts?: number; leaseUntil?: string };
const setJob = (id: string, values: JobValues) =>
  db.updateTable('jobs').set(values).where('id', '=', id).execute();
const jobRow = (id: string) =>
  db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const ended = (id: string) =>
  vi.waitFor(
    async () => {
      const job = await jobRow(id);
      expect(['succeeded', 'partial', 'failed']).toContain(job.status);
      return job;
    },
    { timeout: 20_000, interval: 50 },
  );

const jobProcess = (url: string, leaseSeconds = 1) =>
  spawn(
    process.execPath,
    [fileURLToPath(new URL('../../testing/app/job-process.ts', import.meta.url))],
    {
      env: { ...process.env, DATABASE_URL: url, LEASE_SECONDS: String(leaseSeconds) },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );

test('runs a job with its params and stores result, errors and file', async () => {
  await start(async (job) => {
    await job.progress(50);
    return {
      status: 'partial',
      result: { got: job.params['give'] },
      errors: [{ file: 'a.csv', row: 2, column: 'sku', message: 'Wrong.' }],
      file: { name: 'a.txt', bytes: Buffer.from('hello') },
    };
  });
  const job = await ended(await enqueue({ give: 7 }));
  expect(job).toMatchObject({
    status: 'partial',
    progress: 100,
    result: { got: 7 },
    errors: [{ file: 'a.csv', row: 2, column: 'sku', message: 'Wrong.' }],
    fileName: 'a.txt',
    leaseUntil: null,
  });
  expect(job.file?.toString()).toBe('hello');
  expect(job.finishedAt).not.toBeNull();
});

test('never runs a job whose transaction was rolled back', async () => {
  const task = vi.fn<JobTask>(succeed);
  await start(task);
  const rolledBack = inTransaction(db, async (tx) => {
    await enqueueJob(tx, { kind: 'import', ownerId, params: { lost: true } });
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await ended(await enqueue());
  expect(task.mock.calls.map(([job]) => job.params)).toEqual([{}]);
});

test('retries a job that failed for an unknown reason', async () => {
  await start(async (job) => {
    if (job.attempt === 1) throw new Error('a passing trouble');
    return countAttempts(job);
  });
  expect(await ended(await enqueue())).toMatchObject({
    status: 'succeeded',
    result: { attempt: 2 },
  });
});

test('ends a job as failed with the reason from its task, without a retry', async () => {
  const task = vi.fn<JobTask>(async () => {
    throw new JobFailure('The source is away.');
  });
  await start(task);
  expect(await ended(await enqueue())).toMatchObject({
    status: 'failed',
    errors: [{ file: '', row: null, column: null, message: 'The source is away.' }],
  });
  expect(task).toHaveBeenCalledOnce();
});

test('gives up on a job that fails every time, and runs the others in the meantime', async () => {
  const poison = await enqueue({ poison: true });
  await setJob(poison, { attempts: 4 });
  await start(async (job) => {
    if (job.params['poison']) throw new Error('it never works');
    return succeed(job);
  });
  expect(await ended(await enqueue())).toMatchObject({ status: 'succeeded' });
  expect(await ended(poison)).toMatchObject({ status: 'failed', attempts: 5 });
});

test('runs a job again soon after its process was killed', async () => {
  const id = await enqueue();
  const child = jobProcess(database.url);
  await once(child.stdout, 'data');
  const second = await enqueue();
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  expect(await jobRow(id)).toMatchObject({ status: 'running', attempts: 1 });
  await start(countAttempts);
  expect(await ended(id)).toMatchObject({ status: 'succeeded', result: { attempt: 2 } });
  expect(await ended(second)).toMatchObject({ status: 'succeeded', result: { attempt: 1 } });
});

test('runs one job per person and kind at a time, beside the first of another person', async () => {
  const other = await addOwner('other@example.com');
  const goOn = Promise.withResolvers<void>();
  const begun: unknown[] = [];
  await start(async (job) => {
    begun.push(job.params['name']);
    await goOn.promise;
    return succeed(job);
  }, UNTIL_ENDED);
  const ids: string[] = [];
  for (const name of ['first', 'second', 'third']) ids.push(await enqueue({ name }));
  const theirs = await inTransaction(db, (tx) =>
    enqueueJob(tx, { kind: 'import', ownerId: other, params: { name: 'theirs' } }),
  );
  await vi.waitFor(() => expect(begun).toHaveLength(2), { timeout: 20_000 });
  const together = begun.toSorted();
  goOn.resolve();
  expect(together).toEqual(['first', 'theirs']);
  for (const id of [...ids, theirs]) await ended(id);
  // Two runners that ask at once may take the next two in either order.
  expect(begun.slice(2).toSorted()).toEqual(['second', 'third']);
});

test('restarts a job at once if no other process works on the database', async () => {
  const running = await enqueue();
  await setJob(running, {
    status: 'running',
    attempts: 1,
    leaseUntil: '2100-01-01T00:00:00.000Z',
  });
  await startWith({ tasks: { import: succeed }, alone: true, leaseSeconds: 600 });
  expect(await ended(running)).toMatchObject({ status: 'succeeded', attempts: 2 });
});

test('fails a job whose process died at every attempt', async () => {
  const id = await enqueue();
  await setJob(id, { status: 'running', attempts: 5, leaseUntil: LONG_AGO });
  await recoverJobs(db);
  expect(await jobRow(id)).toMatchObject({ status: 'failed', leaseUntil: null });
});

test('stops writing after it has lost its lease', async () => {
  const firstIsIn = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const attempts: number[] = [];
  await start(async (job) => {
    attempts.push(job.attempt);
    if (job.attempt === 1) {
      firstIsIn.resolve();
      await goOn.promise;
    }
    return countAttempts(job);
  });
  const id = await enqueue();
  await firstIsIn.promise;
  // As another process does that finds the lease at its end.
  await recoverJobs(db, { alone: true });
  expect(await ended(id)).toMatchObject({ result: { attempt: 2 } });
  goOn.resolve();
  await stopAll();
  expect(await jobRow(id)).toMatchObject({ status: 'succeeded', result: { attempt: 2 } });
  expect(attempts).toEqual([1, 2]);
});

test('continues after the database has ended every connection', async () => {
  await start(succeed);
  await ended(await enqueue());
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
  const id = await vi.waitFor(() => enqueue(), { timeout: 20_000 });
  expect(await ended(id)).toMatchObject({ status: 'succeeded' });
});

test('waits if the database goes away in the middle of a job, and finishes the job', async () => {
  const proxy = await TcpProxy.open(database.url);
  const child = jobProcess(proxy.url(database.url));
  const exited = once(child, 'exit');
  try {
    const id = await enqueue({ asks: 100 });
    for (let outage = 1; outage <= 2; outage++) {
      const [event] = await Promise.race([
        once(child.stdout, 'data').then(() => ['the job is under way']),
        exited.then(() => ['the process ended']),
      ]);
      expect(event).toBe('the job is under way');
      await proxy.refuse();
      await pause(800);
      await proxy.resume();
    }
    expect(await ended(id)).toMatchObject({ status: 'succeeded', result: { by: child.pid } });
    expect(child.exitCode).toBeNull();
  } finally {
    child.kill('SIGKILL');
    // Its last query must not take the job of the next test.
    await exited;
    await proxy.close();
  }
});

test('gives a running job back on shutdown, which does not count as an attempt', async () => {
  const begun = Promise.withResolvers<void>();
  await start(async (job) => {
    begun.resolve();
    await once(job.signal, 'abort');
    throw job.signal.reason;
  }, UNTIL_ENDED);
  const id = await enqueue();
  await begun.promise;
  await stopAll();
  expect(await jobRow(id)).toMatchObject({ status: 'queued', attempts: 0 });
  await start(succeed);
  expect(await ended(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
});

test('gives back a job that it took while it was stopped, and does not begin it', async () => {
  const task = vi.fn<JobTask>(succeed);
  await start(task, UNTIL_ENDED);
  const { id, stopped } = await inTransaction(db, async (tx) => {
    await sql`lock table jobs in access exclusive mode`.execute(tx);
    const queued = await enqueueJob(tx, { kind: 'import', ownerId, params: {} });
    // The runner asks for its next job, and waits for the table.
    await vi.waitFor(
      async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
            and query like 'update "jobs" set "status" = %skip locked%'`.execute(tx);
        expect(rows).not.toEqual([]);
      },
      { timeout: 20_000 },
    );
    return { id: queued, stopped: stopAll() };
  });
  await stopped;
  expect(task).not.toHaveBeenCalled();
  expect(await jobRow(id)).toMatchObject({ status: 'queued', attempts: 0 });
});

test('makes up for a recurring task missed while nothing ran, once', async () => {
  const nightly = vi.fn(async () => undefined);
  const begin = () =>
    startWith({ backgroundTasks: { nightly }, recurring: { nightly: { minutes: 24 * 60 } } });
  const waiting = db.selectFrom('jobs').select(['attempts', 'runAt']).where('kind', '=', 'nightly');
  await begin();
  expect(await waiting.execute()).toMatchObject([{ attempts: 0 }]);
  await stopAll();
  expect(nightly).not.toHaveBeenCalled();
  await sql`update jobs set run_at = now() - interval '9 days' where kind = 'nightly'`.execute(db);
  await Promise.all([begin(), begin()]);
  await vi.waitFor(
    async () => {
      const [{ runAt } = { runAt: LONG_AGO }] = await waiting.execute();
      expect(Date.parse(runAt)).toBeGreaterThan(Date.now());
    },
    { timeout: 20_000 },
  );
  await stopAll();
  expect(nightly).toHaveBeenCalledOnce();
});

test('tries a task again until its last try, and keeps it as failed', async () => {
  const tries: boolean[] = [];
  const failing = async (_payload: unknown, isLastTry: boolean) => {
    tries.push(isLastTry);
    throw new Error('no mail server');
  };
  await queueBackgroundTask(db, 'fail', {}, 2);
  await startWith({ backgroundTasks: { fail: failing } });
  const task = db.selectFrom('jobs').select(['status', 'attempts']).where('kind', '=', 'fail');
  await vi.waitFor(
    async () => expect(await task.execute()).toEqual([{ status: 'failed', attempts: 2 }]),
    { timeout: 20_000 },
  );
  expect(tries).toEqual([false, true]);
});
