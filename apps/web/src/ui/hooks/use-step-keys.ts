import { useEffect, useEffectEvent } from 'react';
import { isCharacter, takesText } from '#web/lib/input/typed-keys.ts';
import { isBehindDialog, LONGEST_GAP_MS } from './use-scanner.ts';

/** Direction in a list: to the next record or the previous one. */
export type Step = 1 | -1;

const STEPS: Readonly<Record<string, Step>> = { j: 1, k: -1 };

/** Calls `step` for J (next) and K (previous), as `usePageKeys` takes them. */
export function useStepKeys(step: (by: Step) => boolean): void {
  usePageKeys((letter) => {
    const by = STEPS[letter];
    return by !== undefined && step(by);
  });
}

/**
 * Calls `take` with each letter that is pressed in the main region or while nothing has the focus;
 * it returns false to leave the key to others. Keys in text, in menus and in dialogs are left alone,
 * and so are those inside a scanned code.
 */
export function usePageKeys(take: (letter: string) => boolean): void {
  const offer = useEffectEvent(take);
  useEffect(() => {
    let typed = -Infinity;
    const hear = (event: KeyboardEvent): void => {
      if (!isCharacter(event)) return;
      const isInCode = event.timeStamp - typed <= LONGEST_GAP_MS;
      const isOffered = !isInCode && !event.shiftKey && !event.defaultPrevented && isForPage(event);
      if (isOffered && offer(event.key.toLowerCase())) event.preventDefault();
      else typed = event.timeStamp;
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}

/** True if the key was pressed on the page itself, not in a field or in something above the page. */
function isForPage({ target }: KeyboardEvent): boolean {
  const isOnPage =
    target === document.body || (target instanceof Element && target.closest('main') !== null);
  return isOnPage && !takesText(target) && !isBehindDialog(document.body);
}
