import { useTillState } from '#register/app/till-context.ts';
import { useSay } from '#register/words/say.tsx';

/** Counts of the sales and returns that only this device has, and the words for them. */
export function useUnsent(): { sales: number; returns: number; what: string } {
  const say = useSay();
  const { unsent, unsentReturns: returns } = useTillState().outbox;
  const counts = { sales: unsent - returns, returns };
  return { ...counts, what: say('salesAndReturns', counts) };
}
