import { api as contract } from '@pos/contract/api';
import { createClient, fetchFile, type Send } from '@pos/contract/client';
import type { Call, Endpoint } from '@pos/contract/endpoint';
import { doubtRights, refreshTokens } from './refresh.ts';
import { clearSession, MOVE_TO_LOGIN, storedSession, VERIFY_FIRST } from './tokens.ts';

/** The typed client of the whole API: `api.devices.list({ query }, { signal })`. Throws `ApiError` on a refusal. */
export const api = createClient(contract, send);

/** The same client over another way to send: one that tells how much of a file is on its way. */
export function apiOver(transport: Send): typeof api {
  return createClient(contract, (path, init) => sendOver(transport, path, init));
}

/** Fetches a file of the API, to be shown. */
export function readFile<E extends Endpoint>(
  endpoint: E,
  call: Call<E>,
): Promise<{ blob: Blob; fileName: string }> {
  return fetchFile(endpoint, call, send);
}

/** Fetches a file of the API and hands it to the browser to save, under the name that the server gave. */
export async function saveFile<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<void> {
  const { blob, fileName } = await readFile(endpoint, call);
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Fetches a file of the API and shows it in a tab of its own, as phones do with a PDF; where no tab may be opened, in this one. */
export async function openFile<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<void> {
  // Before the file is there: later it would count as a pop-up.
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

/** Opens a stream of server-sent events, behind the event `lastEventId` where one is given. Gives fetch's answer, a refusal too. */
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
 * Sends with the bearer token, refreshed first when it is about to end. A 401 wipes the tokens and raises
 * `move-to-login`, unless another tab has meanwhile brought a newer token: then the call is sent once more.
 */
async function sendOver(transport: Send, path: string, init: RequestInit): Promise<Response> {
  // Signing in needs no token; only the own sessions are somebody's.
  if (path.startsWith('/v1/auth/') && !path.startsWith('/v1/auth/sessions'))
    return transport(path, init);
  const before = storedSession();
  if (before && Date.now() >= before.refreshAfter) await refreshTokens().catch(() => undefined);
  const session = storedSession();
  const response = await transport(path, withBearer(init, session?.accessToken));
  if (response.status === 403) await onForbidden(response.clone());
  if (response.status !== 401) return response;
  const newest = storedSession();
  if (newest && newest.accessToken !== session?.accessToken)
    return transport(path, withBearer(init, newest.accessToken));
  clearSession();
  window.dispatchEvent(new Event(MOVE_TO_LOGIN));
  return response;
}

/** The tokens or the rights of this browser are older than what the server knows. */
async function onForbidden(response: Response): Promise<void> {
  const body = (await response.json().catch(() => undefined)) as { code?: unknown } | undefined;
  if (body?.code === 'VERIFY_FIRST') window.dispatchEvent(new Event(VERIFY_FIRST));
  if (body?.code === 'FORBIDDEN') void doubtRights();
}

function send(path: string, init: RequestInit): Promise<Response> {
  return sendOver((to, how) => fetch(to, how), path, init);
}

function withBearer(init: RequestInit, token: string | undefined): RequestInit {
  const headers = new Headers(init.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}
