import { useSyncExternalStore } from 'react';
import { hasUnsaved } from '#web/lib/unsaved.ts';

const RELOADED_AT = 'reloaded-at';
/** A second failure this soon after a reload is no new version: reloading again would go on for ever. */
const ONCE_IN_MS = 60_000;

let isWaiting = false;
const listeners = new Set<() => void>();

/**
 * A part of the app is gone from the server, as after an update: a page without unsaved work reloads, once; any other
 * shows the banner "A new version is ready".
 */
export function watchForNewVersion(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const lastReload = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (!hasUnsaved() && Date.now() - lastReload > ONCE_IN_MS) {
      event.preventDefault();
      sessionStorage.setItem(RELOADED_AT, String(Date.now()));
      location.reload();
      return;
    }
    isWaiting = true;
    for (const listener of listeners) listener();
  });
}

/** True when a new version waits for a reload that would lose something. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isWaiting,
  );
}
