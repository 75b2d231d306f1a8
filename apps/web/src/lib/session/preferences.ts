import type { Preferences } from '@pos/contract/staff/preferences';
import { useSyncExternalStore } from 'react';
import { makeListeners } from './listeners.ts';
import { keepLook, getLook, readLooks } from '../lists/saved-looks.ts';
import { currentSession } from './session.tsx';
import { setTheme, THEMES } from './theme.ts';
import { subscribeToSession } from './tokens.ts';

/**
 * The signed-in admin's preferences for display and start page. The server stores them; this
 * browser keeps a sealed copy, so that the first paint is right, until sign-out.
 */
/** Maximum wait for the start page at sign-in, in ms. */
const PATIENCE_MS = 3_000;

/** Defaults for an admin who never chose. */
const USUAL: Preferences = {
  theme: 'system',
  density: 'default',
  startPage: null,
  reducedMotion: false,
  letterShortcuts: false,
  hiddenColumns: {},
};

const { subscribe, tell } = makeListeners();
let saved: Preferences = USUAL;
let loading: { userId: string; done: Promise<void> } | undefined;

/** Preferences in effect. */
export function currentPreferences(): Preferences {
  return saved;
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, currentPreferences);
}

/**
 * Changes some preferences: on this page at once, then on the server. If the server refuses,
 * restores the page and throws.
 */
export async function changePreferences(changes: Partial<Preferences>): Promise<void> {
  const before = saved;
  const theme = themeHere();
  keep({ ...saved, theme, ...changes });
  try {
    await (await caller()).save({ body: saved });
  } catch (error) {
    keep({ ...before, theme });
    throw error;
  }
}

/**
 * Reads the signed-in admin's preferences, once per sign-in. Resolves on failure too: the copy
 * stays in effect.
 */
export function loadPreferences(): Promise<void> {
  const userId = currentSession()?.user.id;
  if (!userId) return Promise.resolve();
  if (loading?.userId !== userId) loading = { userId, done: read(userId) };
  return loading.done;
}

/**
 * Applies the copy at start, which waits for it. Another sign-in begins with the defaults until its
 * own are read.
 */
export async function followPreferences(): Promise<void> {
  let userId = currentSession()?.user.id;
  subscribeToSession(() => {
    const next = currentSession()?.user.id;
    if (next === userId) return;
    userId = next;
    loading = undefined;
    if (next === undefined) keepLook('preferences', undefined);
    // The theme stays: the same person still looks at the screen after signing out.
    show({ ...USUAL, theme: themeHere() });
  });
  await readLooks();
  const copy = userId && !loading && findCopy(userId);
  if (copy) show(copy);
}

async function read(userId: string): Promise<void> {
  try {
    const { data } = await (
      await caller()
    ).get(undefined, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (data && currentSession()?.user.id === userId) keep(data);
  } catch {
    loading = undefined;
  }
}

async function caller() {
  // Imported lazily: the sign-in page does not load the whole API client.
  return (await import('../api/api.ts')).api.preferences;
}

function findCopy(userId: string): Preferences | undefined {
  const copy = getLook('preferences');
  const isUsable = copy?.userId === userId && THEMES.includes(copy.preferences.theme);
  return isUsable ? { ...USUAL, ...copy.preferences } : undefined;
}

function keep(preferences: Preferences): void {
  const userId = currentSession()?.user.id;
  if (userId) keepLook('preferences', { userId, preferences });
  show(preferences);
}

function show(preferences: Preferences): void {
  saved = preferences;
  const { dataset } = document.documentElement;
  dataset['density'] = preferences.density;
  dataset['motion'] = preferences.reducedMotion ? 'reduced' : 'full';
  if (preferences.theme !== themeHere()) setTheme(preferences.theme);
  tell();
}

/** Theme of this page, which the server may have set from the cookie of an earlier visit. */
function themeHere(): Preferences['theme'] {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}
