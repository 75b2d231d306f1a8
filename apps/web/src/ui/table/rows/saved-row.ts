import { useSyncExternalStore } from 'react';

const SHOWN_MS = 2_500;
let savedId: string | undefined;
const listeners = new Set<() => void>();

function set(id: string | undefined): void {
  savedId = id;
  for (const listener of listeners) listener();
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
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => savedId,
  );
}
