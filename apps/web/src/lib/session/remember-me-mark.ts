import { siteStore } from './browser-storage.ts';

/**
 * Mark that the Remember Me cookie may exist, which only a document opened at /login can read. Kept
 * outside the prefix that signing out clears (tokens.ts).
 */
const KEY = 'admin-remembers';

/** Records if sign-in data is remembered. */
export function setRememberMeMark(isRemembered: boolean): void {
  if (isRemembered) siteStore.write(KEY, '1');
  else siteStore.remove(KEY);
}

/** True if sign-in data may be remembered. */
export function hasRememberMeMark(): boolean {
  return siteStore.read(KEY) !== null;
}
