import { createClient } from '@pos/contract/client';
import { authApi } from '@pos/contract/staff/sign-in';
import { endDrafts, hasDrafts } from '../drafts/drafts.ts';
import { hasUnsaved } from '../drafts/unsaved.ts';
import { currentSession } from './session.tsx';
import { clearSessionByWish, storedSession } from './tokens.ts';

/** Client for the last call of a page: keepalive finishes it after the page is left. */
const partingClient = createClient({ auth: authApi }, (path, init) =>
  fetch(path, { ...init, keepalive: true }),
).auth;

/** True if signing out would lose work: changes on this page, or drafts in this browser. */
export async function losesWork(): Promise<boolean> {
  const owner = currentSession()?.user.id;
  return hasUnsaved() || (owner !== undefined && (await hasDrafts(owner)));
}

/**
 * Ends the session here and on the server; here even if the server cannot be reached. Removes the
 * person's drafts. Leads to a fresh login document without the person's data, which can read the
 * Remember Me cookie (app/login-document.ts).
 */
export async function signOut(): Promise<void> {
  const owner = currentSession()?.user.id;
  const refreshToken = storedSession()?.refreshToken;
  if (owner) await endDrafts(owner);
  if (refreshToken) void partingClient.logout({ body: { refreshToken } }).catch(() => undefined);
  clearSessionByWish();
  location.assign('/login');
}
