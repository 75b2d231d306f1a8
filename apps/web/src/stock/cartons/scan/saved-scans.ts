import type { CartonStage } from '@pos/contract/stock/cartons';
import { use, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { siteStore } from '#web/lib/session/browser-storage.ts';
import { makeListeners } from '#web/lib/session/listeners.ts';
import { seal, unseal } from '#web/lib/drafts/seal.ts';

/**
 * Scans on this tablet that the server has not confirmed: codes in scan order, the time of the
 * first, and if the person has finished. Kept in local storage, so that they survive a reload or an
 * expired session; sealed with the browser's key, or in plain text if there is no key, because
 * carton codes hold no personal data and must not be lost.
 */
const SavedScans = z.strictObject({
  codes: z.array(z.string()),
  since: z.string().nullable(),
  finish: z.boolean(),
  /** The person was shown which titles of missing cartons are sold, and finishes all the same. */
  keepSold: z.boolean().optional(),
});
export type SavedScans = z.infer<typeof SavedScans>;

/**
 * Scans of one fair and stage in this tab; `ready` resolves once they are read, `writing` once the
 * last change is written.
 */
type Store = { saved: SavedScans; ready: Promise<void>; writing: Promise<void> };

const NOTHING: SavedScans = { codes: [], since: null, finish: false };
const stores = new Map<string, Store>();
const { subscribe, tell } = makeListeners();

function getStore(key: string): Store {
  const known = stores.get(key);
  if (known) return known;
  if (stores.size === 0) window.addEventListener('storage', follow);
  const store: Store = { saved: NOTHING, ready: Promise.resolve(), writing: Promise.resolve() };
  store.ready = load(key, store);
  stores.set(key, store);
  return store;
}

async function load(key: string, store: Store): Promise<void> {
  await store.writing;
  store.saved = await stored(key);
  tell();
}

async function stored(key: string): Promise<SavedScans> {
  const raw = siteStore.read(key);
  if (raw === null) return NOTHING;
  try {
    const text = raw.startsWith('{') ? raw : await unseal(raw, key);
    return SavedScans.safeParse(JSON.parse(text ?? 'null')).data ?? NOTHING;
  } catch {
    return NOTHING;
  }
}

/** Updates this page at once; writes follow in the order of the changes. */
function change(key: string, store: Store, next: SavedScans): void {
  const isEmpty = next.codes.length === 0 && !next.finish;
  store.saved = isEmpty ? NOTHING : { ...next, since: next.since ?? new Date().toISOString() };
  const text = isEmpty ? undefined : JSON.stringify(store.saved);
  tell();
  const write = async (): Promise<void> => {
    if (text === undefined) siteStore.remove(key);
    else siteStore.write(key, (await seal(text, key)) ?? text);
  };
  store.writing = store.writing.then(write);
}

/** Follows changes from another tab. */
function follow({ key }: StorageEvent): void {
  const store = key === null ? undefined : stores.get(key);
  if (store && key !== null) void load(key, store);
}

type Change = (next: (saved: SavedScans) => SavedScans) => void;

/**
 * Scans kept for a fair and stage, across all tabs of this browser, with a function to change them.
 * Suspends until they are read.
 */
export function useSavedScans(fairId: string, stage: CartonStage): [SavedScans, Change] {
  const key = `carton-scans.${fairId}.${stage}`;
  const store = getStore(key);
  use(store.ready);
  const saved = useSyncExternalStore(subscribe, () => store.saved);
  return [saved, (next) => change(key, store, next(store.saved))];
}

/** Changes to the kept scans that a person can make. */
export function scanEdits(edit: Change) {
  return {
    keep: (code: string): void =>
      edit((now) => (now.codes.includes(code) ? now : { ...now, codes: [...now.codes, code] })),
    dropLast: (): void => edit((now) => ({ ...now, codes: now.codes.slice(0, -1) })),
    dropAll: (): void => edit(() => NOTHING),
    setFinish: (finish: boolean, keepSold = false): void =>
      edit((now) => ({ ...now, finish, keepSold })),
  };
}
