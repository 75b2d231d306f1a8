import { useEffect, useEffectEvent } from 'react';
import { isBehindDialog, isCharacter, LONGEST_GAP_MS, takesText } from './use-scanner.ts';

/** Direction in a list: to the next record or the previous one. */
export type Step = 1 | -1;

const STEPS: Readonly<Record<string, Step>> = { j: 1, k: -1 };

/**
 * Calls `step` for J (next) and K (previous), pressed in the main region or while nothing has the
 * focus; `step` returns false to leave the key to others. Keys in text, in menus and in dialogs are left alone, and so are those inside a scanned
 * code.
 */
export function useStepKeys(step: (by: Step) => boolean): void {
  const take = useEffectEvent(step);
  useEffect(() => {
    let typed = -Infinity;
    const hear = (event: KeyboardEvent): void => {
      const by = STEPS[event.key.toLowerCase()];
      const isInCode = event.timeStamp - typed <= LONGEST_GAP_MS;
      if (by === undefined || isInCode) {
        if (isCharacter(event)) typed = event.timeStamp;
        return;
      }
      if (event.shiftKey || !isCharacter(event) || event.defaultPrevented || !isForPage(event))
        return;
      if (take(by)) event.preventDefault();
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
