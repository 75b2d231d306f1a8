import { mayBeRemembered } from '#web/lib/remembered-mark.ts';

/**
 * Browsers show the cookie of Remember Me, whose path is /login, only to a document that was opened
 * at /login. Whoever comes there from another page gets such a document, if there may be a cookie.
 */
const wasOpenedAtLogin = location.pathname === '/login';

/** True when this document cannot read what may be remembered. */
export function needsLoginDocument(): boolean {
  return !wasOpenedAtLogin && mayBeRemembered();
}

/** Opens /login anew, with the state of its entry in the history. Never returns to the caller. */
export function openLoginDocument(href: string): Promise<never> {
  if (location.pathname === '/login') location.reload();
  else location.replace(href);
  return new Promise(() => undefined);
}
