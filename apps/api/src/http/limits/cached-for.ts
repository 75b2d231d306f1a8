/** Caches the result of `read` for `ms` milliseconds. Concurrent callers share one read. */
export function cachedFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let cached: { value: Promise<Value>; until: number } | undefined;
  return () => {
    if (cached && performance.now() < cached.until) return cached.value;
    const value = read();
    cached = { value, until: performance.now() + ms };
    // Failures are not cached.
    value.catch(() => (cached = undefined));
    return value;
  };
}
