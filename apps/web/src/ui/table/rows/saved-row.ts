import { useSyncExternalStore } from 'react';
import { makeListeners } from '#web/lib/session/listeners.ts';

const SHOWN_MS = 2_500;
let savedId: string | undefined;
const { subscribe, tell } = makeListeners();

function set(id: string | undefined): void {
  savedId = id;
  tell();
}

/**
 * Highlights a row for two seconds. Call after saving its record and before returning to the list.
 */
export function markSaved(id: string): void {
  set(id);
  setTimeout(() => savedId === id && set(undefined), SHOWN_MS);
}

/** ID of the row that was just saved. */
export function useSavedRow(): string | undefined {
  return useSyncExternalStore(subscribe, () => savedId);
}
