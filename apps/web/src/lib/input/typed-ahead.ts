/** Buffers keys while the part that they are meant for is loading, instead of the page's getting them. */

/** Time after which a part counts as failed and keys go to the page again (ms). */
const GIVE_UP_MS = 15_000;

/** Keys other than characters that are held. */
export const NAMED_KEY = /^(Backspace|Enter|Escape|Tab)$/;

/** Characters, named keys, and texts that were pasted. */
let typed: string[] = [];
let ending: AbortController | undefined;
let cancel: (() => void) | undefined;

function hold(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event;
  if (ctrlKey || metaKey || altKey || isComposing) return;
  if (key.length === 1 || NAMED_KEY.test(key)) add(event, key);
  if (key !== 'Escape') return;
  ending?.abort();
  cancel?.();
}

function add(event: Event, key: string): void {
  typed.push(key);
  event.preventDefault();
  event.stopImmediatePropagation();
}

const holdPasted = (event: ClipboardEvent): void =>
  add(event, event.clipboardData?.getData('text') ?? '');

/** Starts buffering, or goes on with it. Escape ends it and calls `onEscape`. */
export function holdTyping(onEscape?: () => void): void {
  cancel = onEscape;
  if (ending?.signal.aborted === false) return;
  typed = [];
  const mine = (ending = new AbortController());
  // Capture phase, so that neither a field nor a scanner listener gets these keys.
  const options = { capture: true, signal: mine.signal };
  window.addEventListener('keydown', hold, options);
  window.addEventListener('paste', holdPasted, options);
  setTimeout(() => mine.abort(), GIVE_UP_MS);
}

/** Stops buffering, so that keys go to the focused element again; returns what was typed. */
export function takeTyping(): readonly string[] {
  ending?.abort();
  const taken = typed;
  typed = [];
  return taken;
}
