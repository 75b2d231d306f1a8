/**
 * Says whether the cookie of Remember Me may be there, which only a document that was opened at
 * /login can read. It stands outside of the prefix that signing out wipes (tokens.ts).
 */
const KEY = 'admin-remembers';

/** Notes whether something is remembered for the form. */
export function noteRemembered(isRemembered: boolean): void {
  if (isRemembered) localStorage.setItem(KEY, '1');
  else localStorage.removeItem(KEY);
}

/** True when something may be remembered for the form. */
export function mayBeRemembered(): boolean {
  return localStorage.getItem(KEY) !== null;
}
