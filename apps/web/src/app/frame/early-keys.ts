import { holdTyping, stopHolding } from './typed-ahead.ts';

/** Keys that were pressed before the top bar's shortcuts were loaded. */
let early: KeyboardEvent[] = [];
/** Older ones were pressed for something else. */
const KEPT_MS = 5_000;

function keep(event: KeyboardEvent): void {
  early = [...early.filter(({ timeStamp }) => event.timeStamp - timeStamp < KEPT_MS), event];
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
  // The browser's own search does not open meanwhile.
  event.preventDefault();
  holdTyping();
}

document.addEventListener('keydown', keep);

/** Gives what was pressed until now, once: from here on the shortcuts listen themselves. */
export function takeEarlyKeys(): readonly KeyboardEvent[] {
  document.removeEventListener('keydown', keep);
  const keys = early.filter(({ timeStamp }) => performance.now() - timeStamp < KEPT_MS);
  early = [];
  // Nothing will open the palette that was asked for: what is typed goes to the page again.
  if (!keys.some(({ key }) => key.toLowerCase() === 'k')) stopHolding();
  return keys;
}
