import { authApi } from '@pos/contract/auth';
import { createClient } from '@pos/contract/client';
import { storedSession, storeSession } from './tokens.ts';

const LOCK = 'admin.refresh';
const TIMEOUT_MS = 10_000;
/** A call that is refused again this soon after the rights were read says nothing new. */
const RIGHTS_ARE_FRESH_MS = 10_000;

/** The calls that carry no bearer token; a 401 from them is about what was typed, not about the session. */
export const authClient = createClient({ auth: authApi }, (path, init) => fetch(path, init)).auth;

/**
 * Exchanges the refresh token, once per browser: whoever waited at the lock finds the new tokens stored and sends
 * nothing. Throws what the call threw; the stored session is then left alone.
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
      // Signing out meanwhile wins over the answer.
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
const listeners = new Set<() => void>();

/**
 * Sets the manual-refresh flag: something says that the rights have changed. It triggers a refresh and is then cleared; a
 * failure leaves the session as it was.
 */
export async function wantRefresh(): Promise<void> {
  if (isWanted) return;
  isWanted = true;
  await refreshTokens().catch(() => undefined);
  isWanted = false;
}

/** The server refused what the stored rights allow: they may be old. */
export async function doubtRights(): Promise<void> {
  if (Date.now() - rightsReadAt > RIGHTS_ARE_FRESH_MS) await wantRefresh();
}

/** True while a refresh is under way in this tab. */
export function isRefreshing(): boolean {
  return loading > 0;
}

/** Calls `listener` whenever a refresh begins or ends. */
export function subscribeToRefresh(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setLoading(step: 1 | -1): void {
  loading += step;
  for (const listener of listeners) listener();
}

let pending: Promise<void> = Promise.resolve();

function inLock(work: () => Promise<void>): Promise<void> {
  // Browsers offer locks only on https and localhost; elsewhere one tab at least waits for itself.
  if ('locks' in navigator) return navigator.locks.request(LOCK, work);
  pending = pending.catch(() => undefined).then(work);
  return pending;
}
