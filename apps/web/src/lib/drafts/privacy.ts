import { useSyncExternalStore } from 'react';
import { makeListeners } from '../session/listeners.ts';
import { siteStore } from '../session/browser-storage.ts';

/**
 * The privacy blur hides names and amounts from onlookers, on every page and in every tab of this
 * browser, until it is turned off; signing out keeps it. The root's `data-privacy` is the switch:
 * style sheets blur names, which are marked with `data-private`, and the amounts of `Amount`;
 * `private-text.ts` finds the amounts in all other text.
 */
const KEY = 'privacy-blur';
const LETTER = 'b';

const { subscribe, tell } = makeListeners();

export const isPrivate = (): boolean => siteStore.read(KEY) !== null;

export function usePrivacy(): boolean {
  return useSyncExternalStore(subscribe, isPrivate);
}

/** Turns the blur on or off, in all tabs. */
export function setPrivacy(isOn: boolean): void {
  if (isOn) siteStore.write(KEY, 'on');
  else siteStore.remove(KEY);
  apply();
}

/** Applies the stored choice and follows other tabs and the key, everywhere on the page. */
export function followPrivacy(): () => void {
  const press = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== LETTER || altKey || shiftKey || ctrlKey === metaKey) return;
    event.preventDefault();
    if (!event.repeat) setPrivacy(!isPrivate());
  };
  apply();
  // Before anything on the page takes the key: onlookers do not wait.
  document.addEventListener('keydown', press, { capture: true });
  window.addEventListener('storage', apply);
  return () => {
    document.removeEventListener('keydown', press, { capture: true });
    window.removeEventListener('storage', apply);
  };
}

let stopHiding: (() => void) | undefined;

function apply(): void {
  const { dataset } = document.documentElement;
  tell();
  if (!isPrivate()) {
    stopHiding?.();
    stopHiding = undefined;
    delete dataset['privacy'];
  } else if (dataset['privacy'] === undefined) {
    // Blurs the page as a whole for the moment.
    dataset['privacy'] = 'starting';
    void import('./private-text.ts').then(({ hideAmounts }) => {
      if (!isPrivate() || stopHiding) return;
      stopHiding = hideAmounts();
      dataset['privacy'] = 'on';
    });
  }
}
