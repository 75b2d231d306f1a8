import { inStore } from './browser-database.ts';
import { canSeal, seal, unseal } from './seal.ts';

/**
 * Sealed data that the app keeps for one person in this browser, besides the tokens (specification
 * 9: "other data stored encrypted"). Without a key it stays in memory while the page is open and is
 * never written to disk. Reads and writes run in the order of the calls, so that a read never
 * misses a pending write.
 */

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/**
 * Maximum wait for pending writes before leaving a document (ms): a stuck database must not block
 * the person.
 */
const WRITES_PATIENCE_MS = 5_000;
type Sealed = { sealed: string; at: number };

/** By owner and name, for a browser without a key. */
const unwritten = new Map<string, Map<string, string>>();

let queue: Promise<unknown> = Promise.resolve();
function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const done = queue.then(work);
  queue = done.catch(() => undefined);
  return done;
}

/** Resolves once all requested writes are on disk, or after 5 seconds. */
export async function sealedWritten(): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, WRITES_PATIENCE_MS));
  await Promise.race([queue, patience]);
}

/**
 * Stores a JSON value under the person's ID and a name. If the browser refuses, nothing is stored,
 * without an error.
 */
export async function keepSealed(owner: string, name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  await inTurn(() => writeText(owner, name, text));
}

/**
 * Reads a stored value; undefined if there is none, it was changed, its key is gone or it is older
 * than 30 days.
 */
export async function readSealed(owner: string, name: string): Promise<unknown> {
  return inTurn(() => readValue(owner, name));
}

/**
 * Replaces a stored value by the one that `change` returns; undefined removes it, and an unchanged
 * value is not written again. Nothing else is read or written in between, so `change` must not
 * await another read or write.
 */
export async function changeSealed(
  owner: string,
  name: string,
  change: (kept: unknown) => unknown,
): Promise<void> {
  await inTurn(async () => {
    const kept = await readValue(owner, name);
    const next = await change(kept);
    if (next === kept) return;
    if (next === undefined) await removeText(owner, name);
    else await writeText(owner, name, JSON.stringify(next));
  });
}

/** Names of the person's stored values. */
export async function sealedNames(owner: string): Promise<string[]> {
  return inTurn(async () => {
    if (!(await canSeal())) return [...(unwritten.get(owner)?.keys() ?? [])];
    const keys =
      (await attempt(() =>
        inStore('sealed', 'readonly', (store) => store.getAllKeys(toRange(owner))),
      )) ?? [];
    return keys.map((key) => String((key as string[])[1]));
  });
}

export async function removeSealed(owner: string, name: string): Promise<void> {
  await inTurn(() => removeText(owner, name));
}

/** Removes everything stored for the person. */
export async function removeAllSealed(owner: string): Promise<void> {
  await inTurn(async () => {
    unwritten.delete(owner);
    await attempt(() => inStore('sealed', 'readwrite', (store) => store.delete(toRange(owner))));
  });
}

async function readValue(owner: string, name: string): Promise<unknown> {
  const text = (await canSeal()) ? await readText(owner, name) : unwritten.get(owner)?.get(name);
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

async function readText(owner: string, name: string): Promise<string | undefined> {
  const found = (await attempt(() =>
    inStore('sealed', 'readonly', (store) => store.get([owner, name])),
  )) as Sealed | undefined;
  if (!found) return undefined;
  if (Date.now() - found.at < KEPT_MS) return unseal(found.sealed, toContext(owner, name));
  await removeText(owner, name);
  return undefined;
}

async function writeText(owner: string, name: string, text: string): Promise<void> {
  if (!(await canSeal())) {
    unwritten.set(owner, (unwritten.get(owner) ?? new Map<string, string>()).set(name, text));
    return;
  }
  const sealed = await seal(text, toContext(owner, name));
  if (sealed)
    await attempt(() =>
      inStore('sealed', 'readwrite', (store) =>
        store.put({ sealed, at: Date.now() } satisfies Sealed, [owner, name]),
      ),
    );
}

async function removeText(owner: string, name: string): Promise<void> {
  unwritten.get(owner)?.delete(name);
  await attempt(() => inStore('sealed', 'readwrite', (store) => store.delete([owner, name])));
}

/** Range of all keys `[owner, name]`: an array sorts after any string. */
function toRange(owner: string): IDBKeyRange {
  return IDBKeyRange.bound([owner], [owner, []]);
}

function toContext(owner: string, name: string): string {
  return `${owner} ${name}`;
}

/** A full or forbidden disk costs the copy, never the work on the page. */
async function attempt<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
