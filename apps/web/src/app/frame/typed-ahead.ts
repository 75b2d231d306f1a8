/**
 * Buffers keys typed between Ctrl/⌘+K and the palette's field being ready, while its code may still
 * be loading, and hands them to the palette instead of the page.
 */

/** Time after which the palette counts as failed and keys go to the page again (ms). */
const GIVE_UP_MS = 15_000;

type TypedAhead = {
  text: string;
  /** Enter was pressed after the text. */
  isEntered: boolean;
  /** Escape was pressed before the palette was ready. */
  isCancelled: boolean;
};

const NOTHING: TypedAhead = { text: '', isEntered: false, isCancelled: false };

let typed = NOTHING;
let stop: (() => void) | undefined;

function hold(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event;
  const { text } = typed;
  if (key === 'Escape') {
    typed = { ...typed, isCancelled: true };
    stop?.();
    return;
  }
  if (ctrlKey || metaKey || altKey || isComposing) return;
  if (key.length === 1) typed = { ...NOTHING, text: text + key };
  else if (key === 'Backspace') typed = { ...NOTHING, text: text.slice(0, -1) };
  else if (key === 'Enter') typed = { ...typed, isEntered: true };
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function holdPasted(event: ClipboardEvent): void {
  typed = { ...NOTHING, text: typed.text + (event.clipboardData?.getData('text') ?? '') };
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Starts buffering; does nothing if already started. */
export function holdTyping(): void {
  if (stop) return;
  typed = NOTHING;
  // Capture phase, so that neither a field nor a scanner listener gets these keys.
  window.addEventListener('keydown', hold, { capture: true });
  window.addEventListener('paste', holdPasted, { capture: true });
  const timer = setTimeout(() => stop?.(), GIVE_UP_MS);
  stop = () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', hold, { capture: true });
    window.removeEventListener('paste', holdPasted, { capture: true });
    stop = undefined;
  };
}

/** Stops buffering, so that keys go to the focused element again; returns what was typed. */
export function takeTyping(): TypedAhead {
  stop?.();
  const taken = typed;
  typed = NOTHING;
  return taken;
}
