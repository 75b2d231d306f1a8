/** A part of the running product, and the time limit of its shutdown in ms. */
export type Undo = { part: string; limitMs: number; end: () => Promise<unknown> };

/** Ends parts in the reverse order of their start, and empties the list. */
export async function stopInOrder(parts: Undo[], log: (line: string) => void): Promise<void> {
  for (let step = parts.pop(); step; step = parts.pop()) await endWithin(step, log);
}

/**
 * Ends a part. If it does not end in time, for example because the database does not answer, the
 * exit of the process ends it.
 */
async function endWithin({ part, limitMs, end }: Undo, log: (line: string) => void): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    log(`${part} did not end within ${limitMs / 1_000} seconds. The shutdown continues.`);
    late.resolve();
  }, limitMs);
  try {
    await Promise.race([end(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
