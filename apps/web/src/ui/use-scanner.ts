import { useEffect, useEffectEvent } from 'react';

/** A scanner sends a code as keys that follow each other faster than a person types, and ends it with Enter or Tab. */
export const LONGEST_GAP_MS = 250;
const SHORTEST_CODE = 4;

/** How many listen on the page for codes of their own. */
let listening = 0;

/** True for a key that writes a character, without Ctrl, Alt or ⌘. */
export function isCharacter({
  key,
  ctrlKey,
  metaKey,
  altKey,
  isComposing,
}: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing;
}

/** True where keys are text: there a scanner writes into the field like anybody else. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !['button', 'checkbox', 'radio', 'submit', 'reset', 'range', 'file'].includes(
      target.type,
    );
  return (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

/** The dialog that lies over `element`, if any: what is behind it must not hear keys. */
export function isBehindDialog(element: Element): boolean {
  const open = [...document.querySelectorAll(':is([role="dialog"], dialog)[aria-modal="true"]')].at(
    -1,
  );
  return open !== undefined && !open.contains(element);
}

/**
 * Hears a scanner anywhere on the page. Keys that come as a burst outside of text fields are one code; the Enter or Tab that
 * ends it never presses what has the focus (screens.md, check 11). While a dialog is open the code is swallowed, not given.
 * One that `yields` gets only what nobody else on the page listens for.
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
        if (!isBurst || read.length < SHORTEST_CODE) return;
        event.preventDefault();
        event.stopPropagation();
        if (!isBehindDialog(document.body) && !(yields && listening > 0)) scanned(read);
      } else if (event.key !== 'Shift') code = '';
    };
    document.addEventListener('keydown', hear, { capture: true });
    return () => document.removeEventListener('keydown', hear, { capture: true });
  }, [yields]);
}
