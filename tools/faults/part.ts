import type { Db } from '@pos/api/db/db.ts';
import { BrokenInvariants, checkInvariants } from '@pos/api/invariants/invariants.ts';
import type { Product } from '../product/product.ts';
import { withDatabase } from '../product/test-database.ts';

/** Options of a fault run. */
export type PartOptions = {
  seed: string;
  minutes: number;
  registers: number;
  /** Minimum number of operations by the stress clients. */
  operations: number;
};

/** Result of one part. The part is clean if all three lists of findings are empty. */
export type PartReport = {
  /** Lines of measurements. */
  figures: string[];
  /** Violated invariants, and acknowledged data that is missing. */
  broken: string[];
  /** Unexpected responses, and refunds that never get a final answer. */
  unforeseen: string[];
  /** Measurements over their limits, and faults that could not be injected. */
  missed: string[];
};

/** One kind of fault with its own product, selected by `--part`. */
export type Part = {
  name: string;
  does: string;
  run(options: PartOptions, log: (line: string) => void): Promise<PartReport>;
};

/** Returns the violated invariants, except those in `except`; throws if the database is down. */
export async function brokenInvariants(
  product: Pick<Product, 'dataDir'>,
  except: readonly string[] = [],
): Promise<string[]> {
  return withDatabase(product.dataDir, (db) => invariantsBrokenIn(db, except));
}

/** Returns the violated invariants of a database, except those in `except`. */
export async function invariantsBrokenIn(
  db: Db,
  except: readonly string[] = [],
): Promise<string[]> {
  try {
    await checkInvariants(db, except);
    return [];
  } catch (error) {
    if (!(error instanceof BrokenInvariants)) throw error;
    return [error.message];
  }
}

/** Returns the value at this quantile; 0 if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Formats milliseconds for people: `12 ms`, `1.3 s`. */
export function inTime(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** Formats counts with their names, largest first. */
export function counted(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
