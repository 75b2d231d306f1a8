import type { Preferences } from '@pos/contract/staff/preferences';
import { keepSealed, readSealed } from '../drafts/sealed-store.ts';

/**
 * Display settings that this browser keeps, sealed, between visits. Read once at start, before the
 * first render; synchronous from then on.
 */
export type Looks = {
  /** Width of the menu on the left. */
  menu: 'full' | 'rail';
  /** Scan tones on this tablet. */
  tones: 'on' | 'muted';
  /** Copy of the preferences of the last signed-in user. */
  preferences: { userId: string; preferences: Preferences };
};

/** Owned by the browser, not a person: signing out leaves menu and tones alone. */
const OWNER = 'browser';
const NAME = 'looks';
/** Maximum wait for these settings at start, in ms. */
const PATIENCE_MS = 1_000;

let looks: { [Name in keyof Looks]?: Looks[Name] | undefined } = {};

/**
 * Reads the stored settings; resolves even if nothing can be read. Settings that a busy browser
 * reads too late for this start are kept for the next one.
 */
export async function readLooks(): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([readStored(), patience]);
}

async function readStored(): Promise<void> {
  const saved = await readSealed(OWNER, NAME).catch(() => undefined);
  // Settings chosen during the read are newer.
  looks = { ...(saved as Partial<Looks> | undefined), ...looks };
  // Written again, so that settings in use do not expire.
  if (saved) write();
}

/** Current value of a setting; undefined if none was chosen. */
export function getLook<Name extends keyof Looks>(name: Name): Looks[Name] | undefined {
  return looks[name];
}

/** Sets a value and writes it sealed; undefined removes it. */
export function keepLook<Name extends keyof Looks>(
  name: Name,
  value: Looks[Name] | undefined,
): void {
  if (JSON.stringify(looks[name]) === JSON.stringify(value)) return;
  // A removed value stays as undefined, so that a late read does not bring it back.
  looks = { ...looks, [name]: value };
  write();
}

let writing: Promise<void> = Promise.resolve();

/** Writes the settings, in the order of the calls and after the read of the start. */
function write(): void {
  writing = writing.then(() => keepSealed(OWNER, NAME, looks));
}
