import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../product/product.ts';
import { runningPostmaster, withDatabase } from '../product/test-database.ts';
import type { Random } from '../simulator/random.ts';
import { killTree } from './process-tree.ts';

/**
 * Faults injected into the product (trust.md, F01, F03, F05, F06 as far as a kill can show them).
 */
export const FAULTS = {
  api: 'the API killed',
  postgres: 'PostgreSQL and its children killed',
  both: 'both killed at once',
  restart: 'PostgreSQL restarted gracefully',
} as const;
export type Fault = keyof typeof FAULTS;
export type FaultRecord = {
  fault: Fault;
  /** Time until the product was ready again. */
  recoveryMs: number;
  /** Number of exports and imports running at the fault. */
  jobs: number;
  /** Time from the fault to the end of each of these jobs, except the `unfinished` ones. */
  jobsDoneMs: number[];
  /** Jobs that never ended. */
  unfinished: string[];
};

/** Shortest and longest pause between two faults, in milliseconds. */
const PEACE_MS = [1_500, 4_000] as const;

/**
 * Injects faults chosen by the seed until `until`, each kind at least once. After each fault, waits
 * until the product is ready, then for `afterwards`. Throws if the product does not recover.
 */
export async function injectFaults(
  product: Product,
  random: Random,
  until: number,
  afterwards: () => Promise<void>,
  log: (line: string) => void,
): Promise<FaultRecord[]> {
  const struck: FaultRecord[] = [];
  const following: Promise<void>[] = [];
  const faults = Object.keys(FAULTS) as Fault[];
  for (;;) {
    await sleep(random.int(...PEACE_MS));
    if (Date.now() >= until && struck.length >= faults.length) break;
    const fault =
      faults[struck.length] ??
      random.weighted([
        ['api', 3],
        ['postgres', 3],
        ['both', 2],
        ['restart', 2],
      ] as const);
    const jobs = await awaitRunningJobs(product);
    const begun = performance.now();
    await injectFault(product, fault);
    await product.untilReady();
    const recoveryMs = performance.now() - begun;
    const one: FaultRecord = {
      fault,
      recoveryMs,
      jobs: jobs.length,
      jobsDoneMs: [],
      unfinished: [],
    };
    struck.push(one);
    following.push(...jobs.map((id) => followJob(product, id, begun, one)));
    log(`${FAULTS[fault].padEnd(36)}ready again after ${(recoveryMs / 1_000).toFixed(1)} s`);
    await afterwards();
  }
  await Promise.all(following);
  return struck;
}

/** Maximum wait for a job to be running before a fault, in milliseconds. */
const JOBS_WITHIN_MS = 3_000;

/**
 * Waits for an export or import to start and returns the IDs of the running ones; none if none
 * started in time.
 */
async function awaitRunningJobs(product: Product): Promise<string[]> {
  return withDatabase(product.dataDir, async (db) => {
    const limit = performance.now() + JOBS_WITHIN_MS;
    for (;;) {
      const running = await db
        .selectFrom('jobs')
        .select('id')
        .where('status', '=', 'running')
        .execute();
      if (running.length > 0 || performance.now() > limit) return running.map(({ id }) => id);
      await sleep(10);
    }
  });
}

/** Maximum duration of a job interrupted by a fault, including later faults, in milliseconds. */
const JOB_LIMIT_MS = 180_000;

/** Records when an interrupted job ends. */
async function followJob(
  product: Product,
  id: string,
  begun: number,
  one: FaultRecord,
): Promise<void> {
  while (performance.now() - begun < JOB_LIMIT_MS) {
    await sleep(250);
    const isDone = await withDatabase(product.dataDir, (db) =>
      db
        .selectFrom('jobs')
        .select('finishedAt')
        .where('id', '=', id)
        .executeTakeFirst()
        .then((job) => !job || job.finishedAt !== null),
    ).catch(() => false);
    if (isDone) return void one.jobsDoneMs.push(performance.now() - begun);
  }
  one.unfinished.push(
    `job ${id} did not finish within ${JOB_LIMIT_MS / 1_000} s after ${FAULTS[one.fault]}`,
  );
}

async function injectFault(product: Product, fault: Fault): Promise<void> {
  const postmaster = fault === 'api' ? undefined : await runningPostmaster(product.dataDir);
  if (fault !== 'api' && !postmaster)
    throw new Error('PostgreSQL was not running before the kill.');
  const { pid } = product;
  if (fault === 'api' || fault === 'both') await product.end('SIGKILL');
  // SIGINT is PostgreSQL's fast shutdown.
  if (postmaster && fault === 'restart') process.kill(postmaster.pid, 'SIGINT');
  else if (postmaster) await killTree(postmaster.pid);
  if (fault === 'api' || fault === 'both') {
    product.begin();
    return;
  }
  // The API must notice that its database is gone, without exiting.
  await untilReplaced(product, postmaster?.pid);
  if (product.hasEnded() || product.pid !== pid)
    throw new Error(['The API exited when PostgreSQL went down.', ...product.lastLines].join('\n'));
}

/** Maximum time until a new PostgreSQL appears, in milliseconds. */
const REPLACED_WITHIN_MS = 120_000;

/** Waits until a new PostgreSQL has replaced the killed or stopped one. */
async function untilReplaced(product: Product, pid: number | undefined): Promise<void> {
  const limit = performance.now() + REPLACED_WITHIN_MS;
  for (;;) {
    const now = await runningPostmaster(product.dataDir).catch(() => undefined);
    if (now && now.pid !== pid) return;
    if (product.hasEnded() || performance.now() > limit)
      throw new Error(['PostgreSQL did not come back.', ...product.lastLines].join('\n'));
    await sleep(20);
  }
}
