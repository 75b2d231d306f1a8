/** Values by key for a number of milliseconds, at most `most` of them: the oldest goes first. Who asks while one is read waits for it. */
export class PageCache<Value> {
  readonly #most: number;
  readonly #keep: (value: Value) => number;
  readonly #kept = new Map<string, { value: Promise<Value>; until: number }>();

  /** `keep` says for how long a value is kept, in milliseconds. */
  constructor(most: number, keep: (value: Value) => number) {
    this.#most = most;
    this.#keep = keep;
  }

  /** The kept value, or what `read` gives; a failure is kept for nobody. */
  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const found = this.#kept.get(key);
    if (found && performance.now() < found.until) return found.value;
    const value = read();
    const entry = { value, until: Number.POSITIVE_INFINITY };
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    if (this.#kept.size > this.#most) this.#kept.delete(this.#kept.keys().next().value!);
    value.then(
      (read) => (entry.until = performance.now() + this.#keep(read)),
      () => this.#kept.get(key) === entry && this.#kept.delete(key),
    );
    return value;
  }
}
