/**
 * The token by which this browser shows that somebody has signed in here before, so that guesses
 * from elsewhere do not slow them down (trust.md T01). It opens nothing. Signing out leaves it:
 * its key lies outside of the prefix that is wiped then (tokens.ts).
 */
const KEY = 'admin-browser';

/** The token of the last sign-in, as a part of what is sent with the next one. */
export function browserToken(): { browserToken?: string } {
  const token = localStorage.getItem(KEY);
  return token ? { browserToken: token } : {};
}

/** Keeps the token that a sign-in answered. */
export function keepBrowserToken(token: string): void {
  localStorage.setItem(KEY, token);
}
