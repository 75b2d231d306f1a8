import { authApi, type LoginAnswer } from '@pos/contract/staff/sign-in';
import { createClient } from '@pos/contract/client';
import type { Access, Rights } from '@pos/contract/permissions';
import { allows } from '@pos/contract/permissions';
import { useSyncExternalStore, type ReactNode } from 'react';
import { endDrafts, hasDrafts } from '../drafts/drafts.ts';
import { browserToken, keepBrowserToken } from './known-browser.ts';
import { authClient, isRefreshing, refreshTokens, subscribeToRefresh } from '../api/refresh.ts';
import {
  decodeClaims,
  clearSessionByWish,
  storedSession,
  storeSession,
  subscribeToSession,
  type StoredSession,
} from './tokens.ts';
import { hasUnsaved } from '../drafts/unsaved.ts';

/** The signed-in admin, from the access token, with their rights. */
export type Session = {
  user: { id: string; name: string; email: string; emailVerified: boolean; role: string };
  rights: Rights;
};

/** Client for the last call of a page: keepalive finishes it after the page is left. */
const partingClient = createClient({ auth: authApi }, (path, init) =>
  fetch(path, { ...init, keepalive: true }),
).auth;

const NO_RIGHTS: Rights = { isSuper: false, permission: [], duties: [] };
let cached: { stored: StoredSession | undefined; session: Session | undefined } = {
  stored: undefined,
  session: undefined,
};

/** Current session; undefined if nobody is signed in. */
export function currentSession(): Session | undefined {
  const stored = storedSession();
  if (stored !== cached.stored) cached = { stored, session: stored && toSession(stored) };
  return cached.session;
}

function toSession({ accessToken, permission, duties = [] }: StoredSession): Session | undefined {
  const claims = decodeClaims(accessToken);
  return (
    claims && {
      user: {
        id: claims.sub,
        name: claims.name,
        email: claims.email,
        emailVerified: claims.email_verified,
        role: claims.role.role,
      },
      rights: { isSuper: claims.is_super, permission, duties },
    }
  );
}

export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribeToSession, currentSession);
}

/** True while the tokens and rights are being refreshed. */
export function useIsRefreshing(): boolean {
  return useSyncExternalStore(subscribeToRefresh, isRefreshing);
}

/** Rights of the signed-in admin; none if nobody is signed in. */
export function useRights(): Rights {
  return useSession()?.rights ?? NO_RIGHTS;
}

/**
 * Renders its children if the user may make the call: `<Allowed to={devicesApi.add}>`; otherwise
 * renders `otherwise`.
 */
export function Allowed({
  to,
  otherwise = null,
  children,
}: {
  to: { access: Access };
  otherwise?: ReactNode;
  children: ReactNode;
}) {
  return allows(to.access, useRights()) ? children : otherwise;
}

/** Signs in and stores tokens and rights. Throws `ApiError` with the server's message. */
export async function signIn(body: { email: string; password: string }): Promise<LoginAnswer> {
  const answer = await authClient.login({ body: { ...body, ...browserToken() } });
  keepBrowserToken(answer.browserToken);
  storeSession(answer);
  return answer;
}

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

/**
 * Reads the rights again at start if tokens are stored. A failed refresh only ends the wait
 * (specification 4).
 */
export async function restoreSession(): Promise<void> {
  if (storedSession()) await refreshTokens().catch(() => undefined);
}
