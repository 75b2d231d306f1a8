import { setTimeout as pause } from 'node:timers/promises';

/** Max tries of work that races with other connections for the same unique key. */
export const MAX_RACE_TRIES = 5;

export type RetryOptions = {
  /** Returns true for errors after which the same work may succeed. */
  when: (error: unknown) => boolean;
  /** Max tries, the first included; no limit if missing. */
  maxTries?: number;
  /** Returns the delay in ms after try number `tries`, which counts from 1; no delay if missing. */
  delayMs?: (tries: number) => number;
  /** Ends a delay early, and the retries. */
  signal?: AbortSignal;
};

/**
 * Returns the result of `work`, which runs again after each error of `when`. Throws the last error
 * once the tries are used up, and any other error at once. `work` must change nothing if it fails,
 * as a transaction does.
 */
export async function retry<Result>(
  work: () => Promise<Result>,
  { when, maxTries = Infinity, delayMs, signal }: RetryOptions,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries >= maxTries || signal?.aborted || !when(error)) throw error;
      if (delayMs)
        await pause(delayMs(tries), undefined, signal && { signal }).catch(() => undefined);
    }
  }
}
