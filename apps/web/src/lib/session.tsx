import { authApi, type LoginAnswer } from '@pos/contract/auth';
import { createClient } from '@pos/contract/client';
import type { Access, Rights } from '@pos/contract/permissions';
import { allows } from '@pos/contract/permissions';
import { useSyncExternalStore, type ReactNode } from 'react';
import { endDrafts, hasDrafts } from './drafts.ts';
import { browserToken, keepBrowserToken } from './known-browser.ts';
import { authClient, isRefreshing, refreshTokens, subscribeToRefresh } from './refresh.ts';
import {
  claimsOf,
  clearSessionByWish,
  storedSession,
  storeSession,
  subscribeToSession,
  type StoredSession,
} from './tokens.ts';
import { hasUnsaved } from './unsaved.ts';

/** The signed-in admin, from the access token, with what they may do. */
export type Session = {
  user: { id: string; name: string; email: string; emailVerified: boolean; role: string };
  rights: Rights;
};

/** For the last call of a page: it goes on when the page is left. */
const partingClient = createClient({ auth: authApi }, (path, init) =>
  fetch(path, { ...init, keepalive: true }),
).auth;

const NO_RIGHTS: Rights = { isSuper: false, permission: [], duties: [] };
let cached: { stored: StoredSession | undefined; session: Session | undefined } = {
  stored: undefined,
  session: undefined,
};

/** The session of this moment; nothing when nobody is signed in. */
export function currentSession(): Session | undefined {
  const stored = storedSession();
  if (stored !== cached.stored) cached = { stored, session: stored && sessionOf(stored) };
  return cached.session;
}

function sessionOf({ accessToken, permission, duties = [] }: StoredSession): Session | undefined {
  const claims = claimsOf(accessToken);
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

/** True while the tokens, and with them the rights, are being read anew. */
export function useIsRefreshing(): boolean {
  return useSyncExternalStore(subscribeToRefresh, isRefreshing);
}

/** What the signed-in admin may do; nothing for a stranger. */
export function useRights(): Rights {
  return useSession()?.rights ?? NO_RIGHTS;
}

/** Shows its children to those who may make the call: `<Allowed to={devicesApi.add}>`; `otherwise` to the others. */
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

/** Signs in and keeps tokens and rights. Throws `ApiError` with the server's sentence. */
export async function signIn(body: { email: string; password: string }): Promise<LoginAnswer> {
  const answer = await authClient.login({ body: { ...body, ...browserToken() } });
  keepBrowserToken(answer.browserToken);
  storeSession(answer);
  return answer;
}

/** True when signing out would lose work: changes on this page, or drafts in this browser. */
export async function losesWork(): Promise<boolean> {
  const owner = currentSession()?.user.id;
  return hasUnsaved() || (owner !== undefined && (await hasDrafts(owner)));
}

/**
 * Ends the session here and on the server; here even when the server cannot be reached. Drafts of the person go with it.
 * Leads to a login page that nothing of the person is left in, and that may read the cookie of Remember Me
 * (app/login-document.ts).
 */
export async function signOut(): Promise<void> {
  const owner = currentSession()?.user.id;
  const refreshToken = storedSession()?.refreshToken;
  if (owner) await endDrafts(owner);
  if (refreshToken) void partingClient.logout({ body: { refreshToken } }).catch(() => undefined);
  clearSessionByWish();
  location.assign('/login');
}

/** At start with stored tokens: reads the rights anew. A refused or failed refresh only ends the wait (specification 4). */
export async function restoreSession(): Promise<void> {
  if (storedSession()) await refreshTokens().catch(() => undefined);
}
