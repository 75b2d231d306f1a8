import { setTimeout as pause } from 'node:timers/promises';
import type { Channel } from './channel.ts';

/** Question that a process answers as long as its event loop runs. */
export const ALIVE = 'alive';

const EVERY_MS = 1_000;
/** Unanswered questions after which a process counts as hung: 12 seconds with the waits. */
const MAX_MISSES = 4;

/**
 * Calls `onHang` once the process behind `channel` leaves questions unanswered. Counts them instead
 * of elapsed time, because the process that asks may have been suspended itself. Returns the function
 * that ends the watch.
 */
export function watchForHang(channel: Channel, onHang: () => void, everyMs = EVERY_MS): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const watch = async () => {
    for (let misses = 0; misses < MAX_MISSES;) {
      await pause(everyMs, undefined, { signal, ref: false });
      misses = (await channel.ask(ALIVE, 2 * everyMs)) === true ? 0 : misses + 1;
    }
    if (!signal.aborted) onHang();
  };
  watch().catch(() => undefined);
  return () => ending.abort();
}
