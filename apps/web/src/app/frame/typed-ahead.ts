/**
 * Keys typed between Ctrl/⌘+K and the moment when the palette has its field: its code may still be
 * on its way. They are held here, kept from the page, and handed to the palette.
 */

/** The palette did not come: keys go to the page again. */
const GIVE_UP_MS = 15_000;

let text = '';
let isEntered = false;
let isCancelled = false;
let stop: (() => void) | undefined;

function hold(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event;
  if (key === 'Escape') {
    isCancelled = true;
    stop?.();
    return;
  }
  if (ctrlKey || metaKey || altKey || isComposing) return;
  if (key.length === 1) text += key;
  else if (key === 'Backspace') text = text.slice(0, -1);
  else if (key === 'Enter') isEntered = true;
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Begins to hold what is typed; does nothing where that has begun. */
export function holdTyping(): void {
  if (stop) return;
  text = '';
  isEntered = false;
  isCancelled = false;
  // Before every other listener, so that neither a field nor a scanner's code gets these keys too.
  window.addEventListener('keydown', hold, { capture: true });
  const timer = setTimeout(() => stop?.(), GIVE_UP_MS);
  stop = () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', hold, { capture: true });
    stop = undefined;
  };
}

export type TypedAhead = {
  text: string;
  /** Enter was pressed after it. */
  isEntered: boolean;
  /** Escape was pressed before the palette was there. */
  isCancelled: boolean;
};

/** Keys held so far; for a palette that was opened otherwise there are none. */
export function typedAhead(): TypedAhead {
  return stop ? { text, isEntered, isCancelled } : { text: '', isEntered: false, isCancelled };
}

/** Ends holding: keys go to whatever has the focus again. */
export function stopHolding(): void {
  stop?.();
  isCancelled = false;
}
