import process from 'node:process';
import { setFlagsFromString } from 'node:v8';

/** Heap growth (%) allowed before the next full garbage collection. */
const GROWTH_PERCENT = 30;
const YOUNG_SPACE = '--max-semi-space-size';
const YOUNG_SPACE_MB = 8;

/** Number of malloc arenas, each of which retains freed memory; eight per processor by default. */
const ARENAS = '2';

/** Options to start a child process with the same small heap. */
export const SMALL_HEAP = {
  args: [`${YOUNG_SPACE}=${YOUNG_SPACE_MB}`],
  env: { MALLOC_ARENA_MAX: ARENAS },
};

/**
 * Variables for a program that passes many buffers on: freed ones return to the system at once.
 * Otherwise malloc keeps as much as the largest one ever freed.
 */
export const SMALL_BUFFERS = { MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * Limits V8's heap, which it sizes by the machine: with much memory it keeps over 130 MB for young
 * objects and collects old ones only at several times the memory in use. With this limit an upload
 * of 10,000 rows fits into 300 MB. Call it before loading anything else: the young space is sized
 * only once, so the program re-executes itself with that size (same process ID and streams). An
 * operator's own size takes precedence; if a program cannot re-execute itself (Windows), V8's
 * default applies.
 */
export function keepHeapSmall(env: NodeJS.ProcessEnv): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  const isSized = [...process.execArgv, env['NODE_OPTIONS'] ?? ''].some((options) =>
    options.includes(YOUNG_SPACE),
  );
  if (isSized || process.channel || !process.execve || process.platform === 'win32') return;
  const again = [
    process.execPath,
    ...SMALL_HEAP.args,
    ...process.execArgv,
    ...process.argv.slice(1),
  ];
  process.execve(process.execPath, again, { ...SMALL_HEAP.env, ...env });
}
