import type { AnyRouter } from '@tanstack/react-router';

/** After going to another page the focus moves to its `h1`, or to the main region until the page has one. */
export function focusAfterNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    const main = document.getElementById('main');
    const heading = main?.querySelector<HTMLElement>('h1');
    (heading ?? main)?.focus({ preventScroll: true });
  });
}
