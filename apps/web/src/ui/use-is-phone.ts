import { useSyncExternalStore } from 'react';

const phone = window.matchMedia('(max-width: 640px)');

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}

/** True below 641 px: rows become cards, filters a sheet. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches);
}
