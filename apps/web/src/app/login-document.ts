import { hasRememberMeMark } from '#web/lib/remember-me-mark.ts';

/**
 * Browsers expose the Remember Me cookie, whose path is /login, only to a document opened at
 * /login. A user coming there from another page gets such a document, if there may be a cookie.
 */
const wasOpenedAtLogin = location.pathname === '/login';

/** True if this document cannot read the cookie although there may be one. */
export function needsLoginDocument(): boolean {
  return !wasOpenedAtLogin && hasRememberMeMark();
}

/** Opens /login as a new document, with the state of its history entry. Never resolves. */
export function openLoginDocument(href: string): Promise<never> {
  if (location.pathname === '/login') location.reload();
  else location.replace(href);
  return new Promise(() => undefined);
}
