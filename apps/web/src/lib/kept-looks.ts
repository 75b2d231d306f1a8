import type { Preferences } from '@pos/contract/preferences';
import { keepSealed, readSealed } from './sealed-store.ts';

/**
 * Looks that this browser keeps sealed from one visit to the next. They are read once at start,
 * before anything is drawn, and are at hand without waiting from then on.
 */
export type Looks = {
  /** Width of the menu at the left. */
  menu: 'full' | 'rail';
  /** Tones of scans at this tablet. */
  tones: 'on' | 'muted';
  /** Copy of the preferences of the person who was signed in last. */
  preferences: { userId: string; preferences: Preferences };
};

/** They belong to the browser, not to a person: signing out leaves menu and tones as they are. */
const OWNER = 'browser';
const NAME = 'looks';
/** Keys of local storage that held them in plain text in earlier versions. */
const PLAIN_KEYS = ['menu', 'scan-tones', 'admin.preferences'];
/** A start waits no longer than this for them, in ms. */
const PATIENCE_MS = 1_000;

let looks: Partial<Looks> = {};

/** Reads what is kept; resolves also where nothing can be read. */
export async function readLooks(): Promise<void> {
  for (const key of PLAIN_KEYS) localStorage.removeItem(key);
  const patience = new Promise<undefined>((resolve) =>
    setTimeout(() => resolve(undefined), PATIENCE_MS),
  );
  const kept = await Promise.race([readSealed(OWNER, NAME).catch(() => undefined), patience]);
  // Whatever was chosen meanwhile is newer.
  looks = { ...(kept as Partial<Looks> | undefined), ...looks };
  // What is in use does not expire.
  if (kept) write();
}

/** One of them as it holds now; undefined where nobody chose. */
export function lookOf<Name extends keyof Looks>(name: Name): Looks[Name] | undefined {
  return looks[name];
}

/** Holds from now on, and is written sealed; undefined forgets it. */
export function keepLook<Name extends keyof Looks>(
  name: Name,
  value: Looks[Name] | undefined,
): void {
  if (JSON.stringify(looks[name]) === JSON.stringify(value)) return;
  const { [name]: _, ...others } = looks;
  looks = value === undefined ? (others as Partial<Looks>) : { ...looks, [name]: value };
  write();
}

let writing: Promise<void> = Promise.resolve();

/** Writes what holds now, in the order of the calls. */
function write(): void {
  const now = looks;
  writing = writing.then(() => keepSealed(OWNER, NAME, now));
}
