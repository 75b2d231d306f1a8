/**
 * Mark that the Remember Me cookie may exist, which only a document opened at /login can read. Kept
 * outside the prefix that signing out clears (tokens.ts).
 */
const KEY = 'admin-remembers';

/** Records if sign-in data is remembered. */
export function setRememberMeMark(isRemembered: boolean): void {
  if (isRemembered) localStorage.setItem(KEY, '1');
  else localStorage.removeItem(KEY);
}

/** True if sign-in data may be remembered. */
export function hasRememberMeMark(): boolean {
  return localStorage.getItem(KEY) !== null;
}
