import { setImmediate as otherWork } from 'node:timers/promises';

/**
 * Maximum time of a slice before other work gets a turn, in ms. A count of items would not adapt to
 * the machine's speed.
 */
const SLICE_MS = 4;

/** Synchronous work in small steps. It yields after each, so that its driver can pause it. */
export type Steps<Result = void> = Generator<undefined, Result, undefined>;

/** Calls `work` for each item, one per step. */
export function* forEach<Item>(items: Iterable<Item>, work: (item: Item) => void): Steps {
  for (const item of items) {
    work(item);
    yield;
  }
}

/** Returns the result of `judge` for each row, one per step. */
export function* judgeEach<Row, Judged>(
  rows: readonly Row[],
  judge: (row: Row) => Judged,
): Steps<Judged[]> {
  const judged: Judged[] = [];
  yield* forEach(rows, (row) => judged.push(judge(row)));
  return judged;
}

/** Runs steps to their end, letting other work of the process run in between. */
export async function runInSlices<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    await otherWork();
    const began = performance.now();
    while (performance.now() - began <= SLICE_MS) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }
}

/**
 * Rows per statement. Bounded, so that encoding or decoding blocks the process for a few
 * milliseconds only.
 */
export const ROWS_A_STATEMENT = 500;

/** Yields the items in portions, letting other work of the process run in between. */
export async function* toBatches<Item>(
  items: readonly Item[],
  size = ROWS_A_STATEMENT,
): AsyncGenerator<Item[]> {
  for (let at = 0; at < items.length; at += size) {
    await otherWork();
    yield items.slice(at, at + size);
  }
}
