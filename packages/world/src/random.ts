import { createHash } from 'node:crypto';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/**
 * Reproducible random numbers: the same seed gives the same numbers on every machine (xoroshiro128+
 * of pure-rand, seeded with SHA-256). Not for secrets.
 */
export class Random {
  readonly #seed: string;
  readonly #generator: RandomGenerator;

  constructor(seed: string) {
    this.#seed = seed;
    const hash = createHash('sha256').update(seed).digest();
    this.#generator = xoroshiro128plusFromState(
      [0, 4, 8, 12].map((offset) => hash.readInt32LE(offset)),
    );
  }

  /** Creates a separate stream that does not depend on how much was drawn from this one. */
  fork(name: string): Random {
    return new Random(`${this.#seed}/${name}`);
  }

  /** Returns 0 to 2^32 − 1. */
  uint32(): number {
    return this.#generator.next() >>> 0;
  }

  /** Returns 0 to below 1. */
  fraction(): number {
    return this.uint32() / 0x1_0000_0000;
  }

  /** Returns an integer from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return uniformInt(this.#generator, min, max);
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
