import type { StartRefusal } from '#register/till/till.ts';
import { useSay } from '#register/words/say.tsx';

/** Returns why pairing or signing in was refused, in words. */
export function useRefusal(): (refused: { reason: StartRefusal; detail?: string }) => string {
  const say = useSay();
  return ({ reason, detail }) =>
    say(`start_${reason}`, { minutes: Math.max(1, Math.ceil(Number(detail ?? 60) / 60)) });
}
