import { currentPreferences } from '#web/lib/session/preferences.ts';
import { currentSession } from '#web/lib/session/session.tsx';
import { MOVE_TO_LOGIN } from '#web/lib/session/tokens.ts';
import { isCharacter, takesText } from '#web/lib/input/typed-keys.ts';
import { screenAt } from '../screens.ts';
import { holdTyping, takeTyping } from '#web/lib/input/typed-ahead.ts';

/**
 * Keys pressed before the top bar's shortcuts are loaded. `listenEarly` runs first of all: a person
 * does not wait for the page.
 */
let early: KeyboardEvent[] = [];
/** Maximum age of a key (ms); older ones were pressed for something else. */
const KEPT_MS = 5_000;
let isSearchAsked = false;

function keep(event: KeyboardEvent): void {
  early = [...early.filter(({ timeStamp }) => event.timeStamp - timeStamp < KEPT_MS), event];
  const isSearch = isSearchShortcut(event);
  const isSlash = isCharacter(event) && event.key === '/' && !takesText(event.target);
  if (!(isSearch || (isSlash && currentPreferences().letterShortcuts)) || !leadsToSearch()) return;
  // Keeps the browser's own search from opening meanwhile.
  event.preventDefault();
  isSearchAsked ||= isSearch;
  holdTyping();
}

export function isSearchShortcut(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** True if the page that is loading will have a top bar, and with it the palette. */
function leadsToSearch(): boolean {
  const screen = screenAt(location.pathname);
  const isWayIn = ['/', '/login'].includes(location.pathname);
  return (
    (currentSession()?.user.emailVerified ?? false) &&
    (isWayIn || (screen !== undefined && !screen.full))
  );
}

export function listenEarly(): void {
  document.addEventListener('keydown', keep);
  // The login page has fields of its own.
  window.addEventListener(MOVE_TO_LOGIN, takeTyping);
}

/**
 * Returns the keys pressed so far, once: from here on the shortcuts listen themselves. A search is
 * asked for however long the page took.
 */
export function takeEarlyKeys(): { keys: readonly KeyboardEvent[]; isSearchAsked: boolean } {
  document.removeEventListener('keydown', keep);
  const taken = {
    keys: early.filter(
      (event) => !isSearchShortcut(event) && performance.now() - event.timeStamp < KEPT_MS,
    ),
    isSearchAsked,
  };
  early = [];
  isSearchAsked = false;
  return taken;
}
