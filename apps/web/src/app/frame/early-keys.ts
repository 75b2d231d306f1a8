import { holdTyping, stopHolding } from './typed-ahead.ts';

/** Keys pressed before the top bar's shortcuts were loaded. */
let early: KeyboardEvent[] = [];
/** Maximum age of a key (ms); older ones were pressed for something else. */
const KEPT_MS = 5_000;

function keep(event: KeyboardEvent): void {
  early = [...early.filter(({ timeStamp }) => event.timeStamp - timeStamp < KEPT_MS), event];
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
  // Keeps the browser's own search from opening meanwhile.
  event.preventDefault();
  holdTyping();
}

document.addEventListener('keydown', keep);

/** Returns the keys pressed so far, once: from here on the shortcuts listen themselves. */
export function takeEarlyKeys(): readonly KeyboardEvent[] {
  document.removeEventListener('keydown', keep);
  const keys = early.filter(({ timeStamp }) => performance.now() - timeStamp < KEPT_MS);
  early = [];
  // No palette was requested: typing goes to the page again.
  if (!keys.some(({ key }) => key.toLowerCase() === 'k')) stopHolding();
  return keys;
}
