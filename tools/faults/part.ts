import type { Db } from '@pos/api/db/db.ts';
import { BrokenInvariants, checkInvariants } from '@pos/api/invariants/invariants.ts';

/** A run of a part: its options, and what it shares with the program that runs it. */
export type Run = {
  seed: string;
  minutes: number;
  /** Minimum number of operations by the stress clients. */
  operations: number;
  /** Number of times that a browser of a register is killed, and that its power is cut. */
  kills: number;
  cuts: number;
  log: (line: string) => void;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** Waits; throws once the run is stopped. */
  pause: (ms: number) => Promise<unknown>;
  /** Gets how to remove each thing that the part made; runs in reverse order at its end. */
  undo: AsyncDisposableStack;
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
export type Part = { name: string; does: string; run(run: Run): Promise<PartReport> };

/** Adds up the reports of the steps of a part. */
export function sumUp(...reports: readonly Partial<PartReport>[]): PartReport {
  const all = (list: keyof PartReport) => reports.flatMap((report) => report[list] ?? []);
  return {
    figures: all('figures'),
    broken: all('broken'),
    unforeseen: all('unforeseen'),
    missed: all('missed'),
  };
}

/** Returns the violated invariants, except those in `except`; throws if the database is down. */
export async function brokenInvariants(db: Db, except: readonly string[] = []): Promise<string[]> {
  try {
    await checkInvariants(db, except);
    return [];
  } catch (error) {
    if (!(error instanceof BrokenInvariants)) throw error;
    return [error.message];
  }
}

/** Describes a measurement above its limit, in milliseconds. */
export function above(name: string, ms: number, limitMs: number): string[] {
  return ms > limitMs ? [`${name}: ${inTime(ms)}, above ${inTime(limitMs)}.`] : [];
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
