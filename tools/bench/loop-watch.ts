import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into the product by `--import`: watches how long its event loop is held up (ms, since the last time that was asked) and
 * how much memory the process ever held (resident, the reading worker included, in MB of 1,000,000 bytes). On SIGUSR2 it writes what it saw to the file that BENCH_WATCH names.
 */
export type Watched = { p50: number; p99: number; max: number; peakMb: number };

/** How often it looks; so long a look would take if nothing held it up. */
const EVERY_MS = 5;

const file = process.env['BENCH_WATCH'];
if (file && isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: EVERY_MS });
  delay.enable();
  process.on('SIGUSR2', () => {
    const heldUp = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - EVERY_MS);
    // The system's own figure: a loop that is held up could not look at its memory meanwhile.
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
