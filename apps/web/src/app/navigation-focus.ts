import type { AnyRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { rememberOpener } from '#web/ui/panel-opener.ts';

/** A dialog that closes with the navigation gives its focus back this much later, to what is no longer there. */
const AFTER_DIALOGS_MS = 60;

let isGoing = false;

/** After going to another page the focus moves to its `h1`; the page that one arrives at does it (`useArrival`). */
export function watchNavigation(router: AnyRouter): void {
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    isGoing = Boolean(fromLocation && pathChanged);
  });
}

/** Takes the focus when the page appears by navigation: its `h1`, or the main region until the page has one. */
export function useArrival(): void {
  useEffect(() => {
    if (!isGoing) return;
    isGoing = false;
    focusPage();
    setTimeout(() => document.activeElement === document.body && focusPage(), AFTER_DIALOGS_MS);
  }, []);
}

/** A search opened something: the focus goes into it, and Escape in a panel gives it back to `from`. */
export function enterOpened(from: Element | null): void {
  rememberOpener(from);
  setTimeout(focusPage, AFTER_DIALOGS_MS);
}

/** Focuses the heading of the record that is open beside or instead of its list, else that of the page. */
function focusPage(): void {
  const main = document.getElementById('main');
  const record = main?.querySelector<HTMLElement>('.panel h2, .record-head :is(h1, h2)');
  const heading = record ?? main?.querySelector<HTMLElement>('h1');
  (heading ?? main)?.focus({ preventScroll: true });
}
