import type { Preferences } from '@pos/contract/preferences';
import { useSyncExternalStore } from 'react';
import { keepLook, lookOf, readLooks } from './kept-looks.ts';
import { currentSession } from './session.tsx';
import { setTheme, THEMES } from './theme.ts';
import { subscribeToSession } from './tokens.ts';

/**
 * How the signed-in admin wants the panel to look and begin. The server keeps it; this browser keeps a sealed copy, so
 * that the first paint is right, and forgets it with the sign-in.
 */
/** Signing in waits no longer than this for the page to begin on. */
const PATIENCE_MS = 3_000;

/** What holds for who never chose. */
const USUAL: Preferences = {
  theme: 'system',
  density: 'default',
  startPage: null,
  reducedMotion: false,
  letterShortcuts: false,
  hiddenColumns: {},
};

const listeners = new Set<() => void>();
let kept: Preferences = USUAL;
let loading: { userId: string; done: Promise<void> } | undefined;

/** What holds now. */
export function currentPreferences(): Preferences {
  return kept;
}

export function usePreferences(): Preferences {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentPreferences);
}

/** Changes some of them: at once on this page, then on the server. Throws what the server refused, with the page as it was before. */
export async function changePreferences(changes: Partial<Preferences>): Promise<void> {
  const before = kept;
  const theme = themeHere();
  keep({ ...kept, theme, ...changes });
  try {
    await (await caller()).save({ body: kept });
  } catch (error) {
    keep({ ...before, theme });
    throw error;
  }
}

/** Reads those of the signed-in admin, once a sign-in; done also when that failed, for then the copy holds. */
export function loadPreferences(): Promise<void> {
  const userId = currentSession()?.user.id;
  if (!userId) return Promise.resolve();
  if (loading?.userId !== userId) loading = { userId, done: read(userId) };
  return loading.done;
}

/**
 * The copy takes effect at start, which waits for it; another sign-in begins with the usual ones
 * until its own are read.
 */
export async function followPreferences(): Promise<void> {
  let userId = currentSession()?.user.id;
  subscribeToSession(() => {
    const next = currentSession()?.user.id;
    if (next === userId) return;
    userId = next;
    loading = undefined;
    if (next === undefined) keepLook('preferences', undefined);
    // The theme stays: whoever signed out goes on looking at the same screen.
    show({ ...USUAL, theme: themeHere() });
  });
  await readLooks();
  const copy = userId && !loading && copyOf(userId);
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
  // The sign-in page loads no client of the whole API.
  return (await import('./api.ts')).api.preferences;
}

function copyOf(userId: string): Preferences | undefined {
  const copy = lookOf('preferences');
  const isUsable = copy?.userId === userId && THEMES.includes(copy.preferences.theme);
  return isUsable ? { ...USUAL, ...copy.preferences } : undefined;
}

function keep(preferences: Preferences): void {
  const userId = currentSession()?.user.id;
  if (userId) keepLook('preferences', { userId, preferences });
  show(preferences);
}

function show(preferences: Preferences): void {
  kept = preferences;
  const { dataset } = document.documentElement;
  dataset['density'] = preferences.density;
  dataset['motion'] = preferences.reducedMotion ? 'reduced' : 'full';
  if (preferences.theme !== themeHere()) setTheme(preferences.theme);
  for (const listener of listeners) listener();
}

/** The theme that this page shows, which the server may have taken from the cookie of an earlier visit. */
function themeHere(): Preferences['theme'] {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}
