import { createHash } from 'node:crypto';

/**
 * Reproducible random numbers: the same seed gives the same numbers on every machine and in every
 * version (sfc32 by Chris Doty-Humphrey, seeded with SHA-256). Not for secrets.
 */
export class Random {
  readonly #seed: string;
  readonly #state: Uint32Array;

  constructor(seed: string) {
    this.#seed = seed;
    const hash = createHash('sha256').update(seed).digest();
    this.#state = Uint32Array.from([0, 4, 8, 12], (offset) => hash.readUInt32LE(offset));
  }

  /** Creates a separate stream that does not depend on how much was drawn from this one. */
  fork(name: string): Random {
    return new Random(`${this.#seed}/${name}`);
  }

  /** Returns 0 to 2^32 − 1. */
  uint32(): number {
    const [a = 0, b = 0, c = 0, counter = 0] = this.#state;
    const result = (a + b + counter) >>> 0;
    this.#state[0] = b ^ (b >>> 9);
    this.#state[1] = (c + (c << 3)) >>> 0;
    this.#state[2] = (((c << 21) | (c >>> 11)) + result) >>> 0;
    this.#state[3] = counter + 1;
    return result;
  }

  /** Returns 0 to below 1. */
  fraction(): number {
    return this.uint32() / 0x1_0000_0000;
  }

  /** Returns an integer from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  /** Returns true with the probability `share`. */
  chance(share: number): boolean {
    return this.fraction() < share;
  }

  /** Returns an item of a nonempty list. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.int(0, items.length - 1)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }

  /** Returns an item with a probability proportional to its weight. */
  weighted<Item>(items: readonly (readonly [Item, number])[]): Item {
    let left = this.fraction() * items.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of items) {
      if (left < weight) return item;
      left -= weight;
    }
    return this.pick(items)[0];
  }

  /** Returns the items shuffled. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const mixed = [...items];
    for (let last = mixed.length - 1; last > 0; last--) {
      const other = this.int(0, last);
      [mixed[last], mixed[other]] = [mixed[other] as Item, mixed[last] as Item];
    }
    return mixed;
  }

  /** Returns a version 4 UUID. */
  uuid(): string {
    const bytes = Buffer.alloc(16);
    for (const offset of [0, 4, 8, 12]) bytes.writeUInt32LE(this.uint32(), offset);
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }
}
