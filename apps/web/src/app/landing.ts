import { opensPage, type Rights } from '@pos/contract/permissions';
import { currentPreferences } from '#web/lib/preferences.ts';
import { SCREENS, screenAt, screenPath } from './screens.ts';

/**
 * Where a person lands after signing in: the start page of their preferences, else the dashboard (specification 2), or
 * where they may not open it, the first screen of their menu. `undefined` when they may open nothing.
 */
export function landingPath(rights: Rights): string | undefined {
  const mine = SCREENS.filter(({ page }) => opensPage(page, rights));
  const { startPage } = currentPreferences();
  const landing = mine.find(({ page, inMenu }) => inMenu && page === startPage) ?? mine.find(({ page }) => page === 'dashboard') ?? mine.find(({ inMenu }) => inMenu) ?? mine.find((screen) => !screenPath(screen).includes('$'));
  return landing && screenPath(landing);
}

/** The page asked for before signing in, if it is one of ours; else the landing page. */
export function afterSignIn(from: unknown, rights: Rights): string {
  if (typeof from === 'string' && /^\/(?![/\\])/.test(from) && screenAt(new URL(from, location.origin).pathname)) return from;
  return landingPath(rights) ?? '/welcome';
}
