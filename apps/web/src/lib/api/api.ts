import { api as contract } from '@pos/contract/api';
import { createClient, fetchFile, type Send } from '@pos/contract/client';
import type { Call, Endpoint } from '@pos/contract/endpoint';
import { confirmFirst } from '../session/confirm-first.ts';
import { doubtRights, refreshTokens } from './refresh.ts';
import { clearSession, MOVE_TO_LOGIN, storedSession, VERIFY_FIRST } from '../session/tokens.ts';

/**
 * Typed client of the whole API: `api.devices.list({ query }, { signal })`. Throws `ApiError` when
 * a call is refused.
 */
export const api = createClient(contract, send);

/** The same client over another transport, such as one that reports upload progress. */
export function apiOver(transport: Send): typeof api {
  return createClient(contract, (path, init) => sendOver(transport, path, init));
}

/** Fetches a file from the API to show it. */
export function readFile<E extends Endpoint>(
  endpoint: E,
  call: Call<E>,
): Promise<{ blob: Blob; fileName: string }> {
  return fetchFile(endpoint, call, send);
}

/** Fetches a file from the API and lets the browser save it under the name the server sent. */
export async function saveFile<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<void> {
  const { blob, fileName } = await readFile(endpoint, call);
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Fetches a file from the API and shows it in a new tab, as phones do with a PDF. Falls back to
 * this tab if a new one cannot be opened.
 */
export async function openFile<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<void> {
  // Opened before the file is loaded: a later open counts as a pop-up and is blocked.
  const tab = window.open('', '_blank');
  try {
    const { blob } = await readFile(endpoint, call);
    const url = URL.createObjectURL(blob);
    if (tab) tab.location.href = url;
    else location.href = url;
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

/**
 * Opens a stream of server-sent events, resuming after `lastEventId` if one is given. Returns
 * fetch's response, including a refusal.
 */
export function openStream(
  { path }: Endpoint,
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  return send(path, {
    headers: {
      accept: 'text/event-stream',
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal,
  });
}

/**
 * Sends with the bearer token, refreshing it first when it is about to expire. A 401 clears the
 * tokens and raises `move-to-login`, unless another tab has stored a newer token meanwhile: then
 * the call is retried once.
 */
async function sendOver(transport: Send, path: string, init: RequestInit): Promise<Response> {
  // Signing in needs no token; of the auth calls, only the list of own sessions does.
  if (path.startsWith('/v1/auth/') && !path.startsWith('/v1/auth/sessions'))
    return transport(path, init);
  const before = storedSession();
  if (before && Date.now() >= before.refreshAfter) await refreshTokens().catch(() => undefined);
  const session = storedSession();
  const response = await transport(path, withBearer(init, session?.accessToken));
  if (response.status === 403 && (await onForbidden(response.clone())))
    return transport(path, withBearer(init, storedSession()?.accessToken));
  if (response.status !== 401) return response;
  const newest = storedSession();
  if (newest && newest.accessToken !== session?.accessToken)
    return transport(path, withBearer(init, newest.accessToken));
  clearSession();
  window.dispatchEvent(new Event(MOVE_TO_LOGIN));
  return response;
}

/**
 * Refreshes when the tokens or rights in this browser are older than the server's. Asks the person to
 * prove who they are if the call needs that, and returns true if it may be sent again.
 */
async function onForbidden(response: Response): Promise<boolean> {
  const body = (await response.json().catch(() => undefined)) as { code?: unknown } | undefined;
  if (body?.code === 'CONFIRM_FIRST') return confirmFirst();
  if (body?.code === 'VERIFY_FIRST' || body?.code === 'FACTOR_MISSING')
    window.dispatchEvent(new Event(VERIFY_FIRST));
  if (body?.code === 'FORBIDDEN') void doubtRights();
  return false;
}

function send(path: string, init: RequestInit): Promise<Response> {
  return sendOver((to, how) => fetch(to, how), path, init);
}

function withBearer(init: RequestInit, token: string | undefined): RequestInit {
  const headers = new Headers(init.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}
