import { tabStore } from '#web/lib/session/browser-storage.ts';
import { seal, unseal } from '#web/lib/drafts/seal.ts';
import type { Counts } from './count-state.ts';

/**
 * Counts not applied yet, in this tab's session storage, so that a reload loses nothing. Sealed
 * with the browser's key, or in plain text if there is no key, because counts hold no personal data
 * and must not be lost.
 */

const toKey = (fairId: string): string => `count.${fairId}`;
const PLAIN = 'plain ';

let writing: Promise<void> = Promise.resolve();

/** Stores the counts of a fair, in the order of the calls; an empty map removes them. */
export function keepCounts(fairId: string, counts: Counts): Promise<void> {
  const write = async (): Promise<void> => {
    if (counts.size === 0) return tabStore.remove(toKey(fairId));
    const text = JSON.stringify([...counts]);
    tabStore.write(toKey(fairId), (await seal(text, toKey(fairId))) ?? PLAIN + text);
  };
  writing = writing.then(write);
  return writing;
}

/** Counts stored before the page was left; an empty map if there are none. */
export async function readSavedCounts(fairId: string): Promise<Counts> {
  await writing;
  const stored = tabStore.read(toKey(fairId));
  if (stored === null) return new Map();
  try {
    const saved: unknown = JSON.parse(
      stored.startsWith(PLAIN)
        ? stored.slice(PLAIN.length)
        : ((await unseal(stored, toKey(fairId))) ?? '[]'),
    );
    return new Map(
      Array.isArray(saved)
        ? saved.filter(
            (entry): entry is [string, number] =>
              Array.isArray(entry) && typeof entry[0] === 'string' && Number.isInteger(entry[1]),
          )
        : [],
    );
  } catch {
    return new Map();
  }
}
