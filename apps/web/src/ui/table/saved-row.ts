import { useSyncExternalStore } from 'react';

const SHOWN_MS = 2_500;
let savedId: string | undefined;
const listeners = new Set<() => void>();

function set(id: string | undefined): void {
  savedId = id;
  for (const listener of listeners) listener();
}

/** Call after saving a record and before going back to its list: its row stands out for two seconds. */
export function markSaved(id: string): void {
  set(id);
  setTimeout(() => savedId === id && set(undefined), SHOWN_MS);
}

/** The row that was just saved. */
export function useSavedRow(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => savedId,
  );
}
