/**
 * Caches up to `most` values by key, each for a number of milliseconds, oldest evicted first.
 * Concurrent requests share one read.
 */
export class PageCache<Value> {
  readonly #most: number;
  readonly #keep: (value: Value) => number;
  readonly #kept = new Map<string, { value: Promise<Value>; until: number }>();

  /** `keep` returns the time to cache a value, in ms. */
  constructor(most: number, keep: (value: Value) => number) {
    this.#most = most;
    this.#keep = keep;
  }

  /** Returns true if a value is cached, not only being read. */
  has(key: string): boolean {
    const until = this.#kept.get(key)?.until ?? 0;
    return until !== Number.POSITIVE_INFINITY && performance.now() < until;
  }

  /** Returns the cached value or the result of `read`. Failures are not cached. */
  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const found = this.#kept.get(key);
    if (found && performance.now() < found.until) return found.value;
    const value = read();
    const entry = { value, until: Number.POSITIVE_INFINITY };
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    if (this.#kept.size > this.#most) this.#kept.delete(this.#kept.keys().next().value!);
    value.then(
      (result) => (entry.until = performance.now() + this.#keep(result)),
      () => this.#kept.get(key) === entry && this.#kept.delete(key),
    );
    return value;
  }
}
