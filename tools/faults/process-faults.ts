import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../product/product.ts';
import { runningPostmaster, withDatabase } from '../product/test-database.ts';
import type { Random } from '@pos/world/random';
import { inTime, quantile, type Run } from './part.ts';
import { killTree } from '../product/process-tree.ts';

/**
 * Faults injected into the product (trust.md, F01, F03, F05, F06 as far as a kill can show them),
 * and how often each is chosen.
 */
const FAULTS = {
  api: { does: 'the API killed', weight: 3 },
  postgres: { does: 'PostgreSQL and its children killed', weight: 3 },
  both: { does: 'both killed at once', weight: 2 },
  restart: { does: 'PostgreSQL restarted gracefully', weight: 2 },
} as const;
type Fault = keyof typeof FAULTS;
export const KINDS = Object.keys(FAULTS) as Fault[];

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
/** Maximum wait for a job to be running before a fault. */
const JOBS_WITHIN_MS = 3_000;
/** Maximum duration of a job interrupted by a fault, including later faults. */
const JOB_LIMIT_MS = 180_000;
/** Maximum time until a new PostgreSQL appears. */
const REPLACED_WITHIN_MS = 120_000;

/**
 * Injects faults chosen by the seed for the minutes of the run, each kind at least once. After each
 * fault, waits until the product is ready, then for `afterwards`. Throws if the product does not
 * recover.
 */
export async function injectFaults(
  { minutes, log, pause }: Run,
  product: Product,
  random: Random,
  afterwards: () => Promise<void>,
): Promise<FaultRecord[]> {
  const until = Date.now() + minutes * 60_000;
  const struck: FaultRecord[] = [];
  const following: Promise<void>[] = [];
  const choices = KINDS.map((fault) => [fault, FAULTS[fault].weight] as const);
  for (;;) {
    await pause(random.int(...PEACE_MS));
    if (Date.now() >= until && struck.length >= KINDS.length) break;
    const fault = KINDS[struck.length] ?? random.weighted(choices);
    const jobs = await awaitRunningJobs(product);
    const begun = performance.now();
    await injectFault(product, fault);
    await product.untilReady();
    const recoveryMs = performance.now() - begun;
    const one = { fault, recoveryMs, jobs: jobs.length, jobsDoneMs: [], unfinished: [] };
    struck.push(one);
    following.push(...jobs.map((id) => followJob(product, id, begun, one)));
    log(`${FAULTS[fault].does.padEnd(36)}ready again after ${inTime(recoveryMs)}`);
    await afterwards();
  }
  await Promise.all(following);
  return struck;
}

/** Describes the faults by kind, with recovery times and the times of interrupted jobs. */
export function faultsInWords(records: readonly FaultRecord[]): string[] {
  const times = (ms: readonly number[]) =>
    `after a median of ${inTime(quantile(ms, 0.5))}, at most ${inTime(Math.max(0, ...ms))}`;
  const kinds = KINDS.map((fault) => {
    const ready = records.filter((one) => one.fault === fault).map((one) => one.recoveryMs);
    return `${ready.length} x ${FAULTS[fault].does} (ready again ${times(ready)})`;
  });
  const done = records.flatMap((one) => one.jobsDoneMs);
  return [
    `${records.length} faults: ${kinds.join(', ')}`,
    `${done.length} jobs were running at a fault: done ${times(done)}`,
  ];
}

/** Returns the IDs of the running exports and imports, once there are any; none if none started. */
function awaitRunningJobs(product: Product): Promise<string[]> {
  return withDatabase(product.dataDir, async (db) => {
    const limit = performance.now() + JOBS_WITHIN_MS;
    const running = db
      .selectFrom('jobs')
      .select('id')
      .where('ownerId', 'is not', null)
      .where('status', '=', 'running');
    for (;;) {
      const ids = (await running.execute()).map(({ id }) => id);
      if (ids.length > 0 || performance.now() > limit) return ids;
      await sleep(10);
    }
  });
}

/** Records when an interrupted job ends. */
async function followJob(
  product: Product,
  id: string,
  begun: number,
  one: FaultRecord,
): Promise<void> {
  while (performance.now() - begun < JOB_LIMIT_MS) {
    await sleep(250);
    const isDone = await withDatabase(product.dataDir, async (db) => {
      const jobs = db.selectFrom('jobs').select('finishedAt').where('id', '=', id);
      return (await jobs.executeTakeFirst())?.finishedAt !== null;
    }).catch(() => false);
    if (isDone) return void one.jobsDoneMs.push(performance.now() - begun);
  }
  one.unfinished.push(
    `job ${id} did not finish within ${inTime(JOB_LIMIT_MS)} after ${FAULTS[one.fault].does}`,
  );
}

/** Injects a fault; the product is not ready yet when it returns. */
export async function injectFault(product: Product, fault: Fault): Promise<void> {
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
    throw new Error('The API exited when PostgreSQL went down.');
}

/** Waits until a new PostgreSQL has replaced the killed or stopped one. */
async function untilReplaced(product: Product, pid: number | undefined): Promise<void> {
  const limit = performance.now() + REPLACED_WITHIN_MS;
  for (;;) {
    const now = await runningPostmaster(product.dataDir).catch(() => undefined);
    if (now && now.pid !== pid) return;
    if (product.hasEnded() || performance.now() > limit)
      throw new Error('PostgreSQL did not come back.');
    await sleep(20);
  }
}
