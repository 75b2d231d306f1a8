import type { Db } from '@pos/api/db/db.ts';
import { BrokenInvariants, checkInvariants } from '@pos/api/testing/invariants.ts';
import type { Product } from '../product/product.ts';
import { withDatabase } from '../product/trial-database.ts';

/** Options of a fault run; `isShort` leaves out what takes minutes. */
export type PartOptions = {
  seed: string;
  minutes: number;
  registers: number;
  /** At least so many of the eight that do everything at once. */
  operations: number;
  isShort: boolean;
  /** Other programs kept the machine busy when the run began. */
  isBusy: boolean;
};

/** Result of one part. The part is clean while all three lists of faults are empty. */
export type PartReport = {
  /** Lines with what was measured. */
  figures: string[];
  /** Invariants that do not hold, and what was acknowledged and is not there. */
  broken: string[];
  /** Answers that nobody foresaw, and refunds that no register learns the end of. */
  unforeseen: string[];
  /** Measured values beyond their limits, and faults that could not be made. */
  missed: string[];
};

/** One kind of fault with its own product, selected by `--part`. */
export type Part = {
  name: string;
  does: string;
  run(options: PartOptions, log: (line: string) => void): Promise<PartReport>;
};

/** Returns what does not hold of the invariants, but for those named in `except`; throws where the database is away. */
export async function brokenInvariants(
  product: Pick<Product, 'dataDir'>,
  except: readonly string[] = [],
): Promise<string[]> {
  try {
    await withDatabase(product.dataDir, (db: Db) => checkInvariants(db, except));
    return [];
  } catch (error) {
    if (!(error instanceof BrokenInvariants)) throw error;
    return [error.message];
  }
}

/** The value below which this share of the values lies; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Milliseconds as people read them: `12 ms`, `1.3 s`. */
export function inTime(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** Counts with their names, the largest first. */
export function counted(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
