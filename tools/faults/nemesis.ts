import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../product/product.ts';
import { runningPostmaster, withDatabase } from '../product/trial-database.ts';
import type { Random } from '../simulator/random.ts';
import { killTree } from './process-tree.ts';

/** What is done to the product (trust.md, F01, F03, F05, F06 as far as a kill can show it). */
export const FAULTS = {
  api: 'the API killed',
  postgres: 'PostgreSQL and its children killed',
  both: 'both killed at once',
} as const;
export type Fault = keyof typeof FAULTS;
export type Struck = {
  fault: Fault;
  /** Until it was ready again. */
  recoveryMs: number;
  /** Exports and imports that were running when it struck. */
  jobs: number;
};

/** The shortest and the longest peace between two faults, in milliseconds. */
const PEACE_MS = [1_500, 4_000] as const;

/**
 * Strikes by the seed until `until`, but at least once in each way; each time it waits until the product is ready again and then
 * for `afterwards`. Throws where the product does not come back.
 */
export async function strike(
  product: Product,
  random: Random,
  until: number,
  afterwards: () => Promise<void>,
  log: (line: string) => void,
): Promise<Struck[]> {
  const struck: Struck[] = [];
  const faults = Object.keys(FAULTS) as Fault[];
  for (;;) {
    await sleep(random.int(...PEACE_MS));
    if (Date.now() >= until && struck.length >= faults.length) return struck;
    const fault =
      faults[struck.length] ??
      random.weighted([
        ['api', 4],
        ['postgres', 4],
        ['both', 2],
      ] as const);
    const jobs = await awaitRunningJobs(product);
    const begun = performance.now();
    await strikeOnce(product, fault);
    await product.untilReady();
    const recoveryMs = performance.now() - begun;
    struck.push({ fault, recoveryMs, jobs });
    log(`${FAULTS[fault].padEnd(36)}ready again after ${(recoveryMs / 1_000).toFixed(1)} s`);
    await afterwards();
  }
}

/** How long to wait for a job to be running before a fault (ms). */
const JOBS_WITHIN_MS = 3_000;

/** Waits for an export or import to be running and returns how many are; 0 where none began in time. */
async function awaitRunningJobs(product: Product): Promise<number> {
  return withDatabase(product.dataDir, async (db) => {
    const limit = performance.now() + JOBS_WITHIN_MS;
    for (;;) {
      const { running } = await db
        .selectFrom('jobs')
        .select((eb) => eb.fn.countAll<number>().as('running'))
        .where('status', '=', 'running')
        .executeTakeFirstOrThrow();
      if (running > 0 || performance.now() > limit) return running;
      await sleep(10);
    }
  });
}

async function strikeOnce(product: Product, fault: Fault): Promise<void> {
  const postmaster = fault === 'api' ? undefined : await runningPostmaster(product.dataDir);
  if (fault !== 'api' && !postmaster)
    throw new Error('PostgreSQL was not running when it was to be killed.');
  if (fault !== 'postgres') await product.end('SIGKILL');
  if (postmaster) await killTree(postmaster.pid);
  if (fault !== 'postgres') {
    product.begin();
    return;
  }
  // The API must notice that its database is gone, and must not end over it.
  const pid = product.pid;
  while (await product.isReady()) await sleep(20);
  if (product.hasEnded() || product.pid !== pid)
    throw new Error(['The API ended when PostgreSQL was killed.', ...product.lastLines].join('\n'));
}
