/** Keys that were pressed before the top bar's shortcuts were loaded. */
let early: KeyboardEvent[] = [];
/** Older ones were pressed for something else. */
const KEPT_MS = 5_000;

function keep(event: KeyboardEvent): void {
  early = [...early.filter(({ timeStamp }) => event.timeStamp - timeStamp < KEPT_MS), event];
  // The browser's own search does not open meanwhile.
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) event.preventDefault();
}

document.addEventListener('keydown', keep);

/** Gives what was pressed until now, once: from here on the shortcuts listen themselves. */
export function takeEarlyKeys(): readonly KeyboardEvent[] {
  document.removeEventListener('keydown', keep);
  const keys = early.filter(({ timeStamp }) => performance.now() - timeStamp < KEPT_MS);
  early = [];
  return keys;
}
