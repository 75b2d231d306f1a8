import { opensPage, PAGES, type Rights } from '@pos/contract/permissions';
import { currentPreferences } from '#web/lib/session/preferences.ts';
import { SCREENS, screenAt, screenPath } from './screens.ts';

/**
 * Path of the page after signing in: the user's chosen start page, else the dashboard
 * (specification 2), else the first screen of their menu, else their profile, which is always open.
 */
export function landingPath(rights: Rights): string {
  const mine = SCREENS.filter(({ page }) => opensPage(page, rights));
  const { startPage } = currentPreferences();
  const landing =
    mine.find(({ page, inMenu }) => inMenu && page === startPage) ??
    mine.find(({ page }) => page === 'dashboard') ??
    mine.find(({ inMenu }) => inMenu);
  return landing ? screenPath(landing) : PAGES.profile.path;
}

/** Page requested before signing in if it is one of ours, else the landing page. */
export function afterSignIn(from: unknown, rights: Rights): string {
  if (
    typeof from === 'string' &&
    /^\/(?![/\\])/.test(from) &&
    screenAt(new URL(from, location.origin).pathname)
  )
    return from;
  return landingPath(rights);
}
