import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into the product with `--import`: records event loop delays (ms, since the last report)
 * and peak memory (resident, including the reading worker, in MB of 1,000,000 bytes). On SIGUSR2
 * writes them to the file named by BENCH_WATCH.
 */
export type Watched = { p50: number; p99: number; max: number; peakMb: number };

/** Sampling interval, which is also the expected delay of an idle loop, in milliseconds. */
const EVERY_MS = 5;

const file = process.env['BENCH_WATCH'];
if (file && isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: EVERY_MS });
  delay.enable();
  process.on('SIGUSR2', () => {
    const heldUp = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - EVERY_MS);
    // Peak from the operating system, because a blocked loop cannot sample its memory.
    const peakMb = (process.resourceUsage().maxRSS * 1_024) / 1e6;
    const watched: Watched = {
      p50: heldUp(delay.percentile(50)),
      p99: heldUp(delay.percentile(99)),
      max: heldUp(delay.max),
      peakMb,
    };
    writeFileSync(file, JSON.stringify(watched));
    delay.reset();
  });
}
