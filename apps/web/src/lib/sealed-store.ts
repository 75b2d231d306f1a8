import { inStore } from './browser-database.ts';
import { canSeal, seal, unseal } from './seal.ts';

/**
 * What the app keeps for one person in this browser beside the tokens, sealed (specification 9: "other data stored
 * encrypted"). Where no key can be had it is kept for as long as the page lives and never written down. Reads and
 * writes run one after the other in the order of the calls, so that a read never misses a pending write.
 */

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Max wait for pending writes before a document is left, in ms: a stuck database must not hold the person up. */
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

/** Resolves once all writes that were asked for are on the disk, or after 5 seconds. */
export async function sealedWritten(): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, WRITES_PATIENCE_MS));
  await Promise.race([queue, patience]);
}

/** Keeps a value that JSON can hold under the person's id and a name. A browser that refuses is no error: it keeps nothing. */
export async function keepSealed(owner: string, name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  await inTurn(() => writeText(owner, name, text));
}

/** The value kept; nothing when there is none, it was changed, its key is gone or it is older than 30 days. */
export async function readSealed(owner: string, name: string): Promise<unknown> {
  return inTurn(() => readValue(owner, name));
}

/**
 * Replaces the value kept by that which `change` returns for it; undefined removes it, and the same
 * value is not written again. Nothing else is read or written in between, so `change` must not wait
 * for another read or write.
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

/** The names under which something is kept for the person. */
export async function sealedNames(owner: string): Promise<string[]> {
  return inTurn(async () => {
    if (!(await canSeal())) return [...(unwritten.get(owner)?.keys() ?? [])];
    const keys =
      (await attempt(() =>
        inStore('sealed', 'readonly', (store) => store.getAllKeys(rangeOf(owner))),
      )) ?? [];
    return keys.map((key) => String((key as string[])[1]));
  });
}

export async function removeSealed(owner: string, name: string): Promise<void> {
  await inTurn(() => removeText(owner, name));
}

/** Removes everything that is kept for the person. */
export async function removeAllSealed(owner: string): Promise<void> {
  await inTurn(async () => {
    unwritten.delete(owner);
    await attempt(() => inStore('sealed', 'readwrite', (store) => store.delete(rangeOf(owner))));
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
  if (Date.now() - found.at < KEPT_MS) return unseal(found.sealed, contextOf(owner, name));
  await removeText(owner, name);
  return undefined;
}

async function writeText(owner: string, name: string, text: string): Promise<void> {
  if (!(await canSeal())) {
    unwritten.set(owner, (unwritten.get(owner) ?? new Map<string, string>()).set(name, text));
    return;
  }
  const sealed = await seal(text, contextOf(owner, name));
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

/** Every key `[owner, name]`: an array counts as greater than any text. */
function rangeOf(owner: string): IDBKeyRange {
  return IDBKeyRange.bound([owner], [owner, []]);
}

function contextOf(owner: string, name: string): string {
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
