/** Position in the write-ahead log, in bytes. */
export type Lsn = number;

/** Reads a position as PostgreSQL writes it, such as `16/B374D848`. */
export function toLsn(text: string): Lsn {
  const [high = '', low = ''] = text.split('/');
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
}

type Sample = { atMs: number; lsn: Lsn };

/**
 * Positions of the primary over the last seconds. They say which position a replica must have
 * replayed to be at most that far behind, without comparing the clocks of two machines.
 */
export class LagBound {
  readonly #maxLagMs: number;
  #samples: Sample[] = [];

  constructor(maxLagMs: number) {
    this.#maxLagMs = maxLagMs;
  }

  /** Adds a position that was read after `atMs`. */
  add(atMs: number, lsn: Lsn): void {
    this.#samples.push({ atMs, lsn });
    this.#samples = this.#samples.filter((sample) => sample.atMs >= atMs - 2 * this.#maxLagMs);
  }

  /** Forgets everything, after the primary changed. */
  clear(): void {
    this.#samples = [];
  }

  /**
   * Returns the position that a replica must have replayed now to have everything that was committed
   * up to the greatest lag; undefined if the primary has not answered for that long.
   */
  requiredAt(nowMs: number): Lsn | undefined {
    return this.#samples.find(({ atMs }) => atMs >= nowMs - this.#maxLagMs)?.lsn;
  }

  /** Returns how far a replica at this position is behind, in ms, as far as samples tell. */
  getLag(lsn: Lsn, nowMs: number): number | undefined {
    const missing = this.#samples.find((sample) => sample.lsn > lsn);
    if (!missing) return this.#samples.length > 0 ? 0 : undefined;
    return nowMs - missing.atMs;
  }
}
