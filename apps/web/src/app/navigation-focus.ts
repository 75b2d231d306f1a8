import type { AnyRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { rememberOpener } from '#web/ui/overlays/panel-opener.ts';

/**
 * Delay (ms): a dialog that closes with the navigation first returns its focus to an element that
 * is gone.
 */
const AFTER_DIALOGS_MS = 60;

let isGoing = false;

/** Moves the focus to the `h1` after navigation; the new page does it (`useArrival`). */
export function watchNavigation(router: AnyRouter): void {
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    isGoing = Boolean(fromLocation && pathChanged);
  });
}

/**
 * Takes the focus when the page appears by navigation: its `h1`, or the main region until there is
 * one.
 */
export function useArrival(): void {
  useEffect(() => {
    if (!isGoing) return;
    isGoing = false;
    focusPage();
    setTimeout(() => document.activeElement === document.body && focusPage(), AFTER_DIALOGS_MS);
  }, []);
}

/** Moves the focus into a record opened by a search; Escape in its panel returns it to `from`. */
export function enterOpened(from: Element | null): void {
  rememberOpener(from);
  const { href } = location;
  setTimeout(() => {
    // Escape may have closed the record meanwhile.
    if (location.href === href) focusPage();
  }, AFTER_DIALOGS_MS);
}

/**
 * Focuses the heading of the record open beside or instead of its list, else the heading of the
 * page.
 */
function focusPage(): void {
  const main = document.getElementById('main');
  const record = main?.querySelector<HTMLElement>(
    '[data-part=panel] h2, [data-part=record-head] :is(h1, h2)',
  );
  const heading = record ?? main?.querySelector<HTMLElement>('h1');
  (heading ?? main)?.focus({ preventScroll: true });
}
