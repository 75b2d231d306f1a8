import { createClient } from '@pos/contract/client';
import { authApi } from '@pos/contract/staff/sign-in';
import { endDrafts, hasDrafts } from '../drafts/drafts.ts';
import { hasUnsaved } from '../drafts/unsaved.ts';
import { findCompany } from './company.ts';
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

/** Longest wait for the address that ends the session at the company's provider too (ms). */
const NEXT_WAIT_MS = 2_000;

/**
 * Ends the session here and on the server; here even if the server cannot be reached. Removes the
 * person's drafts. Leads to a fresh login document without the person's data, which can read the
 * Remember Me cookie (app/login-document.ts), by way of the company's provider if the session began
 * there.
 */
export async function signOut(): Promise<void> {
  const owner = currentSession()?.user.id;
  const refreshToken = storedSession()?.refreshToken;
  if (owner) await endDrafts(owner);
  const ended =
    refreshToken && partingClient.logout({ body: { refreshToken } }).catch(() => undefined);
  if (ended && findCompany()) {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, NEXT_WAIT_MS));
    const next = (await Promise.race([ended, late]))?.data?.next;
    if (next !== undefined) {
      // Until the page is left: without a session it would open the login instead.
      window.addEventListener('pagehide', clearSessionByWish);
      location.assign(next);
      return;
    }
  }
  clearSessionByWish();
  location.assign('/login');
}
