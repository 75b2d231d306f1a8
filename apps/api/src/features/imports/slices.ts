import { setImmediate as otherWork } from 'node:timers/promises';

/** Nobody else waits longer than this for a slice; a count of items would not know how fast the machine is. */
const SLICE_MS = 4;

/** Does `work` for each item; other work of the process goes on in between. */
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

/** How many rows one statement reads or writes: taking them in or writing them out stops the process for a few milliseconds only. */
export const ROWS_A_STATEMENT = 500;

/** The items in portions; other work of the process goes on between them. */
export async function* portionsOf<Item>(
  items: readonly Item[],
  size = ROWS_A_STATEMENT,
): AsyncGenerator<Item[]> {
  for (let at = 0; at < items.length; at += size) {
    await otherWork();
    yield items.slice(at, at + size);
  }
}

export { otherWork };
