/** UUIDs of version 7 that can be repeated: they sort by the time that they are made for, then in the order they were made in. */
export class Keys {
  #count = 0;
  readonly #space: string;

  /** `space` (0 to 4095) keeps the keys of several makers apart. */
  constructor(space: number) {
    this.#space = space.toString(16).padStart(3, '0');
  }

  /** The next key, for an instant in milliseconds. */
  next(at: number): string {
    const time = at.toString(16).padStart(12, '0');
    this.#count += 1;
    return `${time.slice(0, 8)}-${time.slice(8)}-7${this.#space}-8000-${this.#count.toString(16).padStart(12, '0')}`;
  }
}
