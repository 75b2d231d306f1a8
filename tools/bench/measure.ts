import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Office } from '../office/session.ts';
import type { Watched } from './loop-watch.ts';

const ASK_EVERY_MS = 20;

/**
 * Measurements during some work: the product's event loop and memory, the p99 of a small concurrent
 * call, and the work itself, in ms and MB.
 */
export type Measured = Watched & { took: number; callP99: number };

/** Loads loop-watch.ts into every program started from now on. Returns the file for its reports. */
export function watchLoops(): string {
  const watchFile = path.join(
    process.env['TMPDIR'] ?? '/tmp',
    `pos-admin-bench-${process.pid}.json`,
  );
  process.env['NODE_OPTIONS'] =
    `${process.env['NODE_OPTIONS'] ?? ''} --import=${fileURLToPath(new URL('./loop-watch.ts', import.meta.url))}`;
  process.env['BENCH_WATCH'] = watchFile;
  return watchFile;
}

/**
 * Measures work in a product with loop-watch.ts, while another client reads the list of fairs every
 * 20 ms.
 */
export function measureIn(
  product: { pid?: number | undefined },
  office: Office,
  watchFile: string,
) {
  const watched = async (): Promise<Watched> => {
    await rm(watchFile, { force: true });
    process.kill(product.pid ?? 0, 'SIGUSR2');
    while (!existsSync(watchFile)) await sleep(10);
    await sleep(50);
    return JSON.parse(await readFile(watchFile, 'utf8')) as Watched;
  };
  return async (work: () => Promise<unknown>): Promise<Measured> => {
    await watched();
    const calls = new AbortController();
    const times: number[] = [];
    const asking = ask(office, times, calls.signal);
    const started = performance.now();
    await work();
    const took = performance.now() - started;
    calls.abort();
    await asking;
    return {
      took,
      callP99:
        times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * 0.99)] ??
        Number.NaN,
      ...(await watched()),
    };
  };
}

async function ask(office: Office, times: number[], until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    const started = performance.now();
    await office.client.fairs.list({ query: {} });
    times.push(performance.now() - started);
    await sleep(ASK_EVERY_MS);
  }
}
