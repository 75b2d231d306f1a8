import { createContext, use, useSyncExternalStore } from 'react';
import type { Till, TillState } from '#register/till/till.ts';

export const TillContext = createContext<Till | null>(null);

/** Returns the till that the screens work with. */
export function useTill(): Till {
  const till = use(TillContext);
  if (!till) throw new Error('A screen of the register needs a till above it.');
  return till;
}

/** Returns the till's state, and renders again when it changes. */
export function useTillState(): TillState {
  const till = useTill();
  return useSyncExternalStore(till.subscribe, till.getState);
}
