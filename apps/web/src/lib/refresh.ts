import { authApi } from '@pos/contract/auth';
import { createClient } from '@pos/contract/client';
import { storedSession, storeSession } from './tokens.ts';

const LOCK = 'admin.refresh';
const TIMEOUT_MS = 10_000;

/** The calls that carry no bearer token; a 401 from them is about what was typed, not about the session. */
export const authClient = createClient({ auth: authApi }, (path, init) => fetch(path, init)).auth;

/**
 * Exchanges the refresh token, once per browser: whoever waited at the lock finds the new tokens stored and sends
 * nothing. Throws what the call threw; the stored session is then left alone.
 */
export async function refreshTokens(): Promise<void> {
  const seen = storedSession();
  if (!seen) return;
  await inLock(async () => {
    const now = storedSession();
    if (!now || now.refreshToken !== seen.refreshToken) return;
    const { data } = await authClient.refreshTokens({ body: { refreshToken: now.refreshToken } }, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    // Signing out meanwhile wins over the answer.
    if (storedSession()?.refreshToken === now.refreshToken) storeSession(data);
  });
}

let pending: Promise<void> = Promise.resolve();

function inLock(work: () => Promise<void>): Promise<void> {
  // Browsers offer locks only on https and localhost; elsewhere one tab at least waits for itself.
  if ('locks' in navigator) return navigator.locks.request(LOCK, work);
  pending = pending.catch(() => undefined).then(work);
  return pending;
}
