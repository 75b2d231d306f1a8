import { existsSync, rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Office, signIn } from '../office/session.ts';
import { addMissingSchool, ensureFair, finishedJob, inWords } from '../office/steps.ts';
import { Product, TRIAL_OWNER } from '../product/product.ts';
import type { Watched } from './loop-watch.ts';

const ASK_EVERY_MS = 20;
const ALONE_MS = 4_000;

/** The product's event loop and memory, the p99 of a small concurrent call, and the work, in ms and MB. */
type Measured = Watched & { took: number; callP99: number };
/** Cost of some work to a process, and of serving the list of fairs alone just before. */
export type Cost = { alone: Measured; meanwhile: Measured };

/**
 * Runs a benchmark on a product whose event loop is watched: on the data in `dataDir`, else on a new
 * one, which it removes.
 */
export async function benchProduct(
  work: (product: Product) => Promise<void>,
  dataDir?: string,
): Promise<void> {
  const watchFile = path.join(tmpdir(), `pos-admin-bench-${process.pid}.json`);
  const watch = fileURLToPath(new URL('./loop-watch.ts', import.meta.url));
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import=${watch}`;
  process.env['BENCH_WATCH'] = watchFile;
  // The product trusts one proxy, as behind a load balancer: this program.
  process.env['TRUST_PROXY'] = '1';
  const product =
    dataDir === undefined
      ? await Product.launch('bench', () => '')
      : await Product.launchOn(dataDir);
  try {
    await work(product);
  } catch (error) {
    console.error(inWords(error));
    process.exitCode = 1;
  } finally {
    if (dataDir === undefined) await product.remove();
    else await product.end('SIGTERM');
    rmSync(watchFile, { force: true });
  }
}

/**
 * Measures work in a fresh process on the same data, after 4 seconds in which it only serves the
 * list of fairs. That goes on meanwhile, every 20 ms.
 */
export async function measureCost(
  product: Product,
  work: (office: Office) => Promise<unknown>,
): Promise<Cost> {
  await product.end('SIGTERM');
  product.begin();
  await product.untilReady();
  const office = await signIn(product.url, TRIAL_OWNER);
  const alone = await measure(product, office, () => sleep(ALONE_MS));
  return { alone, meanwhile: await measure(product, office, () => work(office)) };
}

async function measure(
  product: Product,
  office: Office,
  work: () => Promise<unknown>,
): Promise<Measured> {
  await readWatch(product);
  const calls = new AbortController();
  const times: number[] = [];
  const asking = ask(office, times, calls.signal);
  const started = performance.now();
  await work();
  const took = performance.now() - started;
  calls.abort();
  await asking;
  return { took, callP99: atShare(times, 0.99), ...(await readWatch(product)) };
}

async function ask(office: Office, times: number[], until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    const started = performance.now();
    await office.client.fairs.list({ query: {} });
    times.push(performance.now() - started);
    await sleep(ASK_EVERY_MS);
  }
}

/** Reads what loop-watch.ts has seen since the last time. */
async function readWatch({ pid }: Product): Promise<Watched> {
  const watchFile = process.env['BENCH_WATCH'] ?? '';
  await rm(watchFile, { force: true });
  process.kill(pid ?? 0, 'SIGUSR2');
  while (!existsSync(watchFile)) await sleep(10);
  await sleep(50);
  return JSON.parse(await readFile(watchFile, 'utf8')) as Watched;
}

/** Prints a cost, and exits with 1 if it is above the limits of memory and event loop. */
export function showCost(
  name: string,
  { alone, meanwhile }: Cost,
  { maxMb, maxLoopMs }: { maxMb: number; maxLoopMs: number },
): void {
  const { took, p50, p99, max, callP99, peakMb } = meanwhile;
  const beside = (value: number, other: number, unit: string) =>
    `${value.toFixed(1)} ${unit} (alone ${other.toFixed(1)})`;
  const isTooMuch = p99 > maxLoopMs || peakMb > maxMb;
  console.log(
    [
      `\n${name}: ${(took / 1_000).toFixed(1)} s${isTooMuch ? '  <- too much' : ''}`,
      `  peak memory ${beside(peakMb, alone.peakMb, 'MB')}`,
      `  event loop delay p50 ${p50.toFixed(1)}, max ${max.toFixed(1)}, p99 ${beside(p99, alone.p99, 'ms')}`,
      `  list of fairs p99 ${beside(callP99, alone.callP99, 'ms')}`,
    ].join('\n'),
  );
  if (isTooMuch) process.exitCode = 1;
}

/** Returns the value that this share of the values does not exceed. */
export function atShare(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

/** Waits for a job, which must succeed. */
export async function succeeded(office: Office, jobId: string | undefined): Promise<void> {
  if (jobId === undefined) throw new Error('The work did not become a job.');
  const { status } = await finishedJob(office, jobId);
  if (status !== 'succeeded') throw new Error(`The job ended as ${status}.`);
}

/** Adds a school and a fair with nothing on its shelves. */
export async function planFair(office: Office) {
  await addMissingSchool(office, 'BENCH', () => ({
    identifier: 'BENCH',
    name: 'Bench Elementary',
    address: '1 Lake Rd',
    city: 'Ada',
    state: 'MI',
    zip: '49301',
  }));
  const [admin] = (await office.client.admins.getAdmins({ query: {} })).data;
  if (!admin) throw new Error('There is no admin.');
  const fair = await ensureFair(office, {
    schoolIdentifier: 'BENCH',
    identifier: 'BENCH-1',
    name: 'Bench Fair',
    address: '1 Lake Rd',
    startDate: '2031-03-03',
    endDate: '2031-03-07',
    salesTaxRate: 6,
    adminId: admin.value,
    packageOption: 6,
  });
  return { ...fair, adminId: admin.value };
}
