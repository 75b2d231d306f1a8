import { hasRememberMeMark } from '#web/lib/session/remember-me-mark.ts';

const LOGIN = '/login';

/**
 * Browsers expose the Remember Me cookie, whose path is /login, only to a document opened at
 * /login. A user coming there from another page gets such a document, if there may be a cookie.
 */
const wasOpenedAtLogin = location.pathname === LOGIN;

/** True if this document cannot read the cookie although there may be one. */
export function needsLoginDocument(): boolean {
  return !wasOpenedAtLogin && hasRememberMeMark();
}

/**
 * Opens /login as a new document, with the state of its history entry. `search` is its query part.
 * Never resolves.
 */
export function openLoginDocument(search: string): Promise<never> {
  if (location.pathname === LOGIN) location.reload();
  // Always this spelling: after any other, the new document would be replaced again, without end.
  else location.replace(`${LOGIN}${search}`);
  return new Promise(() => undefined);
}
