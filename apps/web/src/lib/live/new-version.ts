import type { AnyRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { makeListeners } from '../session/listeners.ts';
import { tabStore } from '../session/browser-storage.ts';
import { keepDrafts } from '../drafts/drafts.ts';
import { hasUnsaved } from '../drafts/unsaved.ts';

const RELOADED_AT = 'reloaded-at';
/**
 * A second failure this soon after a reload (ms) is not a new version: reloading again would never
 * end (trust F23).
 */
const ONCE_IN_MS = 30_000;

let isWaiting = false;
let isLeaving = false;
let hints = 0;
const { subscribe, tell } = makeListeners();

/** A part of the app could not be loaded; named by the specification (section 8). */
export class ChunkLoadError extends Error {
  constructor() {
    super('A part of the app could not be loaded.');
    this.name = 'ChunkLoadError';
  }
}

/** Errors of modules that failed to load; the event below carries the same error object. */
const failed = new WeakSet<Error>();

function isChunkError(error: unknown): boolean {
  return error instanceof ChunkLoadError || (error instanceof Error && failed.has(error));
}

/**
 * Handles a part of the app that is gone from the server, as after an update: a page without
 * unsaved work reloads, once; any other keeps its drafts and shows the banner "A new version is
 * ready". A failed preload, started because a pointer came near a link, reloads nothing.
 */
export function watchForNewVersion(router: AnyRouter): void {
  window.addEventListener('vite:preloadError', (event) => {
    failed.add(event.payload);
    // Offline says nothing about a new version, and a reload would end in the browser's own error
    // page.
    if (!navigator.onLine) return;
    const isAskedFor = hints === 0 || router.state.status === 'pending';
    const lastReload = Number(tabStore.read(RELOADED_AT) ?? 0);
    const mayReload = isAskedFor && !hasUnsaved() && Date.now() - lastReload > ONCE_IN_MS;
    // A time that is not stored would not stop the next reload.
    if (mayReload && tabStore.write(RELOADED_AT, String(Date.now()))) {
      isLeaving = true;
      void reloadNow();
      return;
    }
    void keepDrafts();
    isWaiting = true;
    tell();
  });
}

/** Loads a screen for the router: for navigation, or because a pointer came near the link. */
export async function withHint(load: () => Promise<unknown>): Promise<void> {
  hints += 1;
  try {
    await load();
  } finally {
    hints -= 1;
  }
}

/**
 * Handles a failed load: never resolves while the page is reloading; rejects with a ChunkLoadError
 * for a part that is gone, else with the error as it was.
 */
export function afterFailedLoad(error: unknown): Promise<never> {
  if (isLeaving) return new Promise<never>(() => undefined);
  return Promise.reject(isChunkError(error) ? new ChunkLoadError() : error);
}

/** True if a new version waits for a reload that would lose unsaved work. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(subscribe, () => isWaiting);
}

/** Loads the new version; saves unsaved work as a draft first. */
export async function reloadNow(): Promise<void> {
  await keepDrafts().written;
  location.reload();
}
