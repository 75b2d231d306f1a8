import { useEffect, useEffectEvent } from 'react';
import { isCharacter, takesText } from '#web/lib/input/typed-keys.ts';

/**
 * Maximum gap between the keys of one scanned code (ms), shorter than a person types. The code ends
 * with Enter or Tab.
 */
export const LONGEST_GAP_MS = 250;
const SHORTEST_CODE = 4;
/** Keys that step through a list, pressed one after the other and followed by Enter. */
const STEPS_ONLY = /^[jk]+$/i;

/** Number of listeners for codes on the page. */
let listening = 0;

/** The dialog above `element`, if any: elements behind it must not receive keys. */
export function isBehindDialog(element: Element): boolean {
  const open = [...document.querySelectorAll(':is([role="dialog"], dialog)[aria-modal="true"]')].at(
    -1,
  );
  return open !== undefined && !open.contains(element);
}

/**
 * Listens for a scanner anywhere on the page. A burst of keys outside of text fields is one code;
 * the Enter or Tab that ends it never presses the focused element. While a
 * dialog is open the code is dropped. A listener that `yields` gets only codes that no other
 * listener takes.
 */
export function useScanner(
  onScan: (code: string) => void,
  { yields = false }: { yields?: boolean } = {},
): void {
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    if (!yields) listening += 1;
    return () => {
      if (!yields) listening -= 1;
    };
  }, [yields]);
  useEffect(() => {
    let code = '';
    let last = 0;
    const hear = (event: KeyboardEvent): void => {
      const isBurst = event.timeStamp - last <= LONGEST_GAP_MS;
      last = event.timeStamp;
      if (takesText(event.target)) code = '';
      else if (isCharacter(event)) {
        code = isBurst ? code + event.key : event.key;
        // A space within a code would press the focused button.
        if (event.key === ' ' && code.length > 1) event.preventDefault();
      } else if (event.key === 'Enter' || event.key === 'Tab') {
        const read = code.trim();
        code = '';
        if (!isBurst || read.length < SHORTEST_CODE || STEPS_ONLY.test(read)) return;
        event.preventDefault();
        event.stopPropagation();
        if (!isBehindDialog(document.body) && !(yields && listening > 0)) scanned(read);
      } else if (event.key !== 'Shift') code = '';
    };
    document.addEventListener('keydown', hear, { capture: true });
    return () => document.removeEventListener('keydown', hear, { capture: true });
  }, [yields]);
}
