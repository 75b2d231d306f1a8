import { authApi } from '@pos/contract/staff/sign-in';
import { createClient } from '@pos/contract/client';
import { makeListeners } from '../session/listeners.ts';
import { storedSession, storeSession } from '../session/tokens.ts';

const LOCK = 'admin.refresh';
const TIMEOUT_MS = 10_000;
/** A call refused this soon after the rights were read (ms) does not trigger another refresh. */
const RIGHTS_ARE_FRESH_MS = 10_000;

/** Calls without a bearer token. A 401 from them is about the typed input, not the session. */
export const authClient = createClient({ auth: authApi }, (path, init) => fetch(path, init)).auth;

/**
 * Exchanges the refresh token, once per browser: a tab that waited for the lock finds the new
 * tokens stored and sends nothing. Rethrows the call's error; the stored session is then unchanged.
 */
export async function refreshTokens(): Promise<void> {
  const seen = storedSession();
  if (!seen) return;
  setLoading(1);
  try {
    await inLock(async () => {
      const now = storedSession();
      if (!now || now.refreshToken !== seen.refreshToken) return;
      const { data } = await authClient.refreshTokens(
        { body: { refreshToken: now.refreshToken } },
        { signal: AbortSignal.timeout(TIMEOUT_MS) },
      );
      // Signed out meanwhile: discard the answer.
      if (storedSession()?.refreshToken !== now.refreshToken) return;
      rightsReadAt = Date.now();
      storeSession(data);
    });
  } finally {
    setLoading(-1);
  }
}

/** The manual-refresh flag and the loading flag of the specification (section 4). */
let isWanted = false;
let loading = 0;
let rightsReadAt = 0;
const { subscribe, tell } = makeListeners();

/**
 * Sets the manual-refresh flag because the rights may have changed. The flag triggers a refresh and
 * is then cleared; a failure leaves the session as it was.
 */
export async function wantRefresh(): Promise<void> {
  if (isWanted) return;
  isWanted = true;
  await refreshTokens().catch(() => undefined);
  isWanted = false;
}

/** Refreshes after the server refused a call that the stored rights allow: they may be outdated. */
export async function doubtRights(): Promise<void> {
  if (Date.now() - rightsReadAt > RIGHTS_ARE_FRESH_MS) await wantRefresh();
}

/** True while this tab is refreshing. */
export function isRefreshing(): boolean {
  return loading > 0;
}

/** Calls `listener` whenever a refresh begins or ends. */
export const subscribeToRefresh = subscribe;

function setLoading(step: 1 | -1): void {
  loading += step;
  tell();
}

let pending: Promise<void> = Promise.resolve();

function inLock(work: () => Promise<void>): Promise<void> {
  // Browsers offer locks only on https and localhost; elsewhere at least one tab waits for itself.
  if ('locks' in navigator) return navigator.locks.request(LOCK, work);
  pending = pending.catch(() => undefined).then(work);
  return pending;
}
