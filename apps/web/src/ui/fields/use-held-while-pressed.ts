import { useState, useSyncExternalStore } from 'react';

/**
 * Returns the value, but none newer than the press while the mouse button or finger is down: a
 * message that appears then would move the button from under the pointer, and the click would be
 * lost.
 */
export function useHeldWhilePressed<T>(value: T): T {
  const pressed = useSyncExternalStore(watchPresses, () => isPressed);
  const [shown, setShown] = useState(value);
  if (pressed || shown === value) return shown;
  setShown(value);
  return value;
}

const watchers = new Set<() => void>();
let isPressed = false;

function watchPresses(watcher: () => void): () => void {
  if (watchers.size === 0) {
    document.addEventListener('pointerdown', press, true);
    for (const name of RELEASES) document.addEventListener(name, releaseAfterClick, true);
  }
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    document.removeEventListener('pointerdown', press, true);
    for (const name of RELEASES) document.removeEventListener(name, releaseAfterClick, true);
    isPressed = false;
  };
}

const RELEASES = ['pointerup', 'pointercancel'] as const;

const press = (): void => setPressed(true);

/** The click follows the release in the same task. */
const releaseAfterClick = (): void => void setTimeout(setPressed, 0, false);

function setPressed(value: boolean): void {
  if (isPressed === value) return;
  isPressed = value;
  for (const watcher of watchers) watcher();
}
