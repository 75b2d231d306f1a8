import { Suspense, useEffectEvent, useLayoutEffect, type ReactNode } from 'react';
import { holdTyping, NAMED_KEY, takeTyping } from '#web/lib/input/typed-ahead.ts';
import { takesText } from '#web/lib/input/typed-keys.ts';

/** Interval at which the field is looked for once its part is there (ms). */
const LOOK_EVERY_MS = 10;
/** Time after which a part that is there has no field, and the keys were for nothing (ms). */
const FIELD_WITHIN_MS = 2_000;

const OVERLAYS = '[role=dialog], dialog[open], [role=menu], [data-part=panel]';
const SCAN_FIELD = '[data-part=scan-input] input';

/** Number of parts that are loading. */
let waiting = 0;
/** Focused element and topmost overlay before the first of them was asked for. */
let before: { focused: Element | null; overlay: Element | undefined } | undefined;

/**
 * Holds the keys that are typed, scanned or pasted from now until a part has loaded. Returns a
 * function to call when it has: the keys are then typed into its field. Several parts that load
 * one within the other hand the keys on. Escape calls `onEscape`.
 */
export function typeAhead(onEscape?: () => void): () => void {
  before ??= { focused: document.activeElement, overlay: topmostOverlay() };
  waiting += 1;
  holdTyping(() => {
    before = undefined;
    onEscape?.();
  });
  return () => {
    waiting -= 1;
    // The part itself is there only after what stood for it is gone.
    lookForField(performance.now() + FIELD_WITHIN_MS);
  };
}

/** Holds keys, as `typeAhead` does, while it is rendered instead of a part that is loading. */
export function TypingAhead({ onEscape }: { onEscape?: () => void }): null {
  const escape = useEffectEvent(() => onEscape?.());
  useLayoutEffect(() => typeAhead(() => escape()), []);
  return null;
}

/** Wraps a dialog or drawer that may still be loading, so that keys typed meanwhile arrive in it. */
export function withTypingAhead(part: ReactNode, onEscape: () => void): ReactNode {
  return <Suspense fallback={<TypingAhead onEscape={onEscape} />}>{part}</Suspense>;
}

function topmostOverlay(): Element | undefined {
  return [...document.querySelectorAll(OVERLAYS)].at(-1);
}

function lookForField(until: number): void {
  setTimeout(() => giveKeys(until), LOOK_EVERY_MS);
}

/** Types the keys into the field of the part that was loading, as soon as that is ready. */
function giveKeys(until: number): void {
  // Another part is loading, or took the keys.
  if (waiting > 0 || !before) return;
  const field = findField(before);
  if (field === undefined && performance.now() < until) return lookForField(until);
  before = undefined;
  const keys = takeTyping();
  if (field && keys.some((key) => !NAMED_KEY.test(key))) typeInto(field, keys);
}

/**
 * Returns the field that the keys are meant for: the one with the focus, that for codes, or the
 * first one of a new dialog or drawer. Null if there is none, undefined if it is not there yet.
 */
function findField(earlier: NonNullable<typeof before>): HTMLElement | null | undefined {
  const focused = document.activeElement;
  if (focused !== earlier.focused && isField(focused)) return focused;
  const overlay = topmostOverlay();
  if (overlay === earlier.overlay)
    return overlay ? undefined : (document.querySelector<HTMLElement>(SCAN_FIELD) ?? undefined);
  // The focus moves shortly after the dialog is there.
  if (!overlay?.contains(focused)) return undefined;
  return (
    overlay.querySelector<HTMLElement>(SCAN_FIELD) ??
    [...overlay.querySelectorAll('input, textarea')].find(isField) ??
    null
  );
}

function isField(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  return (
    (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
    takesText(element) &&
    !element.readOnly &&
    !element.disabled &&
    element.checkVisibility()
  );
}

/**
 * Presses the keys one after the other, before the browser goes on, so that none is overtaken. A
 * Tab that no listener takes leads away from the field, and ends it.
 */
function typeInto(field: HTMLElement, keys: readonly string[]): void {
  field.focus({ preventScroll: true });
  for (const key of keys) {
    const target = document.activeElement ?? field;
    const isTaken = !target.dispatchEvent(isPasted(key) ? toPaste(key) : keyDown(key));
    if (isTaken) continue;
    if (key === 'Tab') return;
    const written = document.activeElement;
    if (isField(written)) write(written, key);
  }
}

const isPasted = (key: string): boolean => key.length > 1 && !NAMED_KEY.test(key);

const keyDown = (key: string): Event =>
  new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });

function toPaste(text: string): Event {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  return new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
}

/** Writes at the caret what a key writes. Enter saves no form that nobody has seen yet. */
function write(field: Element, key: string): void {
  const isLineBreak = key === 'Enter' && field instanceof HTMLTextAreaElement;
  // Nothing else writes at the caret, with the events of typing, in every type of input.
  if (key === 'Backspace') document.execCommand('delete');
  else if (isLineBreak) document.execCommand('insertText', false, '\n');
  else if (!NAMED_KEY.test(key)) document.execCommand('insertText', false, key);
}
