import { siteStore } from './browser-storage.ts';

/**
 * Token that proves a sign-in from this browser before, so that guesses from elsewhere do not slow
 * down its user (trust.md T01). Gives no access. Survives signing out: its key is outside the
 * prefix that tokens.ts clears.
 */
const KEY = 'admin-browser';

/** Token of the last sign-in, as part of the next sign-in's body. */
export function browserToken(): { browserToken?: string } {
  const token = siteStore.read(KEY);
  return token ? { browserToken: token } : {};
}

/** Stores the token that a sign-in returned. */
export function keepBrowserToken(token: string): void {
  siteStore.write(KEY, token);
}
