/** Buffers keys while the part that they are meant for is loading, instead of the page's getting them. */

/** Time after which a part counts as failed and keys go to the page again (ms). */
const GIVE_UP_MS = 15_000;

/** A key by its name, or a text that was pasted. */
export type TypedKey = { key: string; isPasted: boolean };

let typed: TypedKey[] = [];
let stop: (() => void) | undefined;
let cancel: (() => void) | undefined;

function hold(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
  if (ctrlKey || metaKey || altKey || isComposing) return;
  const isHeld =
    key.length === 1 ||
    ['Backspace', 'Enter', 'Escape'].includes(key) ||
    (key === 'Tab' && !shiftKey);
  if (isHeld) add(event, key);
  if (key !== 'Escape') return;
  stop?.();
  cancel?.();
}

function add(event: Event, key: string, isPasted = false): void {
  typed.push({ key, isPasted });
  event.preventDefault();
  event.stopImmediatePropagation();
}

const holdPasted = (event: ClipboardEvent): void =>
  add(event, event.clipboardData?.getData('text') ?? '', true);

/** Starts buffering, or goes on with it. Escape ends it and calls `onEscape`. */
export function holdTyping(onEscape?: () => void): void {
  cancel = onEscape;
  if (stop) return;
  typed = [];
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
export function takeTyping(): readonly TypedKey[] {
  stop?.();
  const taken = typed;
  typed = [];
  return taken;
}
