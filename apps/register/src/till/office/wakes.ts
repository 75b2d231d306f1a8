import { forgetNames, type Parts } from '../parts.ts';

/** Pause between heartbeats; each also sends what waits. */
const BEAT_MS = 60_000;
/** Pause between looks for new prices, stock and balances. */
const SUPPLIES_MS = 120_000;

/**
 * Wakes the sender at the start, when the network is back, when the app is in front again, and each
 * minute; a finished sale wakes it too. Browsers on iPads have no background sync, and others are
 * late. Every two minutes it asks for new prices, and calls `look`.
 */
export function keepAwake(
  { delivery, supplies, access, server, books, clock }: Parts,
  signal: AbortSignal,
  onChange: () => void,
  look: () => void,
): void {
  const wake = () => delivery.wake();
  const restock = () => {
    look();
    // An app on the home screen is open for days.
    if (books.notes.students) forgetNames({ books, clock });
    void supplies.refresh().then(onChange);
  };
  const meet = () => {
    if (books.notes.pairing) void access.refreshPeople().then(onChange);
  };
  const beats = setInterval(wake, BEAT_MS);
  const looks = setInterval(restock, SUPPLIES_MS);
  signal.addEventListener('abort', () => {
    clearInterval(beats);
    clearInterval(looks);
  });
  window.addEventListener(
    'online',
    () => {
      server.setReached(true);
      wake();
      restock();
      if (!books.notes.session) meet();
    },
    { signal },
  );
  window.addEventListener('offline', () => server.setReached(false), { signal });
  window.addEventListener('focus', wake, { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      if (!document.hidden) wake();
    },
    { signal },
  );
  if (!navigator.onLine) server.setReached(false);
  wake();
  meet();
  restock();
}
