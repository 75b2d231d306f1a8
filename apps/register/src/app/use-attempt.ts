import { useState } from 'react';
import type { PayRefusal, PayResult, Result } from '#register/till/till.ts';
import { useSay } from '#register/words/say.tsx';
import { useNavigation } from './view.ts';

/**
 * Runs commands of the till on behalf of a screen: says in words why one was refused, and returns
 * true if it was done.
 */
export function useAttempt(): {
  attempt: (result: Result<PayRefusal>) => boolean;
  /** Waits for the till; `busy` is true meanwhile, and a second call does nothing. */
  attemptPayment: (run: () => Promise<PayResult>) => Promise<boolean>;
  busy: boolean;
} {
  const say = useSay();
  const { warn } = useNavigation();
  const [busy, setBusy] = useState(false);
  const refuse = (result: { ok: false; reason: PayRefusal; detail?: string }) => {
    // The screen of the problem, or of the missing answer, says these itself.
    if (result.reason !== 'not_stored' && result.reason !== 'no_answer')
      warn(say(`no_${result.reason}`, { detail: result.detail ?? '' }));
  };
  return {
    attempt: (result) => {
      if (!result.ok) refuse(result);
      return result.ok;
    },
    attemptPayment: async (run) => {
      if (busy) return false;
      setBusy(true);
      try {
        const result = await run();
        if (!result.ok) refuse(result);
        return result.ok;
      } finally {
        setBusy(false);
      }
    },
    busy,
  };
}
