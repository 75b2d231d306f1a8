import type { AnyRouter } from '@tanstack/react-router';

/** A dialog that closes with the navigation gives its focus back this much later, to what is no longer there. */
const AFTER_DIALOGS_MS = 60;

/** After going to another page the focus moves to its `h1`, or to the main region until the page has one. */
export function focusAfterNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    focusPage();
    setTimeout(() => document.activeElement === document.body && focusPage(), AFTER_DIALOGS_MS);
  });
}

function focusPage(): void {
  const main = document.getElementById('main');
  const heading = main?.querySelector<HTMLElement>('h1');
  (heading ?? main)?.focus({ preventScroll: true });
}
