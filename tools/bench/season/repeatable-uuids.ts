/** Generates reproducible version 7 UUIDs: sorted by their instant, then by creation order. */
export class RepeatableUuids {
  #count = 0;
  readonly #space: string;

  /** `space` (0 to 4095) separates the keys of several generators. */
  constructor(space: number) {
    this.#space = space.toString(16).padStart(3, '0');
  }

  /** Returns the next key, for an instant in milliseconds. */
  next(at: number): string {
    const time = at.toString(16).padStart(12, '0');
    this.#count += 1;
    return `${time.slice(0, 8)}-${time.slice(8)}-7${this.#space}-8000-${this.#count.toString(16).padStart(12, '0')}`;
  }
}
