import { setImmediate as otherWork } from 'node:timers/promises';

/**
 * Maximum time of a slice before other work gets a turn, in ms. A count of items would not adapt to
 * the machine's speed.
 */
const SLICE_MS = 4;

/** Calls `work` for each item, yielding to other work of the process in between. */
export async function inSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
): Promise<void> {
  await otherWork();
  let began = performance.now();
  for (const item of items) {
    if (performance.now() - began > SLICE_MS) {
      await otherWork();
      began = performance.now();
    }
    work(item);
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

export { otherWork };
