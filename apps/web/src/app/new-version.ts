import type { AnyRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { keepDrafts } from '#web/lib/drafts.ts';
import { hasUnsaved } from '#web/lib/unsaved.ts';

const RELOADED_AT = 'reloaded-at';
/** A second failure this soon after a reload is no new version: reloading again would go on for ever (trust F23). */
const ONCE_IN_MS = 30_000;

let isWaiting = false;
let isLeaving = false;
let hints = 0;
const listeners = new Set<() => void>();

/** A part of the app could not be fetched; the name is the specification's (section 8). */
export class ChunkLoadError extends Error {
  constructor() {
    super('A part of the app could not be loaded.');
    this.name = 'ChunkLoadError';
  }
}

/** Modules that could not be fetched; the event below comes with the same error. */
const failed = new WeakSet<Error>();

function isChunkError(error: unknown): boolean {
  return error instanceof ChunkLoadError || (error instanceof Error && failed.has(error));
}

/**
 * A part of the app is gone from the server, as after an update: a page without unsaved work reloads, once; any other
 * keeps its drafts and shows the banner "A new version is ready". A part that nobody has asked for yet, loaded because a
 * pointer came near its link, reloads nothing.
 */
export function watchForNewVersion(router: AnyRouter): void {
  window.addEventListener('vite:preloadError', (event) => {
    failed.add(event.payload);
    // Without a network nothing is known of a new version, and a reload would end in the browser's own error page.
    if (!navigator.onLine) return;
    const isAskedFor = hints === 0 || router.state.status === 'pending';
    const lastReload = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (isAskedFor && !hasUnsaved() && Date.now() - lastReload > ONCE_IN_MS) {
      sessionStorage.setItem(RELOADED_AT, String(Date.now()));
      isLeaving = true;
      location.reload();
      return;
    }
    void keepDrafts();
    isWaiting = true;
    for (const listener of listeners) listener();
  });
}

/** Loads a screen for the router: while it goes there, or because a pointer came near the link. */
export async function withHint(load: () => Promise<unknown>): Promise<void> {
  hints += 1;
  try {
    await load();
  } finally {
    hints -= 1;
  }
}

/** What a failed load comes to: nothing more while the page is being reloaded, a ChunkLoadError for a part that is gone, else as it was. */
export function afterFailedLoad(error: unknown): Promise<never> {
  if (isLeaving) return new Promise<never>(() => undefined);
  return Promise.reject(isChunkError(error) ? new ChunkLoadError() : error);
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

/** Loads the new version; what is not saved is kept as a draft first. */
export async function reloadNow(): Promise<void> {
  await keepDrafts().written;
  location.reload();
}
