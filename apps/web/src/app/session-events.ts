import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { currentSession } from '#web/lib/session.tsx';
import { MOVE_TO_LOGIN, subscribeToSession } from '#web/lib/tokens.ts';

/**
 * What follows when the session changes, here or in another tab: nobody sees what the one before them had loaded, an
 * ended session leads to the login and back to the same page, and a sign-in in another tab opens this one too.
 */
export function followSession(router: AnyRouter, queryClient: QueryClient): void {
  let userId = currentSession()?.user.id;
  subscribeToSession(() => {
    const next = currentSession()?.user.id;
    if (next === userId) return;
    userId = next;
    queryClient.clear();
    if (next) void router.invalidate();
    else if (!hasLeft(router)) window.dispatchEvent(new Event(MOVE_TO_LOGIN));
  });
  window.addEventListener(MOVE_TO_LOGIN, () => {
    if (hasLeft(router)) return;
    const from = router.state.location.href;
    void router.navigate({ to: '/login', search: () => ({ from, ended: 'yes' }), replace: true });
  });
}

function hasLeft(router: AnyRouter): boolean {
  return router.latestLocation.pathname === '/login';
}
