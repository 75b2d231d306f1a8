import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Keys and scans of the whole page. A hand scanner types like a keyboard, only faster, and ends with
 * Enter: what comes that fast is a scan, wherever the focus is, and never stays in a field. All other
 * keys go to the listener that was added last, then to those before it.
 */

/** Longest time between two characters of a scan (ms): people type slower, wireless scanners not. */
const SCAN_GAP_MS = 60;
/** Time that a key outside of fields is held back to see if it begins a scan (ms): most are faster. */
const HOLD_MS = 20;
/** Fewest characters of a scan: those of the counter card's "No". */
const SCAN_LENGTH = 3;

/** Returns true if it used the key. */
export type KeyListener = (key: string, event?: KeyboardEvent) => boolean;

type Burst = {
  text: string;
  /** Time of the last character. */
  at: number;
  /** Field that the characters went into, with what it held before. */
  field: { element: HTMLInputElement; value: string } | undefined;
  /** Characters that were given to listeners already. */
  delivered: number;
};

const listeners: { listener: KeyListener; rank: number }[] = [];
/** `isTyped`: characters of the scan were given to listeners as keys, before it was known as one. */
type ScanListener = (text: string, isTyped: boolean) => void;

const scanListeners = new Set<ScanListener>();
/** Screens that take scans themselves; the last one has them alone. */
const scanTakers: ((text: string) => void)[] = [];
let burst: Burst | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function findField(target: EventTarget | null): HTMLInputElement | undefined {
  return target instanceof HTMLInputElement ? target : undefined;
}

function give(key: string, event?: KeyboardEvent): boolean {
  return listeners.toSorted((a, b) => b.rank - a.rank).some(({ listener }) => listener(key, event));
}

/** Gives the listeners those characters of the burst that they do not have yet. */
function deliverHeld(): void {
  clearTimeout(timer);
  if (!burst || burst.field) return;
  const held = burst.text.slice(burst.delivered);
  burst.delivered = burst.text.length;
  for (const key of held) give(key);
}

/** Takes the characters of a scan back out of where they went. */
function undo({ field, delivered }: Burst): void {
  if (field) {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(field.element, field.value);
    field.element.dispatchEvent(new Event('input', { bubbles: true }));
  }
  for (let count = 0; count < delivered; count += 1) give('Backspace');
}

function onCharacter(event: KeyboardEvent): void {
  const field = findField(event.target);
  const goesOn = burst && event.timeStamp - burst.at <= SCAN_GAP_MS;
  if (!goesOn) {
    deliverHeld();
    burst = {
      text: '',
      at: 0,
      field: field && { element: field, value: field.value },
      delivered: 0,
    };
  }
  if (!burst) return;
  burst.text += event.key;
  burst.at = event.timeStamp;
  if (burst.field) return;
  // Space would press the button that has the focus.
  if (event.key !== ' ' || burst.text.length > 1) event.preventDefault();
  clearTimeout(timer);
  timer = setTimeout(deliverHeld, HOLD_MS);
}

function onEnter(event: KeyboardEvent): void {
  const ended = burst;
  const isSoon = ended !== undefined && event.timeStamp - ended.at <= SCAN_GAP_MS;
  if (isSoon) {
    event.preventDefault();
    event.stopPropagation();
    if (ended.text.length < SCAN_LENGTH) return;
    burst = undefined;
    clearTimeout(timer);
    undo(ended);
    giveScan(ended.text, ended.delivered > 0);
    return;
  }
  deliverHeld();
  burst = undefined;
  // A button or link that has the focus is pressed by the browser.
  if (event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement)
    return;
  if (give('Enter', event)) event.preventDefault();
}

function onKey(event: KeyboardEvent): void {
  if (event.isComposing || event.ctrlKey || event.metaKey) return;
  // Scanners hold Shift for capital letters.
  if (['Shift', 'CapsLock', 'AltGraph'].includes(event.key)) return;
  if (event.key === 'Enter') return onEnter(event);
  if (event.altKey) {
    const letter = /^(?:Key([A-Z])|Digit(\d))$/.exec(event.code);
    if (letter && give(`Alt ${letter[1] ?? letter[2]}`, event)) event.preventDefault();
    return;
  }
  if (event.key.length === 1) return onCharacter(event);
  deliverHeld();
  burst = undefined;
  if (findField(event.target) && event.key !== 'Escape' && !event.key.startsWith('Arrow')) return;
  if (give(event.key, event)) event.preventDefault();
}

/** Presses a key for a person who only has a scanner. */
export function giveKey(key: 'Enter' | 'Escape'): void {
  give(key);
}

/** Gives what a scanner or the camera read to those who hear scans. */
export function giveScan(text: string, isTyped = false): void {
  const taker = scanTakers.at(-1);
  if (taker) return taker(text);
  for (const listener of scanListeners) listener(text, isTyped);
}

/** Hears keys and scans from now on. Returns the end of it. */
export function hearKeys(onScan: ScanListener): () => void {
  scanListeners.add(onScan);
  document.addEventListener('keydown', onKey, { capture: true });
  return () => {
    scanListeners.delete(onScan);
    if (scanListeners.size === 0) document.removeEventListener('keydown', onKey, { capture: true });
  };
}

/** Order in which listeners are asked: a sheet before its screen, the screen before the app. */
export const KEY_RANK = { app: 0, screen: 1, part: 2, sheet: 3, insideSheet: 4 } as const;

/** Listens to keys that no field has taken while the component is shown. */
export function useKeys(
  listener: KeyListener,
  rank: (typeof KEY_RANK)[keyof typeof KEY_RANK] = KEY_RANK.screen,
): void {
  const onPressed = useEffectEvent(listener);
  // A screen that is drawn hears keys at once: a scanner may be faster than an effect after it.
  useLayoutEffect(() => {
    const entry = { listener: (key: string, event?: KeyboardEvent) => onPressed(key, event), rank };
    listeners.push(entry);
    return () => {
      listeners.splice(listeners.indexOf(entry), 1);
    };
  }, [rank]);
}

/** Leaves a screen that has no other keys with Escape. */
export function useEscape(onClose: () => void): void {
  useKeys((key) => {
    if (key === 'Escape') onClose();
    return key === 'Escape';
  });
}

/** Takes scans in the place of the app while the component is shown. */
export function useScans(listener: (text: string) => void): void {
  const onScan = useEffectEvent(listener);
  useLayoutEffect(() => {
    const taker = (text: string) => onScan(text);
    scanTakers.push(taker);
    return () => {
      scanTakers.splice(scanTakers.indexOf(taker), 1);
    };
  }, []);
}
