/**
 * Buffers keys typed between Ctrl/⌘+K and the palette's field being ready, while its code may still
 * be loading, and hands them to the palette instead of the page.
 */

/** Time after which the palette counts as failed and keys go to the page again (ms). */
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

/** Starts buffering; does nothing if already started. */
export function holdTyping(): void {
  if (stop) return;
  text = '';
  isEntered = false;
  isCancelled = false;
  // Capture phase, so that neither a field nor a scanner listener gets these keys.
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
  /** Enter was pressed after the text. */
  isEntered: boolean;
  /** Escape was pressed before the palette was ready. */
  isCancelled: boolean;
};

/** Keys buffered so far; none for a palette opened in another way. */
export function typedAhead(): TypedAhead {
  return stop ? { text, isEntered, isCancelled } : { text: '', isEntered: false, isCancelled };
}

/** Stops buffering: keys go to the focused element again. */
export function stopHolding(): void {
  stop?.();
  isCancelled = false;
}
