import process from 'node:process';
import { setFlagsFromString } from 'node:v8';

/** In percent of what was in use after the last collection: so much may be added before the next one. */
const GROWTH_PERCENT = 30;
const YOUNG_SPACE = '--max-semi-space-size';
const YOUNG_SPACE_MB = 8;

/** Heaps of the C library, which keeps in each what was freed there; usually eight for each processor. */
const ARENAS = '2';

/** Starts a child with the same small heap from the first moment. */
export const SMALL_HEAP = {
  args: [`${YOUNG_SPACE}=${YOUNG_SPACE_MB}`],
  env: { MALLOC_ARENA_MAX: ARENAS },
};

/**
 * V8 sizes its heap by the machine: where there is much memory it keeps over 130 MB for young objects and collects the old ones
 * only when they are several times what is in use. This tells it to stay small, so that an upload of 10,000 rows fits into
 * 300 MB. Called before anything else is loaded: the young space is sized once, so the program takes its own place with that size
 * (same process id and streams). An operator's own size counts; where a program cannot take its place (Windows), V8's does.
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
