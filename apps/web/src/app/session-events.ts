import type { AnyRouter } from '@tanstack/react-router';
import { endDrafts, keepDrafts } from '#web/lib/drafts/drafts.ts';
import { currentSession } from '#web/lib/session/session.tsx';
import { wantRefresh } from '#web/lib/api/refresh.ts';
import {
  MOVE_TO_LOGIN,
  onSignOutElsewhere,
  subscribeToSession,
  VERIFY_FIRST,
} from '#web/lib/session/tokens.ts';

/** Pages that need no sign-in: an expired session does not redirect from there. */
const SIGN_IN_PATHS: ReadonlySet<string> = new Set([
  '/login',
  '/forgot-password',
  '/reset-password',
  '/setup-password',
]);

/**
 * Reason for showing the login, kept in its address: the session ended, with or without a draft, or
 * the user signed out in another tab.
 */
type Ended = 'yes' | 'draft' | 'signed-out';

/**
 * Follows session changes, here or in another tab: an ended session leads to the login and back to
 * the same page; a sign-in in another tab opens this one too.
 */
export function followSession(router: AnyRouter): void {
  let userId = currentSession()?.user.id;
  let hasSignedOut = false;
  onSignOutElsewhere(() => {
    hasSignedOut = true;
    if (userId) void endDrafts(userId);
  });
  subscribeToSession(() => {
    const next = currentSession()?.user.id;
    if (next === userId) return;
    userId = next;
    if (next) void router.invalidate();
    else if (!hasLeft(router)) window.dispatchEvent(new Event(MOVE_TO_LOGIN));
  });
  window.addEventListener(MOVE_TO_LOGIN, () => {
    const ended: Ended = hasSignedOut ? 'signed-out' : keepDrafts().isSaved ? 'draft' : 'yes';
    hasSignedOut = false;
    if (hasLeft(router)) return;
    const from = router.state.location.href;
    void router.navigate({ to: '/login', search: () => ({ from, ended }), replace: true });
  });
  window.addEventListener(VERIFY_FIRST, () => {
    // The token was issued before the address changed: a new one says so, and every guard then
    // redirects to the verification.
    void wantRefresh().then(() => router.invalidate());
  });
}

function hasLeft(router: AnyRouter): boolean {
  return SIGN_IN_PATHS.has(router.latestLocation.pathname);
}
