import type { LoginAnswer } from '@pos/contract/staff/sign-in';
import type { Access, Rights } from '@pos/contract/permissions';
import { allows } from '@pos/contract/permissions';
import { useSyncExternalStore, type ReactNode } from 'react';
import { browserToken, keepBrowserToken } from './known-browser.ts';
import { authClient, isRefreshing, refreshTokens, subscribeToRefresh } from '../api/refresh.ts';
import {
  decodeClaims,
  storedSession,
  storeSession,
  subscribeToSession,
  type StoredSession,
} from './tokens.ts';

/** The signed-in admin, from the access token, with their rights. */
export type Session = {
  user: {
    id: string;
    name: string;
    email: string;
    emailVerified: boolean;
    role: string;
    /** Last day without a second factor, if one is required and missing. */
    factorDueOn: string | undefined;
    /** True if that day is over. */
    isFactorMissing: boolean;
  };
  rights: Rights;
};

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
        factorDueOn: claims.factor_due_on ?? undefined,
        isFactorMissing: claims.is_factor_missing === true,
      },
      rights: {
        isSuper: claims.is_super,
        permission,
        duties,
        isLimited: claims.is_limited === true,
      },
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

type AllowedProps = { to: { access: Access }; otherwise?: ReactNode; children: ReactNode };

/**
 * Renders its children if the user may make the call: `<Allowed to={devicesApi.add}>`; otherwise
 * renders `otherwise`.
 */
export function Allowed({ to, otherwise = null, children }: AllowedProps) {
  return allows(to.access, useRights()) ? children : otherwise;
}

/** Signs in and stores tokens and rights. Throws `ApiError` with the server's message. */
export async function signIn(body: { email: string; password: string }): Promise<LoginAnswer> {
  return keepSignIn(await authClient.login({ body: { ...body, ...browserToken() } }));
}

/** Stores the tokens and rights of a finished sign-in. */
export function keepSignIn(answer: LoginAnswer): LoginAnswer {
  keepBrowserToken(answer.browserToken);
  storeSession(answer);
  return answer;
}

/**
 * Reads the rights again at start if tokens are stored. A failed refresh only ends the wait
 * (specification 4).
 */
export async function restoreSession(): Promise<void> {
  if (storedSession()) await refreshTokens().catch(() => undefined);
}
